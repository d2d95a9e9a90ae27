// What zlib does beside PNG's pixels: checksums of chunks, compressed metadata, the strips of a TIFF,
// and the files of an archive.

#ifndef TINTYPE_ZLIB_H
#define TINTYPE_ZLIB_H

#include <stddef.h>
#include <stdint.h>

/// The CRC of a chunk: over its type and its data.
uint32_t tt_zlib_crc(const uint8_t *bytes, size_t count);

/// Inflates a zlib stream to at most `capacity` bytes; returns their number, or -1 when it is broken or longer.
int64_t tt_zlib_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);

/// The same for a stream without a zlib header, as archives hold it; `count` and `capacity` are below 4 GiB.
int64_t tt_zlib_inflate_raw(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);

/// Deflates to a zlib stream at a level of 1 to 9; returns the number of bytes, or -1 when `capacity` is less than
/// tt_zlib_deflate_bound.
int64_t tt_zlib_deflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity, int level);
size_t tt_zlib_deflate_bound(size_t count);

/// The version that is loaded.
const char *tt_zlib_version(void);

#endif
