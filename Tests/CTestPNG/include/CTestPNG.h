// Writes PNGs of kinds that the product never writes, for tests of its reader.

#ifndef CTEST_PNG_H
#define CTEST_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int width, height;
  int colour_type;  // 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA
  int depth;
  bool interlaced;
  bool transparency;   // a tRNS chunk: the key colour is sample 0, or palette entry 0 at alpha 64
} test_png_recipe;

/// Encodes rows packed as PNG stores them, big-endian. The palette has 2^depth entries (i, 255 - i, i / 2).
/// The result is freed by the caller; NULL when libpng failed.
uint8_t *test_png_encode(const test_png_recipe *recipe, const uint8_t *rows, size_t row_bytes, size_t *length);

#endif
