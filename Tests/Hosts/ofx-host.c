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
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../Hosts/ofx/ofx.h"

static int broken;

#define BROKEN(...)                 \
  do {                              \
    fprintf(stderr, __VA_ARGS__);   \
    fputc('\n', stderr);            \
    broken = 1;                     \
  } while (0)

/// The action that runs; "" between actions.
static const char *action = "";

static bool runs(const char *name) { return strcmp(action, name) == 0; }

// MARK: Properties

typedef enum { POINTER, STRING, DOUBLE, INT } kind;
static const char *const kinds[] = {"a pointer", "a string", "a double", "an int"};

/// What the interface says of each property: its type, and how many values it has; 0 for any number.
static const struct {
  const char *name;
  kind kind;
  int count;
} known[] = {
    {OFX_LABEL, STRING, 1},          {OFX_DESCRIPTION, STRING, 1},   {OFX_NAME, STRING, 1},
    {OFX_TYPE, STRING, 1},           {OFX_REASON, STRING, 1},        {OFX_TIME, DOUBLE, 1},
    {OFX_INSTANCE_DATA, POINTER, 1}, {OFX_GROUPING, STRING, 1},      {OFX_CONTEXTS, STRING, 0},
    {OFX_DEPTHS, STRING, 0},         {OFX_SAFETY, STRING, 1},        {OFX_HOST_THREADING, INT, 1},
    {OFX_ANY_SIZE, INT, 1},          {OFX_TILES, INT, 1},            {OFX_TEMPORAL, INT, 1},
    {OFX_CLIP_DEPTHS, INT, 1},       {OFX_FRAME_VARYING, INT, 1},    {OFX_PREFERENCE_PARAMS, STRING, 0},
    {OFX_COMPONENTS, STRING, 1},     {OFX_DEPTH, STRING, 1},         {OFX_ALPHA, STRING, 1},
    {OFX_DATA, POINTER, 1},          {OFX_BOUNDS, INT, 4},           {OFX_IMAGE_AREA, INT, 4},
    {OFX_ROW_BYTES, INT, 1},         {OFX_ASPECT, DOUBLE, 1},        {OFX_WINDOW, INT, 4},
    {OFX_SCALE, DOUBLE, 2},          {OFX_AREA, DOUBLE, 4},          {OFX_WANTED, DOUBLE, 4},
    {OFX_STEP, DOUBLE, 0},           {OFX_DIGITS, INT, 1},           {OFX_HINT, STRING, 1},
    {OFX_PARENT, STRING, 1},         {OFX_OPTION, STRING, 0},        {OFX_ANIMATES, INT, 1},
    {OFX_DOUBLE_TYPE, STRING, 1},    {OFX_STRING_MODE, STRING, 1},   {OFX_COMPONENTS_SUPPORTED, STRING, 0},
    {OFX_NEEDED_OF OFX_SOURCE, DOUBLE, 4},
};

typedef struct {
  char *name;
  kind kind;
  int count;
  struct {
    void *pointer;
    char *string;
    double number;
  } values[32];
} property;

struct ofx_property_set {
  /// What a default or a limit is: that of the parameter.
  kind of_values;
  int count;
  property list[40];
};

static property *find(ofx_properties set, const char *name) {
  for (int index = 0; set && index < set->count; index++)
    if (strcmp(set->list[index].name, name) == 0) return &set->list[index];
  return NULL;
}

