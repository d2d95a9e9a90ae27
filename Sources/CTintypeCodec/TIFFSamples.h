// How the samples of a TIFF become rows of RGB, RGBA or CMYK.

#ifndef TT_TIFF_SAMPLES_H
#define TT_TIFF_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint32_t width;
  int bits;             // of a stored sample: 1 to 16, 24, 32 or 64
  bool is_float;        // 16, 24, 32 or 64 bits
  bool is_light;        // rows are numbers; else codes, which floats of inks become
  bool is_inverted;     // gray where 0 is white
  uint8_t depth;        // bits of a sample of the rows: 8, 16, or 32 for numbers of single precision
  int stride;           // samples from one pixel to the next in a plane
  int colors;           // 1 for gray and palettes, 3, or 4 for inks
  int alpha;            // the sample that holds alpha, or -1
  bool is_associated;   // colors are multiplied by alpha
  bool has_palette;
  uint8_t palette[256][3];
} tt_tiff_layout;

/// Whether samples have to be unpacked first, into 16 bits, or into numbers of single precision.
bool tt_tiff_unpacks(const tt_tiff_layout *layout);

/// The bytes of an unpacked sample; 0 where samples are not unpacked.
size_t tt_tiff_unpacked_bytes(const tt_tiff_layout *layout);

/// Writes a row from the packed rows of its planes. `unpacked` holds a row of each plane, where samples are unpacked.
/// Returns whether a sample was clipped.
bool tt_tiff_convert(const tt_tiff_layout *layout, const uint8_t *const *packed, int planes, void *const *unpacked,
                     uint8_t *row);

#endif
