/// The host: its suites, and reading what it passes.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "bundle.h"

static ofx_host *host;
const ofx_property_suite *properties;
const ofx_effect_suite *effects;
const ofx_param_suite *parameters;
const ofx_message_suite *messages;
bool has_persistent_messages;

void set_host(ofx_host *given) { host = given; }

/// Keeps this library and those that it needs in memory, also when the host unloads it: Swift's runtime and its threads
/// refer to them.
static void stay_loaded(void) {
  Dl_info place;
  if (dladdr((void *)set_host, &place) && place.dli_fname)
    dlopen(place.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

ofx_status load(void) {
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

char *string_property(ofx_properties set, const char *name) {
  char *value = NULL;
  return properties->get_string(set, name, 0, &value) == OFX_OK && value ? value : "";
}

bool is(ofx_properties set, const char *name, const char *word) {
  return strcmp(string_property(set, name), word) == 0;
}

ofx_pixels pixels_property(ofx_properties set, const char *name) {
  int edges[4] = {0};
  properties->get_ints(set, name, 4, edges);
  return (ofx_pixels){edges[0], edges[1], edges[2], edges[3]};
}

ofx_pixels intersection(ofx_pixels a, ofx_pixels b) {
  return (ofx_pixels){
      a.x1 > b.x1 ? a.x1 : b.x1, a.y1 > b.y1 ? a.y1 : b.y1, a.x2 < b.x2 ? a.x2 : b.x2, a.y2 < b.y2 ? a.y2 : b.y2};
}

bool is_empty(ofx_pixels area) { return area.x2 <= area.x1 || area.y2 <= area.y1; }

double time_of(ofx_properties arguments) {
  double time = 0;
  properties->get_double(arguments, OFX_TIME, 0, &time);
  return time;
}