/// The property of a name, which is of a kind; NULL after an error.
static property *checked(ofx_properties set, const char *name, kind kind, int index) {
  int entry = 0, entries = (int)(sizeof known / sizeof *known);
  while (entry < entries && strcmp(known[entry].name, name) != 0) entry++;
  bool is_value = strcmp(name, OFX_DEFAULT) == 0 || strcmp(name, OFX_MIN) == 0 || strcmp(name, OFX_MAX) == 0 ||
                  strcmp(name, OFX_SLIDER_MIN) == 0 || strcmp(name, OFX_SLIDER_MAX) == 0;
  if (!set) {
    BROKEN("%s: no property set for %s", action, name);
    return NULL;
  }
  if (!is_value && entry == entries) {
    BROKEN("%s: there is no property %s", action, name);
    return NULL;
  }
  int wanted = is_value ? (int)set->of_values : (int)known[entry].kind;
  int most = is_value ? 4 : known[entry].count;
  if (wanted != (int)kind) BROKEN("%s: %s is %s and not %s", action, name, kinds[wanted], kinds[kind]);
  if (index < 0 || (most && index >= most)) BROKEN("%s: %s has no value %d", action, name, index);
  return find(set, name);
}

static property *made(ofx_properties set, const char *name, kind kind, int index) {
  property *found = checked(set, name, kind, index);
  if (!found && set) {
    if (set->count == 40) {
      BROKEN("too many properties");
      exit(2);
    }
    found = &set->list[set->count++];
    *found = (property){.name = strdup(name), .kind = kind};
  }
  if (found && index > found->count) BROKEN("%s: %s skips a value", action, name);
  if (found && index < 32 && index >= found->count) found->count = index + 1;
  return index < 32 ? found : NULL;
}

static ofx_status set_pointer(ofx_properties set, const char *name, int index, void *value) {
  property *property = made(set, name, POINTER, index);
  if (!property) return OFX_UNKNOWN;
  property->values[index].pointer = value;
  return OFX_OK;
}

static ofx_status set_string(ofx_properties set, const char *name, int index, const char *value) {
  property *property = made(set, name, STRING, index);
  if (!property || !value) return OFX_UNKNOWN;
  free(property->values[index].string);
  property->values[index].string = strdup(value);
  return OFX_OK;
}

static ofx_status set_number(ofx_properties set, const char *name, kind kind, int index, double value) {
  property *property = made(set, name, kind, index);
  if (!property) return OFX_UNKNOWN;
  if (!isfinite(value)) BROKEN("%s: %s is not finite", action, name);
  property->values[index].number = value;
  return OFX_OK;
}

static ofx_status set_double(ofx_properties set, const char *name, int index, double value) {
  return set_number(set, name, DOUBLE, index, value);
}

static ofx_status set_int(ofx_properties set, const char *name, int index, int value) {
  return set_number(set, name, INT, index, value);
}

static ofx_status set_strings(ofx_properties set, const char *name, int count, const char *const *values) {
  for (int index = 0; index < count; index++) set_string(set, name, index, values[index]);
  return OFX_OK;
}

static ofx_status set_doubles(ofx_properties set, const char *name, int count, const double *values) {
  for (int index = 0; index < count; index++) set_double(set, name, index, values[index]);
  return OFX_OK;
}

static ofx_status set_ints(ofx_properties set, const char *name, int count, const int *values) {
  for (int index = 0; index < count; index++) set_int(set, name, index, values[index]);
  return OFX_OK;
}

static property *read_property(ofx_properties set, const char *name, kind kind, int index) {
  property *found = checked(set, name, kind, index);
  return found && index < found->count ? found : NULL;
}

static ofx_status get_pointer(ofx_properties set, const char *name, int index, void **value) {
  property *property = read_property(set, name, POINTER, index);
  if (property) *value = property->values[index].pointer;
  return property ? OFX_OK : OFX_UNKNOWN;
}

static ofx_status get_string(ofx_properties set, const char *name, int index, char **value) {
  property *property = read_property(set, name, STRING, index);
  if (property) *value = property->values[index].string;
  return property ? OFX_OK : OFX_UNKNOWN;
}

static ofx_status get_double(ofx_properties set, const char *name, int index, double *value) {
  property *property = read_property(set, name, DOUBLE, index);
  if (property) *value = property->values[index].number;
  return property ? OFX_OK : OFX_UNKNOWN;
}

