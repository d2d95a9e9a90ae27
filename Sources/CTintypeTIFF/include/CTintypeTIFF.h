// libtiff's rows as RGB or CMYK. Files are reached through descriptors, opened elsewhere. Without the package trait
// TIFF this is a stub that needs neither header nor library.

#ifndef CTINTYPE_TIFF_H
#define CTINTYPE_TIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CTintypeCodec.h"

/// Whether the trait is on; without it, no reader can be created.
bool tt_tiff_built_in(void);

/// The version of the library; empty without the trait.
const char *tt_tiff_version(void);

typedef enum { TT_TIFF_RGB, TT_TIFF_GRAY, TT_TIFF_INKS } tt_tiff_colors;

typedef struct {
  uint32_t width, height;
  tt_tiff_colors colors;   // gray comes out as equal red, green and blue; inks as C, M, Y, K, where 0 is no ink
  bool alpha;              // rows come out as RGBA with straight alpha, else RGB; never with inks
  uint8_t depth;           // bits of a sample of the rows: 8, or 16 in native byte order
  uint64_t memory;         // the bytes that decoding holds at its peak
  uint64_t least_bytes;    // a file of a picture of this size has at least so many
} tt_tiff_header;

typedef struct tt_tiff_reader tt_tiff_reader;

/// A reader that pulls bytes from `descriptor` with pread(2). NULL when memory is out.
/// A salvaging reader paints lost strips and tiles mid gray and reports them at the end, instead of failing.
tt_tiff_reader *tt_tiff_reader_create(int descriptor, bool salvages);
void tt_tiff_reader_destroy(tt_tiff_reader *reader);

/// Reads the directory at an offset. Takes no memory that grows with the picture.
tt_status tt_tiff_reader_header(tt_tiff_reader *reader, uint64_t directory, tt_tiff_header *header);

/// Allocates what decoding needs.
tt_status tt_tiff_reader_start(tt_tiff_reader *reader);

/// Decodes the next `count` rows, `stride` bytes apart.
tt_status tt_tiff_reader_rows(tt_tiff_reader *reader, uint8_t *rows, size_t stride, uint32_t count);

tt_status tt_tiff_reader_finish(tt_tiff_reader *reader);

/// Error, notes and losses; belongs to the reader.
const tt_failure *tt_tiff_reader_failure(const tt_tiff_reader *reader);

#endif
