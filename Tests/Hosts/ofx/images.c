/// Effects, their clips and images.
#include "host.h"

layout images = {
    .depth = OFX_BYTE, .alpha = OFX_STRAIGHT, .sample_bytes = 1, .channels = 4, .is_upward = true, .scale = 1};

bool aborts;

static ofx_status get_properties(ofx_effect effect, ofx_properties *set) {
  *set = &effect->properties;
  return OFX_OK;
}

static ofx_status get_params(ofx_effect effect, ofx_params *set) {
  *set = &effect->params;
  return OFX_OK;
}

static ofx_status define_clip(ofx_effect effect, const char *name, ofx_properties *set) {
  if (!runs(OFX_DESCRIBE_IN_CONTEXT)) BROKEN("%s: defines the clip %s", action, name);
  if (effect->clip_count == 2) {
    BROKEN("a filter has two clips");
    return OFX_FAILED;
  }
  ofx_clip clip = &effect->clips[effect->clip_count++];
  clip->name = strcmp(name, OFX_SOURCE) == 0 ? OFX_SOURCE : OFX_OUTPUT;
  if (strcmp(name, clip->name) != 0) BROKEN("a filter has no clip %s", name);
  *set = &clip->properties;
  return OFX_OK;
}

ofx_status get_clip(ofx_effect effect, const char *name, ofx_clip *clip, ofx_properties *set) {
  for (int index = 0; index < effect->clip_count; index++) {
    if (strcmp(effect->clips[index].name, name) != 0) continue;
    *clip = &effect->clips[index];
    if (set) *set = &(*clip)->properties;
    return OFX_OK;
  }
  return OFX_BAD_HANDLE;
}

static ofx_status get_clip_properties(ofx_clip clip, ofx_properties *set) {
  *set = &clip->properties;
  return OFX_OK;
}

size_t pixel_bytes(void) { return (size_t)(images.sample_bytes * images.channels); }

size_t row_bytes(ofx_pixels area) {
  return (size_t)(area.x2 - area.x1) * pixel_bytes() + (size_t)images.padding;
}

size_t memory_bytes(ofx_pixels area) { return row_bytes(area) * (size_t)(area.y2 - area.y1); }

unsigned char *at(ofx_clip clip, int x, int y) {
  int row = images.is_upward ? y - clip->bounds.y1 : clip->bounds.y2 - 1 - y;
  return clip->memory + (size_t)row * row_bytes(clip->bounds) + (size_t)(x - clip->bounds.x1) * pixel_bytes();
}

static ofx_status get_image(ofx_clip clip, ofx_time time, const ofx_area *part, ofx_properties *image) {
  (void)time;
  if (!runs(OFX_RENDER)) BROKEN("%s: gets an image", action);
  if (part) BROKEN("this host gives whole images only");
  if (!clip->memory) return OFX_FAILED;
  clip->images++;
  empty(&clip->image);
  set_area(&clip->image, OFX_BOUNDS, clip->bounds);
  set_area(&clip->image, OFX_IMAGE_AREA, clip->frame);
  set_int(&clip->image, OFX_ROW_BYTES, 0, (int)row_bytes(clip->bounds) * (images.is_upward ? 1 : -1));
  set_pointer(&clip->image, OFX_DATA, 0, at(clip, clip->bounds.x1, clip->bounds.y1));
  set_string(&clip->image, OFX_COMPONENTS, 0, images.channels == 4 ? OFX_RGBA : OFX_RGB);
  set_string(&clip->image, OFX_DEPTH, 0, images.depth);
  set_string(&clip->image, OFX_ALPHA, 0, images.channels == 4 ? images.alpha : OFX_OPAQUE);
  *image = &clip->image;
  return OFX_OK;
}

ofx_clip clip_of_image[2];

static ofx_status release_image(ofx_properties image) {
  for (int index = 0; index < 2; index++)
    if (clip_of_image[index] && &clip_of_image[index]->image == image) clip_of_image[index]->images--;
  return OFX_OK;
}

static ofx_status get_clip_area(ofx_clip clip, ofx_time time, ofx_area *area) {
  (void)time;
  *area = (ofx_area){
      clip->frame.x1 / images.scale, clip->frame.y1 / images.scale, clip->frame.x2 / images.scale,
      clip->frame.y2 / images.scale};
  return OFX_OK;
}

static int get_abort(ofx_effect effect) { return effect->is_instance && aborts; }

const ofx_effect_suite effect_suite = {
    .properties = get_properties, .params = get_params, .define_clip = define_clip, .clip = get_clip,
    .clip_properties = get_clip_properties, .image = get_image, .release_image = release_image,
    .clip_area = get_clip_area, .abort = get_abort};
