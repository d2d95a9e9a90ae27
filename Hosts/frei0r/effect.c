/// A look as a frei0r effect, for ffmpeg, MLT (Kdenlive, Shotcut), GStreamer and mpv.
///
/// The name of the file says which look it is: tintype-NAME.so loads NAME.tint or NAME.tintpack beside it, or the
/// shipped look NAME. The engine is in libtintype.so, so a copy of this effect for each look is small.
///
/// The interface is that of frei0r 1.2, declared here by its published layout: https://dyne.org/docs/frei0r/
#include <dlfcn.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tintype.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

// MARK: The interface

enum { FILTER = 0, RGBA = 1, MAJOR_VERSION = 1 };
enum { BOOL = 0, DOUBLE = 1, COLOR = 2, POSITION = 3, STRING = 4 };

typedef struct {
  const char *name, *author;
  int type, color_model, interface_version, major_version, minor_version, parameter_count;
  const char *explanation;
} plugin_info;

typedef struct {
  const char *name;
  int type;
  const char *explanation;
} parameter_info;

typedef struct {
  float red, green, blue;
} color;

typedef struct {
  double x, y;
} position;

// MARK: The look

/// The look of this file, and its name; the look is NULL if it cannot be loaded.
static tintype_look *look;
static char look_name[256];

/// The C locale: numbers have a decimal point, whatever locale the host has set.
static locale_t neutral_locale;

static void complain(const char *message) { fprintf(stderr, "tintype-%s: %s\n", look_name, message); }

/// Prints an error and frees it.
static void report(tintype_error *error) {
  complain(tintype_error_message(error));
  tintype_error_free(error);
}

/// Whether the file exists.
static bool is_file(const char *path) { return access(path, R_OK) == 0; }

