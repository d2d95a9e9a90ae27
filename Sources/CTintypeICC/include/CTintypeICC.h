// What Little CMS knows of a color profile, and its conversions of whole rows. Nothing here touches a file or prints.

#ifndef CTINTYPE_ICC_H
#define CTINTYPE_ICC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { TT_ICC_RGB, TT_ICC_GRAY, TT_ICC_CMYK, TT_ICC_OTHER } tt_icc_colors;

enum { TT_ICC_PARAMETERS = 7 };

/// From a stored number to light, 0 to 1: one of the five functions of ICC.1:2022, 10.18, or a table.
typedef struct {
  int function;  // 0 to 4; -1 for a table
  double parameters[TT_ICC_PARAMETERS];
  const uint16_t *entries;  // equally spaced from 0 to 1; they live as long as the profile
  size_t count;
} tt_icc_curve;

typedef struct {
  tt_icc_colors colors;
  /// Whether curves and, for RGB, a matrix say everything; else there are tables, which only a transform can use.
  bool is_plain;
  /// X, Y and Z of red, green and blue at full strength, under D50.
  double colorants[3][3];
  tt_icc_curve curves[3];  // of gray only the first
} tt_icc_description;

typedef struct tt_icc_profile tt_icc_profile;

/// NULL for what is no profile. The bytes are copied.
tt_icc_profile *tt_icc_profile_open(const uint8_t *bytes, size_t count);
void tt_icc_profile_close(tt_icc_profile *profile);

/// Whether the profile can be used at all, and what it says.
bool tt_icc_profile_describe(tt_icc_profile *profile, tt_icc_description *description);

/// How the rows of a source lie in memory.
typedef enum {
  TT_ICC_SAMPLES_RGB,       // interleaved red, green, blue
  TT_ICC_SAMPLES_RGB_GRAY,  // the same with equal samples, of which the first counts
  TT_ICC_SAMPLES_CMYK,      // interleaved inks, 0 is none
  TT_ICC_SAMPLES_CMYK_INVERTED
} tt_icc_samples;

typedef struct {
  tt_icc_samples samples;
  bool is_16_bit;
  bool alpha;  // behind each RGB pixel
} tt_icc_layout;

typedef struct tt_icc_transform tt_icc_transform;

/// From a profile to RGB of 16 bits: relative colorimetric with black point compensation. NULL when the profile lacks what that
/// needs.
tt_icc_transform *tt_icc_transform_create(tt_icc_profile *from, tt_icc_profile *to, tt_icc_layout layout);
void tt_icc_transform_destroy(tt_icc_transform *transform);

/// Converts `count` pixels; alpha is kept. A transform may serve several threads.
void tt_icc_transform_run(const tt_icc_transform *transform, const uint8_t *source, uint16_t *result, size_t count);

#endif