static ofx_status get_int(ofx_properties set, const char *name, int index, int *value) {
  property *property = read_property(set, name, INT, index);
  if (property) *value = (int)property->values[index].number;
  return property ? OFX_OK : OFX_UNKNOWN;
}

static ofx_status get_doubles(ofx_properties set, const char *name, int count, double *values) {
  for (int index = 0; index < count; index++)
    if (get_double(set, name, index, &values[index]) != OFX_OK) return OFX_UNKNOWN;
  return OFX_OK;
}

static ofx_status get_ints(ofx_properties set, const char *name, int count, int *values) {
  for (int index = 0; index < count; index++)
    if (get_int(set, name, index, &values[index]) != OFX_OK) return OFX_UNKNOWN;
  return OFX_OK;
}

/// Of functions that this host does not have, which the plug-in must not need.
static const ofx_property_suite property_suite = {
    .set_pointer = set_pointer, .set_string = set_string, .set_double = set_double, .set_int = set_int,
    .set_strings = set_strings, .set_doubles = set_doubles, .set_ints = set_ints, .get_pointer = get_pointer,
    .get_string = get_string, .get_double = get_double, .get_int = get_int, .get_doubles = get_doubles,
    .get_ints = get_ints};

static void empty(ofx_properties set) {
  for (int index = 0; index < set->count; index++) {
    free(set->list[index].name);
    for (int value = 0; value < 32; value++) free(set->list[index].values[value].string);
  }
  *set = (struct ofx_property_set){0};
}

static void set_area(ofx_properties set, const char *name, ofx_pixels area) {
  const int edges[] = {area.x1, area.y1, area.x2, area.y2};
  set_ints(set, name, 4, edges);
}

// MARK: Parameters

struct ofx_param_handle {
  const char *type;
  char name[64];
  struct ofx_property_set properties;
  double numbers[4];
  char *text;
};

struct ofx_param_set_handle {
  int count, edits;
  struct ofx_param_handle *list[100];
};

static int lanes(const char *type) {
  if (strcmp(type, OFX_PARAM_DOUBLE_2D) == 0) return 2;
  if (strcmp(type, OFX_PARAM_RGB) == 0) return 3;
  if (strcmp(type, OFX_PARAM_RGBA) == 0) return 4;
  return strcmp(type, OFX_PARAM_GROUP) == 0 ? 0 : 1;
}

static bool is_text(const char *type) { return strcmp(type, OFX_PARAM_STRING) == 0; }

static bool is_int(const char *type) {
  return strcmp(type, OFX_PARAM_INT) == 0 || strcmp(type, OFX_PARAM_BOOL) == 0 || strcmp(type, OFX_PARAM_CHOICE) == 0;
}

static ofx_param find_param(ofx_params set, const char *name) {
  for (int index = 0; index < set->count; index++)
    if (strcmp(set->list[index]->name, name) == 0) return set->list[index];
  return NULL;
}

static ofx_status define(ofx_params set, const char *type, const char *name, ofx_properties *properties) {
  if (!runs(OFX_DESCRIBE_IN_CONTEXT)) BROKEN("%s: defines the parameter %s", action, name);
  if (find_param(set, name)) {
    BROKEN("the parameter %s is defined twice", name);
    return OFX_FAILED;
  }
  static const char *const types[] = {
      OFX_PARAM_DOUBLE, OFX_PARAM_DOUBLE_2D, OFX_PARAM_INT,    OFX_PARAM_BOOL, OFX_PARAM_CHOICE,
      OFX_PARAM_RGB,    OFX_PARAM_RGBA,      OFX_PARAM_STRING, OFX_PARAM_GROUP};
  ofx_param made = calloc(1, sizeof *made);
  for (int index = 0; index < 9; index++)
    if (strcmp(types[index], type) == 0) made->type = types[index];
  if (!made->type || set->count == 100) {
    BROKEN("the parameter %s has the type %s", name, type);
    exit(2);
  }
  snprintf(made->name, sizeof made->name, "%s", name);
  made->properties.of_values = is_text(type) ? STRING : is_int(type) ? INT : DOUBLE;
  set->list[set->count++] = made;
  if (properties) *properties = &made->properties;
  return OFX_OK;
}

