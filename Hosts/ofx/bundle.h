/// What the files of the bundle share.
#ifndef TINTYPE_OFX_BUNDLE_H
#define TINTYPE_OFX_BUNDLE_H

#include <pthread.h>
#include <stdbool.h>
#include <tintype.h>

#include "ofx.h"

// MARK: host.c

extern const ofx_property_suite *properties;
extern const ofx_effect_suite *effects;
extern const ofx_param_suite *parameters;
/// NULL for a host without messages.
extern const ofx_message_suite *messages;
extern bool has_persistent_messages;

void set_host(ofx_host *given);

/// Fetches the suites. Fails where the host or the processor lacks something.
ofx_status load(void);

/// "" for a property that is not set.
char *string_property(ofx_properties set, const char *name);

/// Whether a property is a word.
bool is(ofx_properties set, const char *name, const char *word);

ofx_pixels pixels_property(ofx_properties set, const char *name);
ofx_pixels intersection(ofx_pixels a, ofx_pixels b);
bool is_empty(ofx_pixels area);

/// The time of an action.
double time_of(ofx_properties arguments);

// MARK: parameters.c

/// The names of the effect's own parameters, which no shipped look uses.
#define VARIANT "TintypeVariant"
#define INPUT_SPACE "TintypeInputSpace"
#define OUTPUT_SPACE "TintypeOutputSpace"

/// How a parameter of a look is one of the host; NULL for none.
const char *host_type(const tintype_parameter *parameter, const tintype_value *value);

/// Whether the values of a type of the host are ints.
bool is_whole(const char *type);

bool is_picture(const tintype_parameter *parameter);

/// The default of a text; the caller frees it. A picture without a file is empty.
char *default_text(const tintype_parameter *parameter, const tintype_value *value);

/// Defines a group for each heading, before its first parameter.
void describe_parameters(ofx_params set, const tintype_look *look);

// MARK: instance.c

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

instance *data_of(ofx_effect effect);
ofx_status create(ofx_effect effect, const tintype_look *look, uint32_t traits);
ofx_status destroy(ofx_effect effect);
ofx_status changed(ofx_effect effect, ofx_properties arguments);

/// Tells the user, on the effect where the host can, else once.
void complain(ofx_effect effect, instance *self, const char *text);

/// Tells an error and frees it.
void report(ofx_effect effect, instance *self, tintype_error *error);

void clear_message(ofx_effect effect, instance *self);

/// The setup for the values at a time, which the caller gives back with `done`; NULL after telling why there is none.
setup *setup_at(ofx_effect effect, instance *self, ofx_time time);

void done(instance *self, setup *setup);

// MARK: areas.c

/// The place of a result of another size: in the middle of the source.
ofx_pixels placed(ofx_pixels source, uint32_t width, uint32_t height);

/// A picture of a size, without memory.
tintype_picture empty_picture(ofx_pixels area);

ofx_status get_area(ofx_effect effect, ofx_properties arguments, ofx_properties results);
ofx_status get_needed(ofx_effect effect, ofx_properties arguments, ofx_properties results);
ofx_status get_preferences(ofx_effect effect, ofx_properties results);

// MARK: render.c

ofx_status render(ofx_effect effect, ofx_properties arguments);

#endif
