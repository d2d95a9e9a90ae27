/// Parameters: their description, and their values.
#include <stdarg.h>

#include "host.h"

int lanes(const char *type) {
  if (strcmp(type, OFX_PARAM_DOUBLE_2D) == 0) return 2;
  if (strcmp(type, OFX_PARAM_RGB) == 0) return 3;
  if (strcmp(type, OFX_PARAM_RGBA) == 0) return 4;
  return strcmp(type, OFX_PARAM_GROUP) == 0 ? 0 : 1;
}

bool is_text(const char *type) { return strcmp(type, OFX_PARAM_STRING) == 0; }

static bool is_int(const char *type) {
  return strcmp(type, OFX_PARAM_INT) == 0 || strcmp(type, OFX_PARAM_BOOL) == 0 || strcmp(type, OFX_PARAM_CHOICE) == 0;
}

ofx_param find_param(ofx_params set, const char *name) {
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

const ofx_param_suite param_suite = {
    .define = define, .param = get_param, .value = get_value, .value_at = get_value_at, .set = set_value,
    .begin_edit = begin_edit, .end_edit = end_edit};

void take_defaults(ofx_params set) {
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

void print_params(ofx_params set, bool whole) {
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