static ofx_status get_param(ofx_params set, const char *name, ofx_param *param, ofx_properties *properties) {
  ofx_param found = find_param(set, name);
  if (!found) return OFX_UNKNOWN;
  *param = found;
  if (properties) *properties = &found->properties;
  return OFX_OK;
}

static ofx_status read_values(ofx_param param, va_list list) {
  if (is_text(param->type)) {
    *va_arg(list, char **) = param->text;
  } else if (is_int(param->type)) {
    *va_arg(list, int *) = (int)param->numbers[0];
  } else {
    for (int lane = 0; lane < lanes(param->type); lane++) *va_arg(list, double *) = param->numbers[lane];
  }
  return OFX_OK;
}

static ofx_status get_value(ofx_param param, ...) {
  va_list list;
  va_start(list, param);
  ofx_status status = read_values(param, list);
  va_end(list);
  return status;
}

static ofx_status get_value_at(ofx_param param, ofx_time time, ...) {
  va_list list;
  va_start(list, time);
  ofx_status status = read_values(param, list);
  va_end(list);
  return status;
}

static ofx_status set_value(ofx_param param, ...) {
  if (!runs(OFX_CHANGED)) BROKEN("%s: sets the parameter %s", action, param->name);
  va_list list;
  va_start(list, param);
  if (is_text(param->type)) {
    free(param->text);
    param->text = strdup(va_arg(list, char *));
  } else if (is_int(param->type)) {
    param->numbers[0] = va_arg(list, int);
  } else {
    for (int lane = 0; lane < lanes(param->type); lane++) param->numbers[lane] = va_arg(list, double);
  }
  va_end(list);
  return OFX_OK;
}

static ofx_status begin_edit(ofx_params set, const char *name) {
  if (!name) BROKEN("an edit has no name");
  set->edits++;
  return OFX_OK;
}

static ofx_status end_edit(ofx_params set) {
  if (set->edits-- == 0) BROKEN("an edit ends that has not begun");
  return OFX_OK;
}

static const ofx_param_suite param_suite = {
    .define = define, .param = get_param, .value = get_value, .value_at = get_value_at, .set = set_value,
    .begin_edit = begin_edit, .end_edit = end_edit};

/// Gives each parameter its default, and checks its description.
static void take_defaults(ofx_params set) {
  for (int index = 0; index < set->count; index++) {
    ofx_param param = set->list[index];
    property *value = find(&param->properties, OFX_DEFAULT);
    property *parent = find(&param->properties, OFX_PARENT), *options = find(&param->properties, OFX_OPTION);
    if (!find(&param->properties, OFX_LABEL)) BROKEN("the parameter %s has no label", param->name);
    if (parent) {
      ofx_param group = find_param(set, parent->values[0].string);
      if (!group || strcmp(group->type, OFX_PARAM_GROUP) != 0) BROKEN("%s is in no group", param->name);
    }
    int wanted = lanes(param->type);
    if (wanted && (!value || value->count != wanted)) {
      BROKEN("the parameter %s has no default", param->name);
      continue;
    }
    if (strcmp(param->type, OFX_PARAM_CHOICE) == 0 &&
        (!options || value->values[0].number < 0 || value->values[0].number >= options->count))
      BROKEN("the choice %s has no such option", param->name);
    for (int lane = 0; lane < wanted; lane++) {
      double number = value->values[lane].number;
      property *least = find(&param->properties, OFX_MIN), *most = find(&param->properties, OFX_MAX);
      if (least && number < least->values[lane].number) BROKEN("the default of %s is too small", param->name);
      if (most && number > most->values[lane].number) BROKEN("the default of %s is too large", param->name);
      param->numbers[lane] = number;
    }
    if (is_text(param->type)) param->text = strdup(value->values[0].string);
  }
}

