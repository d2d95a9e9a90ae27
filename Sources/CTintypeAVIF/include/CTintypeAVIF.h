// libavif's pictures as RGB, and RGB as its pictures. Files are reached through descriptors, opened elsewhere. Without
// the package trait AVIF this is a stub that needs neither header nor library.

#ifndef CTINTYPE_AVIF_H
#define CTINTYPE_AVIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CTintypeCodec.h"

/// Whether the trait is on; without it, no reader can be created.
bool tt_avif_built_in(void);

/// The version of the library; empty without the trait.
const char *tt_avif_version(void);

typedef struct tt_avif_reader tt_avif_reader;

/// A reader that pulls bytes from `descriptor` with pread(2). NULL when memory is out.
/// A salvaging reader takes what the library makes of a damaged picture, and reports the loss at the end.
tt_avif_reader *tt_avif_reader_create(int descriptor, bool salvages);
void tt_avif_reader_destroy(tt_avif_reader *reader);

/// Reads the boxes, and no pixel.
tt_status tt_avif_reader_header(tt_avif_reader *reader, tt_coded_header *header);

/// Decodes the picture, which the library can do as a whole only.
tt_status tt_avif_reader_start(tt_avif_reader *reader);

/// Delivers the next `count` rows, `stride` bytes apart.
tt_status tt_avif_reader_rows(tt_avif_reader *reader, uint8_t *rows, size_t stride, uint32_t count);

tt_status tt_avif_reader_finish(tt_avif_reader *reader);

/// Error, notes and losses; belongs to the reader.
const tt_failure *tt_avif_reader_failure(const tt_avif_reader *reader);

/// Whether the library comes with an encoder that is asked for here: aom, under the BSD license.
bool tt_avif_can_write(void);

/// Encodes the rows of a writer: 8 bits, or 12 from 16.
tt_status tt_avif_encode(tt_coded_writer *writer);

#endif
