/// All looks that ship with the library as OpenFX image effects, in one bundle, for Resolve, Nuke, Natron, Flame and
/// other programs.
///
/// An effect is a filter with one source. Its parameters are those of the look. Pixels may be floats beyond 0 to 1, and
/// rows may lie in any order.
#include <stdio.h>
#include <string.h>

#include "bundle.h"

#define EXPORTED __attribute__((visibility("default")))

/// The most looks that the bundle can list: each has an entry function of its own, because calls carry no index.
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
  if (strcmp(action, OFX_CREATE) == 0) return create(effect, looks[number], traits[number]);
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