static void print_params(ofx_params set, bool whole) {
  for (int index = 0; index < set->count; index++) {
    ofx_param param = set->list[index];
    if (strcmp(param->type, OFX_PARAM_GROUP) == 0) {
      if (whole) printf("  [%s]\n", find(&param->properties, OFX_LABEL)->values[0].string);
      continue;
    }
    printf("  %s %s", param->name, param->type + strlen("OfxParamType"));
    if (is_text(param->type)) printf(" '%s'", param->text);
    for (int lane = 0; !is_text(param->type) && lane < lanes(param->type); lane++)
      printf(" %.4g", param->numbers[lane]);
    static const char *const limits[] = {OFX_MIN, OFX_MAX, OFX_SLIDER_MIN, OFX_SLIDER_MAX};
    for (int limit = 0; whole && limit < 4; limit++) {
      property *number = find(&param->properties, limits[limit]);
      if (number) printf(" %c%.4g", "<>[]"[limit], number->values[0].number);
    }
    if (whole) printf(" \"%s\"", find(&param->properties, OFX_LABEL)->values[0].string);
    printf("\n");
  }
}

// MARK: Effects

/// How images lie in memory.
static struct {
  const char *depth, *alpha;
  int sample_bytes, channels, padding;
  bool is_upward;
  double scale;
} layout = {.depth = OFX_BYTE, .alpha = OFX_STRAIGHT, .sample_bytes = 1, .channels = 4, .is_upward = true, .scale = 1};

struct ofx_clip_handle {
  const char *name;
  struct ofx_property_set properties;
  /// The whole picture, and what is in memory.
  ofx_pixels frame, bounds;
  unsigned char *memory;
  struct ofx_property_set image;
  int images;
};

struct ofx_effect_handle {
  bool is_instance;
  struct ofx_property_set properties;
  struct ofx_param_set_handle params;
  struct ofx_clip_handle clips[2];
  int clip_count;
};

static bool aborts;

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

