/// A host of OpenFX image effects, for tests. It holds a plug-in to what the interface promises, and ends with 1 after
/// saying what was broken.
///
/// usage: ofx-host PLUGIN list
///        ofx-host PLUGIN EFFECT WIDTH HEIGHT INPUT OUTPUT [NAME=VALUE]...
///
/// `list` describes every effect, then prints its parameters. Otherwise the host renders a file of RGBA or RGB pixels,
/// rows from the top, into such a file. Names with a dot are the host's:
///
///   .depth=byte|short|half|float  .channels=3|4  .alpha=straight|premultiplied|opaque
///   .rows=up|down                 up: in memory the lowest row comes first
///   .padding=BYTES                after each row
///   .origin=X,Y                   of the source in the host's coordinates
///   .window=X1,Y1,X2,Y2           what is rendered, from the origin; without it, everything
///   .times=COUNT                  frames 0 and on, of the same input, one after another
///   .scale=NUMBER                 the render scale
///   .messages=0|1|2               the version of the message suite
///   .aborts=1                     the result is not wanted
///   .edit=NAME                    tells the effect that the user has edited a parameter, and prints all values
///
/// A window gets only those pixels of the source that the effect says it needs.
#include <dlfcn.h>
#include <math.h>

#include "host.h"

int broken;
const char *action = "";

static const void *fetch_suite(ofx_properties set, const char *name, int version) {
  (void)set;
  if (!runs(OFX_LOAD)) BROKEN("%s: fetches %s, and suites are fetched while loading", action, name);
  if (strcmp(name, OFX_MESSAGE_SUITE) == 0) return version <= message_version ? &message_suite : NULL;
  if (version != 1) return NULL;
  if (strcmp(name, OFX_PROPERTY_SUITE) == 0) return &property_suite;
  if (strcmp(name, OFX_EFFECT_SUITE) == 0) return &effect_suite;
  return strcmp(name, OFX_PARAM_SUITE) == 0 ? &param_suite : NULL;
}

static struct ofx_property_set host_properties;
static ofx_host host = {&host_properties, fetch_suite};

static ofx_status act(ofx_plugin *plugin, const char *name, ofx_effect effect, ofx_properties in, ofx_properties out) {
  action = name;
  ofx_status status = plugin->entry(name, effect, in, out);
  action = "";
  return status;
}

static void require(ofx_status status, ofx_status other, const char *what) {
  if (status == OFX_OK || status == other) return;
  BROKEN("%s ended with %d", what, status);
  exit(1);
}

static void free_effect(ofx_effect effect) {
  empty(&effect->properties);
  for (int index = 0; index < effect->params.count; index++) {
    empty(&effect->params.list[index]->properties);
    free(effect->params.list[index]->text);
    free(effect->params.list[index]);
  }
  for (int index = 0; index < effect->clip_count; index++) {
    empty(&effect->clips[index].properties);
    empty(&effect->clips[index].image);
    free(effect->clips[index].memory);
  }
  free(effect);
}

static bool has(property *property, const char *word) {
  for (int index = 0; property && index < property->count; index++)
    if (strcmp(property->values[index].string, word) == 0) return true;
  return false;
}

/// Describes an effect. Its clips and parameters then serve as those of an instance, too.
static ofx_effect described(ofx_plugin *plugin) {
  ofx_effect effect = calloc(1, sizeof *effect);
  plugin->set_host(&host);
  require(act(plugin, OFX_LOAD, NULL, NULL, NULL), OFX_OK, "loading");
  require(act(plugin, OFX_DESCRIBE, effect, NULL, NULL), OFX_OK, "describing");
  require(act(plugin, OFX_DESCRIBE_IN_CONTEXT, effect, NULL, NULL), OFX_OK, "describing in a context");
  if (!find(&effect->properties, OFX_LABEL)) BROKEN("%s has no label", plugin->identifier);
  if (!has(find(&effect->properties, OFX_CONTEXTS), OFX_FILTER)) BROKEN("%s is no filter", plugin->identifier);
  static const char *const depths[] = {OFX_BYTE, OFX_SHORT, OFX_HALF, OFX_FLOAT};
  for (int index = 0; index < 4; index++)
    if (!has(find(&effect->properties, OFX_DEPTHS), depths[index]))
      BROKEN("%s lacks %s", plugin->identifier, depths[index]);
  if (effect->clip_count != 2) BROKEN("%s has %d clips", plugin->identifier, effect->clip_count);
  for (int index = 0; index < effect->clip_count; index++)
    if (!has(find(&effect->clips[index].properties, OFX_COMPONENTS_SUPPORTED), OFX_RGBA))
      BROKEN("the clip %s takes no RGBA", effect->clips[index].name);
  take_defaults(&effect->params);
  return effect;
}

