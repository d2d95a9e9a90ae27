// Writes JPEGs of kinds that the product never writes, for tests of its reader.

#ifndef CTEST_JPEG_H
#define CTEST_JPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { TEST_JPEG_GRAY, TEST_JPEG_YCC, TEST_JPEG_RGB, TEST_JPEG_CMYK, TEST_JPEG_YCCK } test_jpeg_colors;

typedef struct {
  int width, height;
  test_jpeg_colors colors;
  int across, down;  // luma sampling factors
  bool progressive, arithmetic;
  bool separate_scans;  // one scan for each component, not progressive
  int restart_rows;      // rows of MCUs from one restart marker to the next; 0 for none
  int restart_interval;  // MCUs from one to the next; 0 for none
} test_jpeg_recipe;

/// Encodes interleaved samples (1, 3 or 4 channels). The result is freed by the caller; NULL when libjpeg failed.
uint8_t *test_jpeg_encode(const test_jpeg_recipe *recipe, const uint8_t *samples, size_t *length);

/// Decodes to RGB as djpeg does; NULL when libjpeg fails. Freed by the caller.
uint8_t *test_jpeg_decode(const uint8_t *bytes, size_t length, int *width, int *height);

#endif
