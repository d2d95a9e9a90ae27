// What a camera's raw file holds beside what other formats do: what its sensor recorded, and what that means.

#ifndef TINTYPE_RAW_H
#define TINTYPE_RAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  TT_SENSOR_BAYER,   // one color at each place, of a pattern of 2 x 2
  TT_SENSOR_OTHER,   // another pattern: the library delivers balanced colors, white of the largest factor at 65,535
  TT_SENSOR_COLORS,  // three colors at each place
  TT_SENSOR_GRAY     // lightness alone
} tt_sensor_kind;

enum { TT_BLACK_SIDE_MAX = 64 };

/// What a sensor's samples mean. Of its colors 0 is red, 1 green and 2 blue.
typedef struct tt_sensor {
  tt_sensor_kind kind;
  uint32_t width, height;   // of the picture that the file says is to be shown
  uint8_t pattern[4];       // the colors of the picture's first 2 x 2 places, row by row
  uint32_t black_width, black_height, black_channels;
  const float *black;       // the samples of no light: a pattern that repeats from the picture's first place on, with
                            // a number for each channel of a place
  float white[3];           // the samples beyond which the sensor records nothing, by channel; a mosaic's are equal
  float camera_white[3];    // factors that make gray of what the camera took for gray; 0 where it does not say
  float daylight_white[3];  // the same of daylight; 0 where the library does not know the camera
  float to_srgb[3][3];      // from balanced colors to linear light of sRGB's primaries
  float from_xyz[3][3];     // from CIE XYZ to the sensor's colors
  bool knows_color;         // whether the matrices are the camera's
  float baseline_exposure;  // in stops, what the file says is to be added; 0 where it does not
  char make[64], model[64];
  float iso, exposure_time, aperture, focal_length;  // 0 where the library does not know
  int64_t date;             // the camera's clock, as local time in seconds since 1970; 0 where it is not known

  // Set by the caller before `start`: for another pattern, the factors that balance colors.
  float factors[3];

  // Set by `start`.
  const uint16_t *samples;  // from the picture's first place on
  size_t stride;            // samples from row to row
  size_t channels;          // samples at each place, of which the first three count where there are more than one
} tt_sensor;

#endif