static void list(int count, ofx_plugin *(*get)(int)) {
  for (int index = 0; index < count; index++) {
    ofx_plugin *plugin = get(index);
    if (!plugin || strcmp(plugin->api, OFX_API) != 0 || plugin->api_version != 1) {
      BROKEN("plug-in %d is of another interface", index);
      continue;
    }
    ofx_effect effect = described(plugin);
    property *tiles = find(&effect->properties, OFX_TILES);
    printf(
        "%s %s \"%s\"\n", plugin->identifier, tiles && tiles->values[0].number ? "tiles" : "frames",
        find(&effect->properties, OFX_LABEL)->values[0].string);
    print_params(&effect->params, true);
    require(act(plugin, OFX_UNLOAD, NULL, NULL, NULL), OFX_OK, "unloading");
    free_effect(effect);
  }
  if (get(count) || get(-1)) BROKEN("there is a plug-in beyond the last");
}

// MARK: Rendering

/// Memory for an image, whose padding and pixels are marked.
static void make_memory(ofx_clip clip) {
  free(clip->memory);
  clip->memory = malloc(memory_bytes(clip->bounds));
  memset(clip->memory, 0xA5, memory_bytes(clip->bounds));
}

static bool is_marked(const unsigned char *bytes, size_t count) {
  for (size_t index = 0; index < count; index++)
    if (bytes[index] != 0xA5) return false;
  return true;
}

/// Checks that nothing was written but the window.
static void check_marks(ofx_clip clip, ofx_pixels window) {
  ofx_pixels area = clip->bounds;
  for (int y = area.y1; y < area.y2; y++) {
    if (!is_marked(at(clip, area.x2 - 1, y) + pixel_bytes(), (size_t)images.padding))
      BROKEN("the padding of row %d was written", y);
    for (int x = area.x1; x < area.x2; x++) {
      bool is_inside = x >= window.x1 && x < window.x2 && y >= window.y1 && y < window.y2;
      if (!is_inside && !is_marked(at(clip, x, y), pixel_bytes())) {
        BROKEN("the pixel %d, %d outside of the window was written", x, y);
        return;
      }
    }
  }
}

static const char *value_of(const char *argument, const char *name) {
  size_t length = strlen(name);
  return strncmp(argument, name, length) == 0 && argument[length] == '=' ? argument + length + 1 : NULL;
}

static void set_argument(ofx_params set, const char *argument) {
  for (int index = 0; index < set->count; index++) {
    ofx_param param = set->list[index];
    const char *text = value_of(argument, param->name);
    if (!text) continue;
    if (is_text(param->type)) {
      free(param->text);
      param->text = strdup(text);
      return;
    }
    char *end = NULL;
    for (int lane = 0; lane < lanes(param->type); lane++) {
      param->numbers[lane] = strtod(text, &end);
      text = *end ? end + 1 : end;
    }
    return;
  }
  fprintf(stderr, "there is no parameter for %s\n", argument);
  exit(2);
}