static ofx_status get_clip(ofx_effect effect, const char *name, ofx_clip *clip, ofx_properties *set) {
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

static size_t pixel_bytes(void) { return (size_t)(layout.sample_bytes * layout.channels); }

static size_t row_bytes(ofx_pixels area) {
  return (size_t)(area.x2 - area.x1) * pixel_bytes() + (size_t)layout.padding;
}

static size_t memory_bytes(ofx_pixels area) { return row_bytes(area) * (size_t)(area.y2 - area.y1); }

/// The pixel at a place of an image.
static unsigned char *at(ofx_clip clip, int x, int y) {
  int row = layout.is_upward ? y - clip->bounds.y1 : clip->bounds.y2 - 1 - y;
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
  set_int(&clip->image, OFX_ROW_BYTES, 0, (int)row_bytes(clip->bounds) * (layout.is_upward ? 1 : -1));
  set_pointer(&clip->image, OFX_DATA, 0, at(clip, clip->bounds.x1, clip->bounds.y1));
  set_string(&clip->image, OFX_COMPONENTS, 0, layout.channels == 4 ? OFX_RGBA : OFX_RGB);
  set_string(&clip->image, OFX_DEPTH, 0, layout.depth);
  set_string(&clip->image, OFX_ALPHA, 0, layout.channels == 4 ? layout.alpha : OFX_OPAQUE);
  *image = &clip->image;
  return OFX_OK;
}

static ofx_clip clip_of_image[2];

static ofx_status release_image(ofx_properties image) {
  for (int index = 0; index < 2; index++)
    if (clip_of_image[index] && &clip_of_image[index]->image == image) clip_of_image[index]->images--;
  return OFX_OK;
}

static ofx_status get_clip_area(ofx_clip clip, ofx_time time, ofx_area *area) {
  (void)time;
  *area = (ofx_area){
      clip->frame.x1 / layout.scale, clip->frame.y1 / layout.scale, clip->frame.x2 / layout.scale,
      clip->frame.y2 / layout.scale};
  return OFX_OK;
}

static int get_abort(ofx_effect effect) { return effect->is_instance && aborts; }

static const ofx_effect_suite effect_suite = {
    .properties = get_properties, .params = get_params, .define_clip = define_clip, .clip = get_clip,
    .clip_properties = get_clip_properties, .image = get_image, .release_image = release_image,
    .clip_area = get_clip_area, .abort = get_abort};

// MARK: Messages

static int message_version = 2;

static void print_message(const char *how, const char *type, const char *format, va_list list) {
  printf("%s %s ", how, type);
  vprintf(format, list);
  printf("\n");
}

static ofx_status show(void *handle, const char *type, const char *id, const char *format, ...) {
  if (!handle || !id) BROKEN("a message belongs to an effect and has an id");
  va_list list;
  va_start(list, format);
  print_message("message", type, format, list);
  va_end(list);
  return OFX_OK;
}

static ofx_status show_persistent(void *handle, const char *type, const char *id, const char *format, ...) {
  if (!handle || !id) BROKEN("a message belongs to an effect and has an id");
  va_list list;
  va_start(list, format);
  print_message("persistent", type, format, list);
  va_end(list);
  return OFX_OK;
}

static ofx_status clear_persistent(void *handle) {
  if (!handle) BROKEN("a message belongs to an effect");
  printf("cleared\n");
  return OFX_OK;
}

static const ofx_message_suite message_suite = {
    .message = show, .set_persistent = show_persistent, .clear_persistent = clear_persistent};

// MARK: The host

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
    if (!is_marked(at(clip, area.x2 - 1, y) + pixel_bytes(), (size_t)layout.padding))
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
      layout.depth = strcmp(text, "byte") == 0    ? OFX_BYTE
                     : strcmp(text, "short") == 0 ? OFX_SHORT
                     : strcmp(text, "half") == 0  ? OFX_HALF
                                                  : OFX_FLOAT;
      layout.sample_bytes = strcmp(text, "byte") == 0 ? 1 : strcmp(text, "float") == 0 ? 4 : 2;
    }
    if ((text = value_of(arguments[index], ".alpha")))
      layout.alpha = *text == 'o' ? OFX_OPAQUE : *text == 'p' ? OFX_PREMULTIPLIED : OFX_STRAIGHT;
    if ((text = value_of(arguments[index], ".channels"))) layout.channels = atoi(text);
    if ((text = value_of(arguments[index], ".rows"))) layout.is_upward = strcmp(text, "up") == 0;
    if ((text = value_of(arguments[index], ".padding"))) layout.padding = atoi(text);
    if ((text = value_of(arguments[index], ".scale"))) layout.scale = atof(text);
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
  set_double(&in, OFX_SCALE, 0, layout.scale);
  set_double(&in, OFX_SCALE, 1, layout.scale);
  ofx_pixels frame = source->frame;
  if (act(plugin, OFX_GET_AREA, effect, &in, &out) == OFX_OK) {
    double edges[4];
    action = OFX_GET_AREA;
    require(get_doubles(&out, OFX_AREA, 4, edges), OFX_OK, "the area of the result");
    action = "";
    frame = (ofx_pixels){
        (int)round(edges[0] * layout.scale), (int)round(edges[1] * layout.scale), (int)round(edges[2] * layout.scale),
        (int)round(edges[3] * layout.scale)};
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
      window.x1 / layout.scale, window.y1 / layout.scale, window.x2 / layout.scale, window.y2 / layout.scale};
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
        (int)floor(needed[0] * layout.scale), (int)floor(needed[1] * layout.scale),
        (int)ceil(needed[2] * layout.scale), (int)ceil(needed[3] * layout.scale)};
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
    set_double(&in, OFX_SCALE, 0, layout.scale);
    set_double(&in, OFX_SCALE, 1, layout.scale);
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
