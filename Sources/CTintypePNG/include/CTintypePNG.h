// libpng's row interface without its jumps, and the zlib calls that metadata needs. Every error comes back as a
// status, so that no longjmp ever crosses a Swift frame. Files are reached through descriptors, opened elsewhere.

#ifndef CTINTYPE_PNG_H
#define CTINTYPE_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CTintypeCodec.h"

typedef struct {
  uint32_t width, height;
  uint8_t stored_depth;     // bits of a sample in the file: 1, 2, 4, 8, 16
  uint8_t stored_channels;  // of a pixel in the file; a palette index is one
  bool interlaced;
  bool gray;                // red, green and blue come out equal
  bool alpha;               // rows come out as RGBA, else RGB
} tt_png_header;

typedef struct tt_png_reader tt_png_reader;

/// A reader that pulls bytes from `descriptor` with pread(2), from offset 0. NULL when memory is out.
/// A salvaging reader paints lost rows mid gray and reports them at the end, instead of failing.
tt_png_reader *tt_png_reader_create(int descriptor, bool salvages);
void tt_png_reader_destroy(tt_png_reader *reader);

/// Reads up to the first IDAT chunk. Takes no memory that depends on the picture's size.
tt_status tt_png_reader_header(tt_png_reader *reader, tt_png_header *header);

/// Begins decoding to RGB or RGBA of 8 bits, or 16 in native byte order. Decodes an interlaced picture whole.
tt_status tt_png_reader_start(tt_png_reader *reader);

/// Decodes the next `count` rows, `stride` bytes apart.
tt_status tt_png_reader_rows(tt_png_reader *reader, uint8_t *rows, size_t stride, uint32_t count);

/// After the last row: reads to IEND and says whether anything was missing.
tt_status tt_png_reader_finish(tt_png_reader *reader);

/// Error, notes and losses; belongs to the reader.
const tt_failure *tt_png_reader_failure(const tt_png_reader *reader);

typedef struct {
  uint32_t width, height;
  uint8_t depth;   // 8, or 16 in native byte order
  bool alpha;      // rows are RGBA, else RGB
} tt_png_settings;

typedef struct tt_png_writer tt_png_writer;

/// A writer that appends to `descriptor` with write(2). NULL when memory is out.
tt_png_writer *tt_png_writer_create(int descriptor);
void tt_png_writer_destroy(tt_png_writer *writer);

/// Writes the signature and IHDR.
tt_status tt_png_writer_start(tt_png_writer *writer, const tt_png_settings *settings);

/// Writes a chunk as it is; after start and before the first row, or after the last row and before finish.
tt_status tt_png_writer_chunk(tt_png_writer *writer, const uint8_t type[4], const uint8_t *bytes, size_t count);

tt_status tt_png_writer_rows(tt_png_writer *writer, const uint8_t *rows, size_t stride, uint32_t count);
tt_status tt_png_writer_finish(tt_png_writer *writer);

const tt_failure *tt_png_writer_failure(const tt_png_writer *writer);

/// The CRC of a chunk: over its type and its data.
uint32_t tt_png_crc(const uint8_t *bytes, size_t count);

/// Inflates a zlib stream to at most `capacity` bytes; returns their number, or -1 when it is broken or longer.
int64_t tt_png_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);

/// Deflates to a zlib stream at a level of 1 to 9; returns the number of bytes, or -1 when `capacity` is less than
/// tt_png_deflate_bound.
int64_t tt_png_deflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity, int level);
size_t tt_png_deflate_bound(size_t count);

/// The versions of the libraries that are loaded.
const char *tt_png_libpng_version(void);
const char *tt_png_zlib_version(void);

#endif