EXPORTED int f0r_init(void) {
  if (look) return 1;
  Dl_info place;
  if (!dladdr((void *)f0r_init, &place) || !place.dli_fname) return -1;
  // Swift's runtime and its threads refer to the engine, so it stays in memory when the host unloads the effect.
  dlopen(place.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
  const char *slash = strrchr(place.dli_fname, '/');
  const char *name = slash ? slash + 1 : place.dli_fname;
  if (strncmp(name, "tintype-", 8) == 0) name += 8;
  snprintf(look_name, sizeof look_name, "%s", name);
  char *ending = strrchr(look_name, '.');
  if (ending) *ending = 0;
  if (!neutral_locale) neutral_locale = newlocale(LC_ALL_MASK, "C", NULL);

  char path[PATH_MAX];
  int folder = slash ? (int)(slash - place.dli_fname) : 1;
  bool is_own = false;
  static const char *const kinds[] = {"tint", "tintpack"};
  for (int kind = 0; kind < 2 && !is_own; ++kind) {
    const char *beside = slash ? place.dli_fname : ".";
    int count = snprintf(path, sizeof path, "%.*s/%s.%s", folder, beside, look_name, kinds[kind]);
    is_own = count > 0 && count < (int)sizeof path && is_file(path);
  }
  tintype_error *error = NULL;
  look = tintype_look_open(is_own ? path : look_name, &error);
  if (look) return 1;
  report(error);
  return -1;
}

EXPORTED void f0r_deinit(void) {
  tintype_look_free(look);
  look = NULL;
}

/// The number of parameters of the look.
static int look_parameters(void) { return look ? (int)tintype_look_parameter_count(look) : 0; }

static bool has_variants(void) { return look && tintype_look_variants(look)[0]; }

EXPORTED void f0r_get_plugin_info(plugin_info *info) {
  const char *about = look ? tintype_look_about(look) : NULL;
  static char name[300];
  snprintf(name, sizeof name, "tintype-%s", look_name);
  *info = (plugin_info){
      .name = name,
      .author = "Tintype",
      .type = FILTER,
      .color_model = RGBA,
      .interface_version = MAJOR_VERSION,
      .major_version = 1,
      .minor_version = 0,
      .parameter_count = look_parameters() + has_variants(),
      .explanation = about ? about : "",
  };
}

// MARK: Parameters

static int type_of(const tintype_parameter *parameter) {
  const char *type = parameter->type;
  if (strcmp(type, "bool") == 0) return BOOL;
  if (strcmp(type, "rgb") == 0) return COLOR;
  if (strcmp(type, "vec2") == 0) return POSITION;
  // A number without a range has no place between 0 and 1.
  return isfinite(parameter->slider_minimum) && isfinite(parameter->slider_maximum) ? DOUBLE : STRING;
}

EXPORTED void f0r_get_param_info(parameter_info *info, int index) {
  static const char *const variant = "One of the variants of the look";
  const tintype_parameter *parameter = look ? tintype_look_parameter(look, (size_t)index) : NULL;
  if (!parameter) {
    *info = (parameter_info){.name = "variant", .type = STRING, .explanation = variant};
    return;
  }
  const char *text = parameter->documentation ? parameter->documentation : parameter->label;
  *info = (parameter_info){.name = parameter->name, .type = type_of(parameter), .explanation = text ? text : ""};
}

/// The number that a text begins with, and what follows it.
static double number_in(const char *text, const char **rest) {
  locale_t before = uselocale(neutral_locale);
  char *end;
  double number = strtod(text, &end);
  uselocale(before);
  if (rest) *rest = end;
  return number;
}

/// What a host has set: a value as frei0r has it. Until then it is the default.
typedef struct {
  bool is_set;
  double number;
  color color;
  position position;
  char *text;
} value;

static value default_value(const tintype_parameter *parameter) {
  value value = {0};
  const char *text = parameter->default_value ? parameter->default_value : "";
  switch (type_of(parameter)) {
    case BOOL:
      value.number = strcmp(text, "true") == 0;
      break;
    case DOUBLE: {
      double span = parameter->slider_maximum - parameter->slider_minimum;
      value.number = span > 0 ? (number_in(text, NULL) - parameter->slider_minimum) / span : 0;
      break;
    }
    case COLOR: {
      unsigned red = 0, green = 0, blue = 0;
      if (sscanf(text, "#%2x%2x%2x", &red, &green, &blue) == 3)
        value.color = (color){red / 255.0f, green / 255.0f, blue / 255.0f};
      break;
    }
    case POSITION: {
      const char *rest = strchr(text, '(');
      value.position.x = rest ? number_in(rest + 1, &rest) : 0;
      rest = rest ? strchr(rest, ',') : NULL;
      value.position.y = rest ? number_in(rest + 1, NULL) : 0;
      break;
    }
    default:
      // A choice is set without the point that a recipe writes before it.
      if (parameter->choices && *text == '.') value.text = strdup(text + 1);
      break;
  }
  return value;
}

/// What the look is set to, as `--set` takes it; the caller frees it.
static char *setting(const tintype_parameter *parameter, const value *value) {
  char text[128] = "";
  locale_t before = uselocale(neutral_locale);
  switch (type_of(parameter)) {
    case BOOL:
      snprintf(text, sizeof text, "%s", value->number >= 0.5 ? "true" : "false");
      break;
    case DOUBLE: {
      const char *unit;
      number_in(parameter->default_value, &unit);
      double part = fmin(fmax(value->number, 0), 1);
      double number = parameter->slider_minimum + part * (parameter->slider_maximum - parameter->slider_minimum);
      snprintf(text, sizeof text, "%.9g%s", number, unit);
      break;
    }
    case COLOR: {
      const float lanes[] = {value->color.red, value->color.green, value->color.blue};
      unsigned codes[3];
      for (int lane = 0; lane < 3; lane++) codes[lane] = (unsigned)lroundf(fminf(fmaxf(lanes[lane], 0), 1) * 255);
      snprintf(text, sizeof text, "#%02x%02x%02x", codes[0], codes[1], codes[2]);
      break;
    }
    case POSITION:
      snprintf(text, sizeof text, "vec2(%.9g, %.9g)", value->position.x, value->position.y);
      break;
    default:
      break;
  }
  uselocale(before);
  const char *written = type_of(parameter) == STRING ? value->text : text;
  size_t size = strlen(parameter->name) + strlen(written) + 2;
  char *setting = malloc(size);
  if (setting) snprintf(setting, size, "%s=%s", parameter->name, written);
  return setting;
}

// MARK: Instances

typedef struct {
  tintype_format format;
  value *values;
  int count;
  /// The look with these values; NULL until the next frame, and if they have an error.
  tintype_look *configured;
  tintype_options *options;
  bool is_configured, has_failed;
  /// The time between two frames, and the last time; 0 until two frames are known.
  double step, last;
} instance;

EXPORTED void f0r_destruct(void *pointer) {
  instance *self = pointer;
  if (!self) return;
  for (int index = 0; self->values && index < self->count; index++) free(self->values[index].text);
  free(self->values);
  tintype_look_free(self->configured);
  tintype_options_free(self->options);
  free(self);
}

EXPORTED void *f0r_construct(unsigned int width, unsigned int height) {
  instance *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->format = (tintype_format){.width = width, .height = height, .channels = 4, .bits = 8};
  self->count = look_parameters() + has_variants();
  self->values = calloc((size_t)self->count + 1, sizeof *self->values);
  self->options = tintype_options_create();
  if (!self->values || !self->options) {
    f0r_destruct(self);
    return NULL;
  }
  for (int index = 0; index < look_parameters(); index++)
    self->values[index] = default_value(tintype_look_parameter(look, (size_t)index));
  char threads[16];
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  snprintf(threads, sizeof threads, "%ld", processors < 1 ? 1 : processors > 16 ? 16 : processors);
  tintype_options_set(self->options, "threads", threads, NULL);
  return self;
}

/// Whether an index is one of a parameter; hosts pass others.
static bool has_parameter(const instance *self, int index) { return self && index >= 0 && index < self->count; }

EXPORTED void f0r_set_param_value(void *pointer, const void *given, int index) {
  instance *self = pointer;
  if (!has_parameter(self, index) || !given) return;
  value *value = &self->values[index], old = *value;
  parameter_info info;
  f0r_get_param_info(&info, index);
  switch (info.type) {
    case BOOL:
    case DOUBLE:
      value->number = *(const double *)given;
      // Hosts set defaults that they have asked for.
      if (fabs(value->number - old.number) < 1e-7) return;
      break;
    case COLOR:
      value->color = *(const color *)given;
      if (memcmp(&value->color, &old.color, sizeof old.color) == 0) return;
      break;
    case POSITION:
      value->position = *(const position *)given;
      if (memcmp(&value->position, &old.position, sizeof old.position) == 0) return;
      break;
    default: {
      const char *text = *(const char *const *)given;
      if (!text || strcmp(text, old.text ? old.text : "") == 0) return;
      value->text = strdup(text);
      free(old.text);
    }
  }
  value->is_set = true;
  self->is_configured = false;
}

EXPORTED void f0r_get_param_value(void *pointer, void *taken, int index) {
  instance *self = pointer;
  if (!has_parameter(self, index) || !taken) return;
  const value *value = &self->values[index];
  parameter_info info;
  f0r_get_param_info(&info, index);
  switch (info.type) {
    case BOOL:
    case DOUBLE:
      *(double *)taken = value->number;
      break;
    case COLOR:
      *(color *)taken = value->color;
      break;
    case POSITION:
      *(position *)taken = value->position;
      break;
    default:
      *(const char **)taken = value->text ? value->text : "";
  }
}

/// The look with the settings, variant and pictures of an instance; NULL after reporting why there is none.
static tintype_look *configure(const instance *self) {
  tintype_error *error = NULL;
  int parameters = look_parameters();
  const char **settings = calloc((size_t)parameters + 1, sizeof *settings);
  size_t count = 0;
  if (!settings) return NULL;
  for (int index = 0; index < parameters; index++) {
    const tintype_parameter *parameter = tintype_look_parameter(look, (size_t)index);
    const value *value = &self->values[index];
    bool is_empty = type_of(parameter) == STRING && (!value->text || !*value->text);
    if (!value->is_set || is_empty || strcmp(parameter->type, "picture") == 0) continue;
    char *text = setting(parameter, value);
    if (text) settings[count++] = text;
  }
  const char *variant = has_variants() ? self->values[parameters].text : NULL;
  tintype_look *made = tintype_look_configure(look, variant && *variant ? variant : NULL, settings, count, &error);
  for (size_t index = 0; index < count; index++) free((char *)settings[index]);
  free(settings);
  for (int index = 0; made && index < parameters; index++) {
    const tintype_parameter *parameter = tintype_look_parameter(look, (size_t)index);
    const char *file = self->values[index].text;
    if (strcmp(parameter->type, "picture") != 0 || !file || !*file) continue;
    tintype_look *with_picture = tintype_look_give_picture(made, parameter->name, file, &error);
    tintype_look_free(made);
    made = with_picture;
  }
  if (!made) report(error);
  return made;
}

/// The number of a frame. Hosts give its time in seconds or milliseconds and never the frame rate, so the least time
/// between two frames counts as one frame.
static uint32_t frame_at(instance *self, double time) {
  double step = time - self->last;
  if (step > 0 && (self->step == 0 || step < self->step * 0.75)) self->step = step;
  self->last = time;
  double frame = self->step > 0 ? round(time / self->step) : 0;
  return frame > 0 && frame < UINT32_MAX ? (uint32_t)frame : 0;
}

/// Renders a frame; false after reporting why it cannot.
static bool render(instance *self, double time, const uint32_t *source, uint32_t *target) {
  if (!self->is_configured) {
    tintype_look_free(self->configured);
    self->configured = configure(self);
    self->is_configured = true;
    self->has_failed = false;
  }
  if (!self->configured || self->has_failed) return false;
  uint32_t frame = frame_at(self, time);
  tintype_format result = {0};
  tintype_error *error = NULL;
  if (tintype_result_format(self->configured, &self->format, &result, self->options, &error) == TINTYPE_OK) {
    if (result.width != self->format.width || result.height != self->format.height) {
      self->has_failed = true;
      char message[160];
      snprintf(
          message, sizeof message, "the look changes the size from %u x %u to %u x %u, which frei0r cannot",
          self->format.width, self->format.height, result.width, result.height);
      complain(message);
      return false;
    }
    if (tintype_render(
            self->configured, &self->format, source, 0, &result, target, 0, frame, self->options, &error) ==
        TINTYPE_OK)
      return true;
  }
  self->has_failed = true;
  report(error);
  return false;
}

/// A frame passes unchanged if it cannot be rendered: frei0r has no way to fail.
EXPORTED void f0r_update(void *pointer, double time, const uint32_t *source, uint32_t *target) {
  instance *self = pointer;
  if (!self || !source || !target) return;
  if (look && render(self, time, source, target)) return;
  memmove(target, source, (size_t)self->format.width * self->format.height * 4);
}
