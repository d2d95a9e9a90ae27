// A wrapper of Little CMS: reads ICC profiles and converts rows of pixels. It neither opens files nor prints.

#ifndef CTINTYPE_ICC_H
#define CTINTYPE_ICC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { TT_ICC_RGB, TT_ICC_GRAY, TT_ICC_CMYK, TT_ICC_OTHER } tt_icc_colors;

enum { TT_ICC_PARAMETERS = 7 };

/// A tone curve from a code to linear light, both 0 to 1: one of the five functions of ICC.1:2022, 10.18, or a table.
typedef struct {
  int function;  // 0 to 4; -1 for a table
  double parameters[TT_ICC_PARAMETERS];
  const uint16_t *entries;  // light at equally spaced codes; valid as long as the profile
  size_t count;
} tt_icc_curve;

typedef struct {
  tt_icc_colors colors;
  /// Whether curves, and for RGB a matrix, describe the profile fully. If not, it has tables that need a transform.
  bool is_plain;
  /// XYZ under D50 of red, green and blue.
  double colorants[3][3];
  tt_icc_curve curves[3];  // gray uses the first only
} tt_icc_description;

typedef struct tt_icc_profile tt_icc_profile;

/// Parses a profile; NULL if it is malformed. The bytes are copied.
tt_icc_profile *tt_icc_profile_open(const uint8_t *bytes, size_t count);
void tt_icc_profile_close(tt_icc_profile *profile);

/// Describes the profile. False if its class or its tags are not supported.
bool tt_icc_profile_describe(tt_icc_profile *profile, tt_icc_description *description);

/// The sample layout of source rows.
typedef enum {
  TT_ICC_SAMPLES_RGB,       // interleaved red, green, blue
  TT_ICC_SAMPLES_RGB_GRAY,  // gray stored as RGB; the first sample is used
  TT_ICC_SAMPLES_CMYK,      // interleaved inks, 0 is no ink
  TT_ICC_SAMPLES_CMYK_INVERTED
} tt_icc_samples;

typedef struct {
  tt_icc_samples samples;
  bool is_16_bit;
  bool alpha;  // after each RGB pixel
} tt_icc_layout;

typedef struct tt_icc_transform tt_icc_transform;

/// A transform to 16-bit RGB: relative colorimetric with black point compensation. NULL if the profile lacks the tags
/// for it.
tt_icc_transform *tt_icc_transform_create(tt_icc_profile *from, tt_icc_profile *to, tt_icc_layout layout);
void tt_icc_transform_destroy(tt_icc_transform *transform);

/// Converts `count` pixels and copies alpha. Thread-safe for a shared transform.
void tt_icc_transform_run(const tt_icc_transform *transform, const uint8_t *source, uint16_t *result, size_t count);

/// The version of Little CMS that is loaded, in thousands: 2140 is 2.14.
int tt_icc_version(void);

#endif
