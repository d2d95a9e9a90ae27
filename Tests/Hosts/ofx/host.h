/// What the files of the host share.
#ifndef TINTYPE_OFX_HOST_H
#define TINTYPE_OFX_HOST_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../Hosts/ofx/ofx.h"

/// Set once the plug-in breaks what the interface promises.
extern int broken;

#define BROKEN(...)                 \
  do {                              \
    fprintf(stderr, __VA_ARGS__);   \
    fputc('\n', stderr);            \
    broken = 1;                     \
  } while (0)

/// The action that runs; "" between actions.
extern const char *action;

static inline bool runs(const char *name) { return strcmp(action, name) == 0; }

// MARK: properties.c

typedef enum { POINTER, STRING, DOUBLE, INT } kind;

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

extern const ofx_property_suite property_suite;

property *find(ofx_properties set, const char *name);
ofx_status set_pointer(ofx_properties set, const char *name, int index, void *value);
ofx_status set_string(ofx_properties set, const char *name, int index, const char *value);
ofx_status set_double(ofx_properties set, const char *name, int index, double value);
ofx_status set_int(ofx_properties set, const char *name, int index, int value);
ofx_status set_doubles(ofx_properties set, const char *name, int count, const double *values);
ofx_status get_doubles(ofx_properties set, const char *name, int count, double *values);
void set_area(ofx_properties set, const char *name, ofx_pixels area);
void empty(ofx_properties set);

// MARK: parameters.c

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

extern const ofx_param_suite param_suite;

/// The numbers of a type.
int lanes(const char *type);

bool is_text(const char *type);
ofx_param find_param(ofx_params set, const char *name);

/// Gives each parameter its default, and checks its description.
void take_defaults(ofx_params set);

void print_params(ofx_params set, bool whole);

// MARK: images.c

/// How images lie in memory.
typedef struct {
  const char *depth, *alpha;
  int sample_bytes, channels, padding;
  bool is_upward;
  double scale;
} layout;

extern layout images;

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

extern const ofx_effect_suite effect_suite;
extern bool aborts;

/// The clips whose images are counted.
extern ofx_clip clip_of_image[2];

ofx_status get_clip(ofx_effect effect, const char *name, ofx_clip *clip, ofx_properties *set);
size_t pixel_bytes(void);
size_t row_bytes(ofx_pixels area);
size_t memory_bytes(ofx_pixels area);

/// The pixel at a place of an image.
unsigned char *at(ofx_clip clip, int x, int y);

// MARK: messages.c

extern const ofx_message_suite message_suite;
extern int message_version;

#endif
