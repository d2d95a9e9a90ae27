#include <png.h>
#include <zlib.h>

#include "CTintypePNG.h"

uint32_t tt_png_crc(const uint8_t *bytes, size_t count) { return (uint32_t)crc32_z(0, bytes, count); }

int64_t tt_png_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
  uLongf length = capacity;
  return uncompress(output, &length, bytes, count) == Z_OK ? (int64_t)length : -1;
}

int64_t tt_png_deflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity,
                       int level) {
  uLongf length = capacity;
  return compress2(output, &length, bytes, count, level) == Z_OK ? (int64_t)length : -1;
}

size_t tt_png_deflate_bound(size_t count) { return compressBound(count); }

const char *tt_png_libpng_version(void) { return png_get_libpng_ver(NULL); }

const char *tt_png_zlib_version(void) { return zlibVersion(); }
