/// Renders images of the host.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bundle.h"

/// Describes an image of the host whose whole picture covers `frame`, and of which `part` is in memory or wanted; false
/// for a layout that looks cannot have.
static bool describe_image(ofx_properties image, ofx_pixels frame, ofx_pixels part, tintype_picture *picture) {
  ofx_pixels bounds = pixels_property(image, OFX_BOUNDS);
  int row_bytes = 0;
  void *data = NULL;
  properties->get_int(image, OFX_ROW_BYTES, 0, &row_bytes);
  properties->get_pointer(image, OFX_DATA, 0, &data);
  if (!data || is_empty(part)) return false;
  *picture = empty_picture(frame);
  if (is(image, OFX_COMPONENTS, OFX_RGB))
    picture->channels = 3;
  else if (!is(image, OFX_COMPONENTS, OFX_RGBA))
    return false;
  static const struct {
    const char *name;
    tintype_sample sample;
    int bytes;
  } depths[] = {
      {OFX_BYTE, TINTYPE_UINT8, 1}, {OFX_SHORT, TINTYPE_UINT16, 2}, {OFX_HALF, TINTYPE_HALF, 2},
      {OFX_FLOAT, TINTYPE_FLOAT, 4}};
  int depth = 0;
  while (depth < 4 && !is(image, OFX_DEPTH, depths[depth].name)) depth++;
  if (depth == 4) return false;
  picture->sample = depths[depth].sample;
  picture->alpha = is(image, OFX_ALPHA, OFX_OPAQUE)          ? TINTYPE_IGNORED
                   : is(image, OFX_ALPHA, OFX_PREMULTIPLIED) ? TINTYPE_PREMULTIPLIED
                                                             : TINTYPE_STRAIGHT;
  picture->region = (tintype_rectangle){
      (uint32_t)(part.x1 - frame.x1), (uint32_t)(frame.y2 - part.y2), (uint32_t)(part.x2 - part.x1),
      (uint32_t)(part.y2 - part.y1)};
  // The first row of the host is the lowest.
  ptrdiff_t pixel_bytes = (ptrdiff_t)depths[depth].bytes * (ptrdiff_t)picture->channels;
  picture->pixels = (char *)data + (ptrdiff_t)(part.y2 - 1 - bounds.y1) * row_bytes +
                    (ptrdiff_t)(part.x1 - bounds.x1) * pixel_bytes;
  picture->stride = -(ptrdiff_t)row_bytes;
  return true;
}

/// Clears what a smaller result leaves of the window: black, and transparent where there is alpha.
static void clear(ofx_properties image, ofx_pixels window) {
  tintype_picture picture;
  if (!describe_image(image, window, window, &picture)) return;
  static const size_t bytes[] = {1, 2, 2, 4};
  size_t row = picture.width * picture.channels * bytes[picture.sample];
  for (uint32_t y = 0; y < picture.height; y++) memset((char *)picture.pixels + y * picture.stride, 0, row);
}

/// Whether the host wants to end a render. Only the thread that it called may ask it.
typedef struct {
  ofx_effect effect;
  pthread_t thread;
  bool is_aborted;
} interruption;

static bool is_cancelled(void *context) {
  interruption *state = context;
  if (pthread_equal(state->thread, pthread_self())) state->is_aborted = effects->abort(state->effect) != 0;
  return state->is_aborted;
}

static const char *space(ofx_param param, ofx_time time, bool may_be_input) {
  int chosen = 0;
  parameters->value_at(param, time, &chosen);
  const char *const *names = tintype_spaces();
  if (may_be_input && chosen-- <= 0) return NULL;
  for (; *names && chosen > 0; names++) chosen--;
  return *names;
}

/// Renders from an image to an image.
static ofx_status render_images(ofx_effect effect, instance *self, ofx_properties arguments, ofx_properties source,
                                ofx_properties output) {
  ofx_time time = time_of(arguments);
  ofx_pixels bounds = pixels_property(source, OFX_BOUNDS);
  ofx_pixels frame = pixels_property(source, OFX_IMAGE_AREA);
  if (is_empty(frame)) frame = bounds;
  tintype_picture from, to;
  if (!describe_image(source, frame, intersection(bounds, frame), &from)) {
    complain(effect, self, "the source is neither RGB nor RGBA, or has no pixels");
    return OFX_UNSUPPORTED;
  }
  setup *setup = setup_at(effect, self, time);
  if (!setup) return OFX_FAILED;
  from.space = space(self->input_space, time, false);
  to = from;
  char threads[16];
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  snprintf(threads, sizeof threads, "%ld", processors < 1 ? 1 : processors > 16 ? 16 : processors);
  interruption state = {.effect = effect, .thread = pthread_self()};
  tintype_options *options = tintype_options_create();
  tintype_options_set(options, "threads", threads, NULL);
  tintype_options_observe(options, is_cancelled, NULL, &state);

  tintype_error *error = NULL;
  ofx_status status = OFX_OK;
  if (tintype_result_size(setup->look, &from, &to, options, &error) == TINTYPE_OK) {
    ofx_pixels result = placed(frame, to.width, to.height);
    ofx_pixels window = intersection(pixels_property(arguments, OFX_WINDOW), pixels_property(output, OFX_BOUNDS));
    ofx_pixels part = intersection(window, result);
    if (memcmp(&part, &window, sizeof part) != 0) clear(output, window);
    if (!is_empty(part)) {
      if (describe_image(output, result, part, &to)) {
        to.space = space(self->output_space, time, true);
        tintype_render_picture(setup->look, &from, &to, (uint32_t)llround(time), options, &error);
      } else {
        complain(effect, self, "the result is neither RGB nor RGBA");
        status = OFX_UNSUPPORTED;
      }
    }
  }
  tintype_options_free(options);
  done(self, setup);
  if (error && tintype_error_status(error) == TINTYPE_CANCELLED) {
    tintype_error_free(error);
    return OFX_OK;
  }
  if (error) {
    report(effect, self, error);
    return OFX_FAILED;
  }
  if (status == OFX_OK) clear_message(effect, self);
  return status;
}

ofx_status render(ofx_effect effect, ofx_properties arguments) {
  instance *self = data_of(effect);
  if (!self) return OFX_BAD_HANDLE;
  ofx_time time = time_of(arguments);
  ofx_properties source = NULL, output = NULL;
  ofx_status status = OFX_FAILED;
  if (effects->image(self->output, time, NULL, &output) == OFX_OK && output) {
    if (effects->image(self->source, time, NULL, &source) == OFX_OK && source)
      status = render_images(effect, self, arguments, source, output);
    else if (!effects->abort(effect))
      complain(effect, self, "there is no source");
  }
  if (source) effects->release_image(source);
  if (output) effects->release_image(output);
  return status;
}
