/// Parameters of looks as parameters of the host.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bundle.h"

const char *host_type(const tintype_parameter *parameter, const tintype_value *value) {
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

bool is_whole(const char *type) {
  return strcmp(type, OFX_PARAM_BOOL) == 0 || strcmp(type, OFX_PARAM_CHOICE) == 0 || strcmp(type, OFX_PARAM_INT) == 0;
}

bool is_picture(const tintype_parameter *parameter) { return strcmp(parameter->type, "picture") == 0; }

/// What a setting takes of a text as a recipe writes it: not the quotes around it. Only one with escapes keeps them.
static char *unquoted(const char *text) {
  size_t length = strlen(text);
  bool is_plain = length >= 2 && text[0] == '"' && text[length - 1] == '"' && !strchr(text, '\\');
  return is_plain ? strndup(text + 1, length - 2) : strdup(text);
}

char *default_text(const tintype_parameter *parameter, const tintype_value *value) {
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

void describe_parameters(ofx_params set, const tintype_look *look) {
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
