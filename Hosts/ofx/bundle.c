/// All looks that ship with the library as OpenFX image effects, in one bundle, for Resolve, Nuke, Natron, Flame and
/// other programs.
///
/// An effect is a filter with one source. Its parameters are those of the look. Pixels may be floats beyond 0 to 1, and
/// rows may lie in any order.
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tintype.h>
#include <unistd.h>

#include "ofx.h"

#define EXPORTED __attribute__((visibility("default")))

// MARK: The host

static ofx_host *host;
static const ofx_property_suite *properties;
static const ofx_effect_suite *effects;
static const ofx_param_suite *parameters;
/// NULL for a host without messages.
static const ofx_message_suite *messages;
static bool has_persistent_messages;

static void set_host(ofx_host *given) { host = given; }

/// Keeps this library and those that it needs in memory, also when the host unloads it: Swift's runtime and its threads
/// refer to them.
static void stay_loaded(void) {
  Dl_info place;
  if (dladdr((void *)set_host, &place) && place.dli_fname)
    dlopen(place.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

static ofx_status load(void) {
  if (!host || !host->fetch_suite) return OFX_MISSING_HOST_FEATURE;
  stay_loaded();
  properties = host->fetch_suite(host->properties, OFX_PROPERTY_SUITE, 1);
  effects = host->fetch_suite(host->properties, OFX_EFFECT_SUITE, 1);
  parameters = host->fetch_suite(host->properties, OFX_PARAM_SUITE, 1);
  messages = host->fetch_suite(host->properties, OFX_MESSAGE_SUITE, 2);
  has_persistent_messages = messages != NULL;
  if (!messages) messages = host->fetch_suite(host->properties, OFX_MESSAGE_SUITE, 1);
  if (!properties || !effects || !parameters) return OFX_MISSING_HOST_FEATURE;
  if (tintype_abi() == TINTYPE_ABI && tintype_processor_is_supported()) return OFX_OK;
  fprintf(stderr, "Tintype.ofx: %s\n", tintype_abi() == TINTYPE_ABI ? "the processor lacks AVX2 and FMA" :
                                                                       "libtintype has another interface");
  return OFX_MISSING_HOST_FEATURE;
}

static char *string_property(ofx_properties set, const char *name) {
  char *value = NULL;
  return properties->get_string(set, name, 0, &value) == OFX_OK && value ? value : "";
}

static bool is(ofx_properties set, const char *name, const char *word) {
  return strcmp(string_property(set, name), word) == 0;
}

static ofx_pixels pixels_property(ofx_properties set, const char *name) {
  int edges[4] = {0};
  properties->get_ints(set, name, 4, edges);
  return (ofx_pixels){edges[0], edges[1], edges[2], edges[3]};
}

static ofx_pixels intersection(ofx_pixels a, ofx_pixels b) {
  return (ofx_pixels){
      a.x1 > b.x1 ? a.x1 : b.x1, a.y1 > b.y1 ? a.y1 : b.y1, a.x2 < b.x2 ? a.x2 : b.x2, a.y2 < b.y2 ? a.y2 : b.y2};
}

static bool is_empty(ofx_pixels area) { return area.x2 <= area.x1 || area.y2 <= area.y1; }

// MARK: Parameters

/// The names of the effect's own parameters, which no shipped look uses.
#define VARIANT "TintypeVariant"
#define INPUT_SPACE "TintypeInputSpace"
#define OUTPUT_SPACE "TintypeOutputSpace"

/// How a parameter of a look is one of the host; NULL for none.
static const char *host_type(const tintype_parameter *parameter, const tintype_value *value) {
  switch (value->count) {
    case 0:
      return strcmp(parameter->type, "lut") == 0 ? NULL : OFX_PARAM_STRING;
    case 1:
      if (strcmp(parameter->type, "bool") == 0) return OFX_PARAM_BOOL;
      if (strcmp(parameter->type, "choice") == 0) return OFX_PARAM_CHOICE;
      return strcmp(parameter->type, "seed") == 0 ? OFX_PARAM_INT : OFX_PARAM_DOUBLE;
    case 2:
      return OFX_PARAM_DOUBLE_2D;
    case 3:
      return OFX_PARAM_RGB;
    default:
      return OFX_PARAM_RGBA;
  }
}

static bool is_whole(const char *type) {
  return strcmp(type, OFX_PARAM_BOOL) == 0 || strcmp(type, OFX_PARAM_CHOICE) == 0 || strcmp(type, OFX_PARAM_INT) == 0;
}

static bool is_picture(const tintype_parameter *parameter) { return strcmp(parameter->type, "picture") == 0; }

/// What a setting takes of a text as a recipe writes it: not the quotes around it. Only one with escapes keeps them.
static char *unquoted(const char *text) {
  size_t length = strlen(text);
  bool is_plain = length >= 2 && text[0] == '"' && text[length - 1] == '"' && !strchr(text, '\\');
  return is_plain ? strndup(text + 1, length - 2) : strdup(text);
}

/// The default of a text; the caller frees it. A picture without a file is empty.
static char *default_text(const tintype_parameter *parameter, const tintype_value *value) {
  return is_picture(parameter) ? strdup("") : unquoted(value->text ? value->text : "");
}

/// Sets a limit of a number unless it is infinite.
static void set_limit(ofx_properties set, const char *name, size_t count, bool whole, double limit) {
  if (!isfinite(limit)) return;
  for (int index = 0; index < (int)count; index++) {
    if (whole)
      properties->set_int(set, name, index, (int)limit);
    else
      properties->set_double(set, name, index, limit);
  }
}

/// The decimals that a slider shows.
static int digits(const tintype_parameter *parameter) {
  double span = parameter->slider_maximum - parameter->slider_minimum;
  return !(span > 0) || span < 10 ? 3 : span < 1000 ? 1 : 0;
}

static void describe_number(ofx_properties set, const char *type, const tintype_parameter *parameter,
                            const tintype_value *value) {
  bool whole = is_whole(type);
  for (int index = 0; index < (int)value->count; index++) {
    if (whole)
      properties->set_int(set, OFX_DEFAULT, index, (int)value->numbers[index]);
    else
      properties->set_double(set, OFX_DEFAULT, index, value->numbers[index]);
  }
  for (int index = 0; parameter->choices && parameter->choices[index]; index++)
    properties->set_string(set, OFX_OPTION, index, parameter->choices[index]);
  if (strcmp(parameter->type, "seed") == 0) {
    set_limit(set, OFX_MIN, 1, true, -1);
    set_limit(set, OFX_MAX, 1, true, 1 << 24);
  }
  bool is_number = strcmp(type, OFX_PARAM_DOUBLE) == 0 || strcmp(type, OFX_PARAM_DOUBLE_2D) == 0;
  if (!is_number) return;
  set_limit(set, OFX_MIN, value->count, false, parameter->minimum);
  set_limit(set, OFX_MAX, value->count, false, parameter->maximum);
  set_limit(set, OFX_SLIDER_MIN, value->count, false, parameter->slider_minimum);
  set_limit(set, OFX_SLIDER_MAX, value->count, false, parameter->slider_maximum);
  if (parameter->step > 0) properties->set_double(set, OFX_STEP, 0, parameter->step);
  properties->set_int(set, OFX_DIGITS, 0, digits(parameter));
  // Not a place in the picture, whose unit would follow the project.
  properties->set_string(set, OFX_DOUBLE_TYPE, 0, OFX_PLAIN);
}

static void describe_parameter(ofx_params set, const tintype_parameter *parameter, const tintype_value *value,
                               const char *parent) {
  const char *type = host_type(parameter, value);
  ofx_properties described;
  if (!type || parameters->define(set, type, parameter->name, &described) != OFX_OK) return;
  char label[256];
  const char *name = parameter->label ? parameter->label : parameter->name;
  if (parameter->unit && value->count > 0)
    snprintf(label, sizeof label, "%s (%s)", name, parameter->unit);
  else
    snprintf(label, sizeof label, "%s", name);
  properties->set_string(described, OFX_LABEL, 0, label);
  if (parameter->documentation) properties->set_string(described, OFX_HINT, 0, parameter->documentation);
  if (parent) properties->set_string(described, OFX_PARENT, 0, parent);
  if (value->count > 0) {
    describe_number(described, type, parameter, value);
    return;
  }
  char *text = default_text(parameter, value);
  if (text) properties->set_string(described, OFX_DEFAULT, 0, text);
  free(text);
  if (is_picture(parameter)) properties->set_string(described, OFX_STRING_MODE, 0, OFX_FILE_PATH);
}

/// A choice whose first option is `first`, unless it is NULL.
static void describe_choice(ofx_params set, const char *name, const char *label, const char *hint, const char *first,
                            const char *const *options) {
  ofx_properties described;
  if (parameters->define(set, OFX_PARAM_CHOICE, name, &described) != OFX_OK) return;
  properties->set_string(described, OFX_LABEL, 0, label);
  properties->set_string(described, OFX_HINT, 0, hint);
  int count = 0;
  if (first) properties->set_string(described, OFX_OPTION, count++, first);
  for (; *options; options++) properties->set_string(described, OFX_OPTION, count++, *options);
  properties->set_int(described, OFX_DEFAULT, 0, 0);
  properties->set_int(described, OFX_ANIMATES, 0, 0);
}

/// Defines a group for each heading, before its first parameter.
static void describe_parameters(ofx_params set, const tintype_look *look) {
  if (tintype_look_variants(look)[0])
    describe_choice(
        set, VARIANT, "Variant", "Sets the parameters to those of a variant of the look", "default",
        tintype_look_variants(look));
  char group[32] = "";
  const char *heading = NULL;
  for (size_t index = 0; index < tintype_look_parameter_count(look); index++) {
    const tintype_parameter *parameter = tintype_look_parameter(look, index);
    bool is_new = parameter->group && (!heading || strcmp(heading, parameter->group) != 0);
    heading = parameter->group;
    ofx_properties described;
    if (is_new) {
      snprintf(group, sizeof group, "TintypeGroup%zu", index);
      if (parameters->define(set, OFX_PARAM_GROUP, group, &described) == OFX_OK)
        properties->set_string(described, OFX_LABEL, 0, heading);
    }
    describe_parameter(set, parameter, tintype_look_value(look, index), heading ? group : NULL);
  }
  describe_choice(
      set, INPUT_SPACE, "Input space", "What the numbers of the source mean: those of the host's timeline or project",
      NULL, tintype_spaces());
  describe_choice(
      set, OUTPUT_SPACE, "Output space", "What the numbers of the result mean", "as input", tintype_spaces());
}

// MARK: Effects

/// The most looks that the bundle can list: each has an entry function of its own, since a call says no number.
enum { MOST_LOOKS = 130 };

/// The looks that have been described.
static tintype_look *looks[MOST_LOOKS];
/// What they need with their defaults.
static uint32_t traits[MOST_LOOKS];

static ofx_status describe(int number, ofx_effect effect) {
  const char *name = tintype_shipped_looks()[number];
  if (!looks[number]) {
    tintype_error *error = NULL;
    looks[number] = tintype_look_open(name, &error);
    if (error) fprintf(stderr, "Tintype.ofx: %s\n", tintype_error_message(error));
    tintype_error_free(error);
    if (!looks[number]) return OFX_FAILED;
  }
  const tintype_look *look = looks[number];
  ofx_properties set;
  if (effects->properties(effect, &set) != OFX_OK) return OFX_FAILED;
  properties->set_string(set, OFX_LABEL, 0, tintype_look_title(look));
  properties->set_string(set, OFX_GROUPING, 0, "Tintype");
  if (tintype_look_about(look)) properties->set_string(set, OFX_DESCRIPTION, 0, tintype_look_about(look));
  properties->set_string(set, OFX_CONTEXTS, 0, OFX_FILTER);
  static const char *const depths[] = {OFX_BYTE, OFX_SHORT, OFX_FLOAT, OFX_HALF};
  for (int depth = 0; depth < 4; depth++) properties->set_string(set, OFX_DEPTHS, depth, depths[depth]);
  properties->set_string(set, OFX_SAFETY, 0, OFX_FULLY_SAFE);
  properties->set_int(set, OFX_HOST_THREADING, 0, 0);
  properties->set_int(set, OFX_ANY_SIZE, 0, 1);
  properties->set_int(set, OFX_TEMPORAL, 0, 0);
  properties->set_int(set, OFX_CLIP_DEPTHS, 0, 0);
  traits[number] = tintype_look_traits(look);
  properties->set_int(set, OFX_TILES, 0, (traits[number] & TINTYPE_OWN_PIXEL) != 0);
  // Grain that a parameter adds makes equal frames differ.
  int count = 0;
  for (size_t index = 0; index < tintype_look_parameter_count(look); index++)
    if (host_type(tintype_look_parameter(look, index), tintype_look_value(look, index)))
      properties->set_string(set, OFX_PREFERENCE_PARAMS, count++, tintype_look_parameter(look, index)->name);
  return OFX_OK;
}

static ofx_status describe_in_context(int number, ofx_effect effect) {
  const tintype_look *look = looks[number];
  if (!look) return OFX_FAILED;
  static const char *const clips[] = {OFX_SOURCE, OFX_OUTPUT};
  for (int clip = 0; clip < 2; clip++) {
    ofx_properties set;
    if (effects->define_clip(effect, clips[clip], &set) != OFX_OK) return OFX_FAILED;
    properties->set_string(set, OFX_COMPONENTS_SUPPORTED, 0, OFX_RGBA);
    properties->set_string(set, OFX_COMPONENTS_SUPPORTED, 1, OFX_RGB);
  }
  ofx_params set;
  if (effects->params(effect, &set) != OFX_OK) return OFX_FAILED;
  describe_parameters(set, look);
  return OFX_OK;
}

// MARK: Instances

/// A look with values. Frames that are rendered at once may share it.
typedef struct {
  tintype_look *look;
  int uses;
  tintype_value *values;
  size_t count;
} setup;

typedef struct {
  const tintype_look *look;
  /// What it needs with its defaults.
  uint32_t traits;
  ofx_clip source, output;
  ofx_params set;
  /// For each parameter of the look; NULL where the host has none.
  ofx_param *params;
  ofx_param input_space, output_space;
  /// Guards what follows.
  pthread_mutex_t lock;
  /// That of the last frame.
  setup *last;
  bool shows_message;
} instance;

static instance *data_of(ofx_effect effect) {
  ofx_properties set;
  void *data = NULL;
  if (effects->properties(effect, &set) == OFX_OK) properties->get_pointer(set, OFX_INSTANCE_DATA, 0, &data);
  return data;
}

/// Tells the user, on the effect where the host can, else once.
static void complain(ofx_effect effect, instance *self, const char *text) {
  pthread_mutex_lock(&self->lock);
  bool is_first = !self->shows_message;
  self->shows_message = true;
  pthread_mutex_unlock(&self->lock);
  if (!messages)
    fprintf(stderr, "Tintype.ofx: %s\n", text);
  else if (has_persistent_messages)
    messages->set_persistent(effect, OFX_ERROR, "tintype", "%s", text);
  else if (is_first)
    messages->message(effect, OFX_ERROR, "tintype", "%s", text);
}

/// Tells an error and frees it.
static void report(ofx_effect effect, instance *self, tintype_error *error) {
  complain(effect, self, tintype_error_message(error));
  tintype_error_free(error);
}

static void clear_message(ofx_effect effect, instance *self) {
  pthread_mutex_lock(&self->lock);
  bool shows = self->shows_message;
  self->shows_message = false;
  pthread_mutex_unlock(&self->lock);
  if (shows && has_persistent_messages) messages->clear_persistent(effect);
}

static void free_values(tintype_value *values, size_t count) {
  for (size_t index = 0; values && index < count; index++) free((char *)values[index].text);
  free(values);
}

/// Gives up a setup; whoever holds the lock calls it.
static void release(setup *setup) {
  if (!setup || --setup->uses > 0) return;
  tintype_look_free(setup->look);
  free_values(setup->values, setup->count);
  free(setup);
}

/// The values that the host has at a time, one for each parameter of the look; NULL without memory.
static tintype_value *host_values(const instance *self, ofx_time time, size_t count) {
  tintype_value *values = calloc(count + 1, sizeof *values);
  for (size_t index = 0; values && index < count; index++) {
    const tintype_parameter *parameter = tintype_look_parameter(self->look, index);
    tintype_value *value = &values[index];
    *value = *tintype_look_value(self->look, index);
    value->text = NULL;
    const char *type = host_type(parameter, tintype_look_value(self->look, index));
    if (!type || !self->params[index]) continue;
    double *n = value->numbers;
    if (value->count == 0) {
      char *text = NULL;
      parameters->value_at(self->params[index], time, &text);
      value->text = strdup(text ? text : "");
    } else if (is_whole(type)) {
      int number = (int)n[0];
      parameters->value_at(self->params[index], time, &number);
      n[0] = number;
    } else if (value->count == 1) {
      parameters->value_at(self->params[index], time, &n[0]);
    } else if (value->count == 2) {
      parameters->value_at(self->params[index], time, &n[0], &n[1]);
    } else if (value->count == 3) {
      parameters->value_at(self->params[index], time, &n[0], &n[1], &n[2]);
    } else {
      parameters->value_at(self->params[index], time, &n[0], &n[1], &n[2], &n[3]);
    }
  }
  return values;
}

static bool are_equal(const tintype_value *a, const tintype_value *b, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (memcmp(a[index].numbers, b[index].numbers, sizeof a->numbers) != 0) return false;
    if (strcmp(a[index].text ? a[index].text : "", b[index].text ? b[index].text : "") != 0) return false;
  }
  return true;
}

/// The look with values and pictures; NULL for an error.
static tintype_look *configured(const instance *self, const tintype_value *values, size_t count,
                                tintype_error **error) {
  tintype_value *set = calloc(count + 1, sizeof *set);
  size_t sets = 0;
  if (!set) return NULL;
  for (size_t index = 0; index < count; index++) {
    const tintype_parameter *parameter = tintype_look_parameter(self->look, index);
    bool is_text = values[index].count == 0;
    if (!self->params[index] || is_picture(parameter)) continue;
    if (is_text) {
      // Its default may be what no setting can state, such as a date of the photo.
      char *text = default_text(parameter, tintype_look_value(self->look, index));
      bool is_default = text && strcmp(text, values[index].text) == 0;
      free(text);
      if (is_default) continue;
    }
    set[sets++] = values[index];
  }
  tintype_look *look = tintype_look_set(self->look, NULL, set, sets, TINTYPE_CLAMP, error);
  free(set);
  for (size_t index = 0; look && index < count; index++) {
    const tintype_parameter *parameter = tintype_look_parameter(self->look, index);
    const char *file = values[index].text;
    if (!is_picture(parameter) || !file || !*file) continue;
    tintype_look *with_picture = tintype_look_give_picture(look, parameter->name, file, error);
    tintype_look_free(look);
    look = with_picture;
  }
  return look;
}

/// The setup for the values at a time, which the caller gives back with `done`; NULL after telling why there is none.
static setup *setup_at(ofx_effect effect, instance *self, ofx_time time) {
  size_t count = tintype_look_parameter_count(self->look);
  tintype_value *values = host_values(self, time, count);
  if (!values) return NULL;
  pthread_mutex_lock(&self->lock);
  setup *found = self->last && are_equal(self->last->values, values, count) ? self->last : NULL;
  if (found) found->uses++;
  pthread_mutex_unlock(&self->lock);
  if (found) {
    free_values(values, count);
    return found;
  }
  tintype_error *error = NULL;
  tintype_look *look = configured(self, values, count, &error);
  setup *made = look ? calloc(1, sizeof *made) : NULL;
  if (!made) {
    if (error) report(effect, self, error);
    tintype_look_free(look);
    free_values(values, count);
    return NULL;
  }
  // One use is that of the instance.
  *made = (setup){.look = look, .uses = 2, .values = values, .count = count};
  pthread_mutex_lock(&self->lock);
  release(self->last);
  self->last = made;
  pthread_mutex_unlock(&self->lock);
  return made;
}

static void done(instance *self, setup *setup) {
  pthread_mutex_lock(&self->lock);
  release(setup);
  pthread_mutex_unlock(&self->lock);
}

static ofx_status destroy(ofx_effect effect) {
  instance *self = data_of(effect);
  if (!self) return OFX_OK;
  release(self->last);
  pthread_mutex_destroy(&self->lock);
  free(self->params);
  free(self);
  ofx_properties set;
  if (effects->properties(effect, &set) == OFX_OK) properties->set_pointer(set, OFX_INSTANCE_DATA, 0, NULL);
  return OFX_OK;
}

static ofx_status create(int number, ofx_effect effect) {
  const tintype_look *look = looks[number];
  instance *self = look ? calloc(1, sizeof *self) : NULL;
  if (!self) return OFX_FAILED;
  self->look = look;
  self->traits = traits[number];
  pthread_mutex_init(&self->lock, NULL);
  size_t count = tintype_look_parameter_count(look);
  self->params = calloc(count + 1, sizeof *self->params);
  ofx_properties set;
  bool is_whole = self->params && effects->properties(effect, &set) == OFX_OK &&
                  effects->params(effect, &self->set) == OFX_OK &&
                  effects->clip(effect, OFX_SOURCE, &self->source, NULL) == OFX_OK &&
                  effects->clip(effect, OFX_OUTPUT, &self->output, NULL) == OFX_OK &&
                  parameters->param(self->set, INPUT_SPACE, &self->input_space, NULL) == OFX_OK &&
                  parameters->param(self->set, OUTPUT_SPACE, &self->output_space, NULL) == OFX_OK &&
                  properties->set_pointer(set, OFX_INSTANCE_DATA, 0, self) == OFX_OK;
  if (!is_whole) {
    pthread_mutex_destroy(&self->lock);
    free(self->params);
    free(self);
    return OFX_FAILED;
  }
  for (size_t index = 0; index < count; index++) {
    const tintype_parameter *parameter = tintype_look_parameter(look, index);
    if (host_type(parameter, tintype_look_value(look, index)))
      parameters->param(self->set, parameter->name, &self->params[index], NULL);
  }
  return OFX_OK;
}

/// Gives a parameter of the host a value.
static void set_param(ofx_param param, const tintype_parameter *parameter, const tintype_value *value) {
  const char *type = host_type(parameter, value);
  const double *n = value->numbers;
  if (value->count == 0) {
    char *text = default_text(parameter, value);
    if (text) parameters->set(param, text);
    free(text);
  } else if (is_whole(type)) {
    parameters->set(param, (int)n[0]);
  } else if (value->count == 1) {
    parameters->set(param, n[0]);
  } else if (value->count == 2) {
    parameters->set(param, n[0], n[1]);
  } else if (value->count == 3) {
    parameters->set(param, n[0], n[1], n[2]);
  } else {
    parameters->set(param, n[0], n[1], n[2], n[3]);
  }
}

/// A variant that the user chooses sets the parameters, which then go on from it.
static ofx_status changed(ofx_effect effect, ofx_properties arguments) {
  instance *self = data_of(effect);
  if (!self || !is(arguments, OFX_REASON, OFX_USER_EDITED) || !is(arguments, OFX_NAME, VARIANT))
    return OFX_REPLY_DEFAULT;
  ofx_param choice;
  int chosen = 0;
  if (parameters->param(self->set, VARIANT, &choice, NULL) != OFX_OK) return OFX_FAILED;
  parameters->value(choice, &chosen);
  const char *variant = chosen > 0 ? tintype_look_variants(self->look)[chosen - 1] : NULL;
  tintype_error *error = NULL;
  tintype_look *look = tintype_look_configure(self->look, variant, NULL, 0, &error);
  if (!look) {
    report(effect, self, error);
    return OFX_FAILED;
  }
  parameters->begin_edit(self->set, "Variant");
  for (size_t index = 0; index < tintype_look_parameter_count(look); index++) {
    const tintype_parameter *parameter = tintype_look_parameter(look, index);
    if (self->params[index] && !is_picture(parameter))
      set_param(self->params[index], parameter, tintype_look_value(look, index));
  }
  parameters->end_edit(self->set);
  tintype_look_free(look);
  return OFX_OK;
}

// MARK: Sizes

/// The place of a result of another size: in the middle of the source.
static ofx_pixels placed(ofx_pixels source, uint32_t width, uint32_t height) {
  int x = source.x1 + (int)floor((source.x2 - source.x1 - (double)width) / 2);
  int y = source.y1 + (int)floor((source.y2 - source.y1 - (double)height) / 2);
  return (ofx_pixels){x, y, x + (int)width, y + (int)height};
}

static double time_of(ofx_properties arguments) {
  double time = 0;
  properties->get_double(arguments, OFX_TIME, 0, &time);
  return time;
}

/// The pixels of a canonical area at full scale; false for one that is empty or has no end.
static bool pixels_of(ofx_area area, double aspect, ofx_pixels *pixels) {
  const double limit = 1 << 24;
  if (!(area.x1 > -limit && area.y1 > -limit && area.x2 < limit && area.y2 < limit)) return false;
  *pixels = (ofx_pixels){
      (int)floor(area.x1 / aspect), (int)floor(area.y1), (int)ceil(area.x2 / aspect), (int)ceil(area.y2)};
  return !is_empty(*pixels);
}

/// The area of the source at a time, in pixels at full scale.
static bool source_pixels(const instance *self, ofx_time time, double *aspect, ofx_pixels *pixels) {
  ofx_area area;
  ofx_properties set;
  *aspect = 1;
  if (effects->clip_properties(self->source, &set) == OFX_OK) properties->get_double(set, OFX_ASPECT, 0, aspect);
  if (!(*aspect > 0)) *aspect = 1;
  return effects->clip_area(self->source, time, &area) == OFX_OK && pixels_of(area, *aspect, pixels);
}

static tintype_picture empty_picture(ofx_pixels area) {
  return (tintype_picture){
      .size = sizeof(tintype_picture), .width = (uint32_t)(area.x2 - area.x1), .height = (uint32_t)(area.y2 - area.y1),
      .channels = 4};
}

/// The result of a look that crops, turns or resizes is as large as it is.
static ofx_status get_area(ofx_effect effect, ofx_properties arguments, ofx_properties results) {
  instance *self = data_of(effect);
  double aspect, time = time_of(arguments);
  ofx_pixels source;
  if (!self || !source_pixels(self, time, &aspect, &source)) return OFX_REPLY_DEFAULT;
  setup *setup = setup_at(effect, self, time);
  if (!setup) return OFX_REPLY_DEFAULT;
  tintype_picture from = empty_picture(source), to = from;
  tintype_status status = tintype_result_size(setup->look, &from, &to, NULL, NULL);
  done(self, setup);
  if (status != TINTYPE_OK || (to.width == from.width && to.height == from.height)) return OFX_REPLY_DEFAULT;
  ofx_pixels area = placed(source, to.width, to.height);
  const double edges[] = {area.x1 * aspect, area.y1, area.x2 * aspect, area.y2};
  properties->set_doubles(results, OFX_AREA, 4, edges);
  return OFX_OK;
}

/// Looks that read other pixels than their own get the whole source.
static ofx_status get_needed(ofx_effect effect, ofx_properties arguments, ofx_properties results) {
  instance *self = data_of(effect);
  ofx_time time = time_of(arguments);
  ofx_area area;
  double wanted[4] = {0};
  properties->get_doubles(arguments, OFX_WANTED, 4, wanted);
  if (!self || effects->clip_area(self->source, time, &area) != OFX_OK) return OFX_REPLY_DEFAULT;
  bool is_whole = wanted[0] <= area.x1 && wanted[1] <= area.y1 && wanted[2] >= area.x2 && wanted[3] >= area.y2;
  setup *setup = is_whole ? NULL : setup_at(effect, self, time);
  if (!setup) return OFX_REPLY_DEFAULT;
  bool reads_own_pixel = tintype_look_traits(setup->look) & TINTYPE_OWN_PIXEL;
  // A look that crops, or adds a border, reads its own pixel at another place.
  double aspect;
  ofx_pixels source;
  if (reads_own_pixel && source_pixels(self, time, &aspect, &source)) {
    tintype_picture from = empty_picture(source), to = from;
    reads_own_pixel = tintype_result_size(setup->look, &from, &to, NULL, NULL) == TINTYPE_OK &&
                      to.width == from.width && to.height == from.height;
  }
  done(self, setup);
  if (reads_own_pixel) return OFX_REPLY_DEFAULT;
  const double edges[] = {area.x1, area.y1, area.x2, area.y2};
  properties->set_doubles(results, OFX_NEEDED_OF OFX_SOURCE, 4, edges);
  return OFX_OK;
}

static ofx_status get_preferences(ofx_effect effect, ofx_properties results) {
  instance *self = data_of(effect);
  if (!self) return OFX_REPLY_DEFAULT;
  bool varies = self->traits & TINTYPE_VARIES_WITH_FRAME;
  setup *setup = varies ? NULL : setup_at(effect, self, 0);
  if (setup) {
    varies = tintype_look_traits(setup->look) & TINTYPE_VARIES_WITH_FRAME;
    done(self, setup);
  }
  properties->set_int(results, OFX_FRAME_VARYING, 0, varies);
  return OFX_OK;
}

// MARK: Rendering

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

static ofx_status render(ofx_effect effect, ofx_properties arguments) {
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

// MARK: Entries

static int look_count(void) {
  int count = 0;
  for (const char *const *name = tintype_shipped_looks(); *name && count < MOST_LOOKS; name++) count++;
  return count;
}

static ofx_status act(
    int number, const char *action, const void *handle, ofx_properties arguments, ofx_properties results) {
  ofx_effect effect = (ofx_effect)handle;
  if (strcmp(action, OFX_LOAD) == 0) return load();
  if (!properties) return OFX_FAILED;
  if (strcmp(action, OFX_UNLOAD) == 0) {
    tintype_look_free(looks[number]);
    looks[number] = NULL;
    return OFX_OK;
  }
  if (strcmp(action, OFX_DESCRIBE) == 0) return describe(number, effect);
  if (strcmp(action, OFX_DESCRIBE_IN_CONTEXT) == 0) return describe_in_context(number, effect);
  if (strcmp(action, OFX_CREATE) == 0) return create(number, effect);
  if (strcmp(action, OFX_DESTROY) == 0) return destroy(effect);
  if (strcmp(action, OFX_CHANGED) == 0) return changed(effect, arguments);
  if (strcmp(action, OFX_RENDER) == 0) return render(effect, arguments);
  if (strcmp(action, OFX_GET_AREA) == 0) return get_area(effect, arguments, results);
  if (strcmp(action, OFX_GET_NEEDED) == 0) return get_needed(effect, arguments, results);
  if (strcmp(action, OFX_GET_PREFERENCES) == 0) return get_preferences(effect, results);
  return OFX_REPLY_DEFAULT;
}

#define ENTRY(n)                                                                                               \
  static ofx_status entry_##n(                                                                                 \
      const char *action, const void *handle, ofx_properties arguments, ofx_properties results) {              \
    return act(n, action, handle, arguments, results);                                                         \
  }
#define NAME(n) entry_##n,
#define TEN(each, n)                                                                                           \
  each(n##0) each(n##1) each(n##2) each(n##3) each(n##4) each(n##5) each(n##6) each(n##7) each(n##8) each(n##9)
#define ALL(each)                                                                                              \
  TEN(each, ) TEN(each, 1) TEN(each, 2) TEN(each, 3) TEN(each, 4) TEN(each, 5) TEN(each, 6) TEN(each, 7)       \
  TEN(each, 8) TEN(each, 9) TEN(each, 10) TEN(each, 11) TEN(each, 12)

ALL(ENTRY)

static ofx_entry *const entries[] = {ALL(NAME)};
_Static_assert(sizeof entries / sizeof *entries == MOST_LOOKS, "each look has an entry");

EXPORTED int OfxGetNumberOfPlugins(void) { return look_count(); }

EXPORTED ofx_plugin *OfxGetPlugin(int number) {
  static ofx_plugin plugins[MOST_LOOKS];
  static char identifiers[MOST_LOOKS][128];
  if (number < 0 || number >= look_count()) return NULL;
  snprintf(identifiers[number], sizeof identifiers[number], "tintype.%s", tintype_shipped_looks()[number]);
  plugins[number] = (ofx_plugin){
      .api = OFX_API, .api_version = 1, .identifier = identifiers[number], .major_version = 1, .minor_version = 0,
      .set_host = set_host, .entry = entries[number]};
  return &plugins[number];
}
