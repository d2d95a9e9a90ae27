/// Properties, which have the types and the numbers of values that the interface says.
#include <math.h>

#include "host.h"

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

property *find(ofx_properties set, const char *name) {
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

ofx_status set_pointer(ofx_properties set, const char *name, int index, void *value) {
  property *property = made(set, name, POINTER, index);
  if (!property) return OFX_UNKNOWN;
  property->values[index].pointer = value;
  return OFX_OK;
}

ofx_status set_string(ofx_properties set, const char *name, int index, const char *value) {
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

ofx_status set_double(ofx_properties set, const char *name, int index, double value) {
  return set_number(set, name, DOUBLE, index, value);
}

ofx_status set_int(ofx_properties set, const char *name, int index, int value) {
  return set_number(set, name, INT, index, value);
}

static ofx_status set_strings(ofx_properties set, const char *name, int count, const char *const *values) {
  for (int index = 0; index < count; index++) set_string(set, name, index, values[index]);
  return OFX_OK;
}

ofx_status set_doubles(ofx_properties set, const char *name, int count, const double *values) {
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

ofx_status get_doubles(ofx_properties set, const char *name, int count, double *values) {
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
const ofx_property_suite property_suite = {
    .set_pointer = set_pointer, .set_string = set_string, .set_double = set_double, .set_int = set_int,
    .set_strings = set_strings, .set_doubles = set_doubles, .set_ints = set_ints, .get_pointer = get_pointer,
    .get_string = get_string, .get_double = get_double, .get_int = get_int, .get_doubles = get_doubles,
    .get_ints = get_ints};

void empty(ofx_properties set) {
  for (int index = 0; index < set->count; index++) {
    free(set->list[index].name);
    for (int value = 0; value < 32; value++) free(set->list[index].values[value].string);
  }
  *set = (struct ofx_property_set){0};
}

void set_area(ofx_properties set, const char *name, ofx_pixels area) {
  const int edges[] = {area.x1, area.y1, area.x2, area.y2};
  set_ints(set, name, 4, edges);
}