int main(int count, char **arguments) {
  void *library = count > 2 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library) {
    fprintf(stderr, "%s\n", count > 2 ? dlerror() : "too few arguments");
    return 2;
  }
  int (*get_count)(void) = (int (*)(void))dlsym(library, "OfxGetNumberOfPlugins");
  ofx_plugin *(*get)(int) = (ofx_plugin * (*)(int)) dlsym(library, "OfxGetPlugin");
  if (!get_count || !get) {
    fprintf(stderr, "the plug-in lacks an entry\n");
    return 2;
  }
  if (strcmp(arguments[2], "list") == 0) {
    list(get_count(), get);
    // Hosts unload what they have described, and load it again for the first instance.
    dlclose(library);
    library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    get = library ? (ofx_plugin * (*)(int)) dlsym(library, "OfxGetPlugin") : NULL;
    if (!get) return 2;
    free_effect(described(get(0)));
    require(act(get(0), OFX_UNLOAD, NULL, NULL, NULL), OFX_OK, "unloading");
    return broken;
  }
  if (count < 7) return 2;
  ofx_plugin *plugin = NULL;
  for (int index = 0; index < get_count(); index++)
    if (strcmp(get(index)->identifier, arguments[2]) == 0) plugin = get(index);
  if (!plugin) {
    fprintf(stderr, "there is no effect %s\n", arguments[2]);
    return 2;
  }

  int width = atoi(arguments[3]), height = atoi(arguments[4]), times = 1;
  ofx_pixels origin = {0}, window = {0, 0, width, height};
  bool is_tile = false;
  const char *edited = NULL;
  for (int index = 7; index < count; index++) {
    const char *text;
    if ((text = value_of(arguments[index], ".depth"))) {
      images.depth = strcmp(text, "byte") == 0    ? OFX_BYTE
                     : strcmp(text, "short") == 0 ? OFX_SHORT
                     : strcmp(text, "half") == 0  ? OFX_HALF
                                                  : OFX_FLOAT;
      images.sample_bytes = strcmp(text, "byte") == 0 ? 1 : strcmp(text, "float") == 0 ? 4 : 2;
    }
    if ((text = value_of(arguments[index], ".alpha")))
      images.alpha = *text == 'o' ? OFX_OPAQUE : *text == 'p' ? OFX_PREMULTIPLIED : OFX_STRAIGHT;
    if ((text = value_of(arguments[index], ".channels"))) images.channels = atoi(text);
    if ((text = value_of(arguments[index], ".rows"))) images.is_upward = strcmp(text, "up") == 0;
    if ((text = value_of(arguments[index], ".padding"))) images.padding = atoi(text);
    if ((text = value_of(arguments[index], ".scale"))) images.scale = atof(text);
    if ((text = value_of(arguments[index], ".times"))) times = atoi(text);
    if ((text = value_of(arguments[index], ".aborts"))) aborts = atoi(text);
    if ((text = value_of(arguments[index], ".messages"))) message_version = atoi(text);
    if ((text = value_of(arguments[index], ".edit"))) edited = text;
    if ((text = value_of(arguments[index], ".origin"))) sscanf(text, "%d,%d", &origin.x1, &origin.y1);
    if ((text = value_of(arguments[index], ".window")))
      is_tile = sscanf(text, "%d,%d,%d,%d", &window.x1, &window.y1, &window.x2, &window.y2) == 4;
  }

  ofx_effect effect = described(plugin);
  // From here on it is an instance.
  effect->is_instance = true;
  for (int index = 7; index < count; index++)
    if (arguments[index][0] != '.') set_argument(&effect->params, arguments[index]);
  ofx_clip source = NULL, output = NULL;
  get_clip(effect, OFX_SOURCE, &source, NULL);
  get_clip(effect, OFX_OUTPUT, &output, NULL);
  clip_of_image[0] = source;
  clip_of_image[1] = output;
  set_double(&source->properties, OFX_ASPECT, 0, 1);
  require(act(plugin, OFX_CREATE, effect, NULL, NULL), OFX_OK, "creating");
  source->frame = (ofx_pixels){origin.x1, origin.y1, origin.x1 + width, origin.y1 + height};
  struct ofx_property_set in = {0}, out = {0};

  if (edited) {
    set_string(&in, OFX_TYPE, 0, OFX_TYPE_PARAM);
    set_string(&in, OFX_NAME, 0, edited);
    set_string(&in, OFX_REASON, 0, OFX_USER_EDITED);
    require(act(plugin, OFX_CHANGED, effect, &in, NULL), OFX_REPLY_DEFAULT, "a change");
    if (effect->params.edits != 0) BROKEN("an edit does not end");
    print_params(&effect->params, false);
    empty(&in);
  }

  require(act(plugin, OFX_GET_PREFERENCES, effect, NULL, &out), OFX_REPLY_DEFAULT, "the clip preferences");
  property *varying = find(&out, OFX_FRAME_VARYING);
  printf("varying %d\n", varying ? (int)varying->values[0].number : -1);
  empty(&out);

  // The area of the result, at the render scale.
  set_double(&in, OFX_TIME, 0, 0);
  set_double(&in, OFX_SCALE, 0, images.scale);
  set_double(&in, OFX_SCALE, 1, images.scale);
  ofx_pixels frame = source->frame;
  if (act(plugin, OFX_GET_AREA, effect, &in, &out) == OFX_OK) {
    double edges[4];
    action = OFX_GET_AREA;
    require(get_doubles(&out, OFX_AREA, 4, edges), OFX_OK, "the area of the result");
    action = "";
    frame = (ofx_pixels){
        (int)round(edges[0] * images.scale), (int)round(edges[1] * images.scale), (int)round(edges[2] * images.scale),
        (int)round(edges[3] * images.scale)};
  }
  printf("area %d %d %d %d\n", frame.x1, frame.y1, frame.x2, frame.y2);
  if (is_tile)
    window = (ofx_pixels){
        window.x1 + origin.x1, window.y1 + origin.y1, window.x2 + origin.x1, window.y2 + origin.y1};
  else
    window = frame;
  empty(&out);

  // What of the source is needed.
  const double wanted[] = {
      window.x1 / images.scale, window.y1 / images.scale, window.x2 / images.scale, window.y2 / images.scale};
  double needed[4];
  memcpy(needed, wanted, sizeof needed);
  set_doubles(&in, OFX_WANTED, 4, wanted);
  if (act(plugin, OFX_GET_NEEDED, effect, &in, &out) == OFX_OK) {
    action = OFX_GET_NEEDED;
    require(get_doubles(&out, OFX_NEEDED_OF OFX_SOURCE, 4, needed), OFX_OK, "the needed part");
    action = "";
  }
  empty(&in);
  empty(&out);
  source->bounds = source->frame;
  if (is_tile) {
    ofx_pixels part = {
        (int)floor(needed[0] * images.scale), (int)floor(needed[1] * images.scale),
        (int)ceil(needed[2] * images.scale), (int)ceil(needed[3] * images.scale)};
    if (part.x1 > source->bounds.x1) source->bounds.x1 = part.x1;
    if (part.y1 > source->bounds.y1) source->bounds.y1 = part.y1;
    if (part.x2 < source->bounds.x2) source->bounds.x2 = part.x2;
    if (part.y2 < source->bounds.y2) source->bounds.y2 = part.y2;
  }
  printf("source %d x %d\n", source->bounds.x2 - source->bounds.x1, source->bounds.y2 - source->bounds.y1);
  output->frame = output->bounds = frame;

  make_memory(source);
  size_t packed = (size_t)width * pixel_bytes();
  unsigned char *row = malloc(packed > row_bytes(frame) ? packed : row_bytes(frame));
  FILE *input = fopen(arguments[5], "rb"), *result = fopen(arguments[6], "wb");
  if (!input || !result) return 2;
  for (int y = source->frame.y2 - 1; y >= source->frame.y1; y--) {
    if (fread(row, packed, 1, input) != 1) return 2;
    if (y < source->bounds.y1 || y >= source->bounds.y2) continue;
    memcpy(
        at(source, source->bounds.x1, y), row + (size_t)(source->bounds.x1 - source->frame.x1) * pixel_bytes(),
        (size_t)(source->bounds.x2 - source->bounds.x1) * pixel_bytes());
  }
  fclose(input);
  unsigned char *before = malloc(memory_bytes(source->bounds));
  memcpy(before, source->memory, memory_bytes(source->bounds));

  ofx_status status = OFX_OK;
  for (int time = 0; time < times; time++) {
    make_memory(output);
    set_double(&in, OFX_TIME, 0, time);
    set_double(&in, OFX_SCALE, 0, images.scale);
    set_double(&in, OFX_SCALE, 1, images.scale);
    set_area(&in, OFX_WINDOW, window);
    status = act(plugin, OFX_RENDER, effect, &in, NULL);
    empty(&in);
    printf("status %d\n", status);
    if (source->images != 0 || output->images != 0) BROKEN("an image was not released");
    check_marks(output, window);
    if (memcmp(before, source->memory, memory_bytes(source->bounds)) != 0) BROKEN("the source was written");
    for (int y = window.y2 - 1; status == OFX_OK && y >= window.y1; y--)
      fwrite(at(output, window.x1, y), (size_t)(window.x2 - window.x1) * pixel_bytes(), 1, result);
  }
  fclose(result);
  free(before);
  free(row);

  require(act(plugin, OFX_DESTROY, effect, NULL, NULL), OFX_OK, "destroying");
  property *data = find(&effect->properties, OFX_INSTANCE_DATA);
  if (data && data->values[0].pointer) BROKEN("a destroyed instance keeps its data");
  require(act(plugin, OFX_UNLOAD, NULL, NULL, NULL), OFX_OK, "unloading");
  free_effect(effect);
  dlclose(library);
  return broken;
}
