#include <stdbool.h>
#include <zlib.h>

#include "tintype_zlib.h"

uint32_t tt_zlib_crc(const uint8_t *bytes, size_t count) { return (uint32_t)crc32_z(0, bytes, count); }

int64_t tt_zlib_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
  uLongf length = capacity;
  return uncompress(output, &length, bytes, count) == Z_OK ? (int64_t)length : -1;
}

int64_t tt_zlib_inflate_raw(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
  z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)count};
  // An empty file has no memory to write to, which zlib takes for a mistake.
  Bytef none;
  stream.next_out = capacity ? output : &none;
  stream.avail_out = (uInt)capacity;
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return -1;
  bool is_whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  return is_whole ? (int64_t)stream.total_out : -1;
}

int64_t tt_zlib_deflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity, int level) {
  uLongf length = capacity;
  return compress2(output, &length, bytes, count, level) == Z_OK ? (int64_t)length : -1;
}

size_t tt_zlib_deflate_bound(size_t count) { return compressBound(count); }

const char *tt_zlib_version(void) { return zlibVersion(); }
