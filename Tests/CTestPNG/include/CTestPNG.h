// Writes PNGs of kinds that the product never writes, and reads PNGs without libpng, for tests of its reader.

#ifndef CTEST_PNG_H
#define CTEST_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int width, height;
  int color_type;  // 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA
  int depth;
  bool interlaced;
  bool transparency;   // a tRNS chunk: the key color is sample 0, or palette entry 0 at alpha 64
} test_png_recipe;

/// Encodes rows packed as PNG stores them, big-endian. The palette has 2^depth entries (i, 255 - i, i / 2).
/// The result is freed by the caller; NULL when libpng failed.
uint8_t *test_png_encode(const test_png_recipe *recipe, const uint8_t *rows, size_t row_bytes, size_t *length);

/// Decodes a file that is known to be sound, as RGBA: 16 bits a sample as they are, fewer as 8. The result is freed by
/// the caller; NULL where the file is damaged.
uint16_t *test_png_decode(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);

/// The same of an 8-bit PGM or PPM.
uint16_t *test_pnm_decode(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);

/// How many RGBA pixels of an upright picture are not those of a stored one that is to be turned as EXIF counts.
size_t test_pixels_differing(const uint16_t *stored, uint32_t width, uint32_t height, int orientation,
                             const uint16_t *upright);

#endif
