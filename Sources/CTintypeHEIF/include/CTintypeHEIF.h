// libheif's pictures as RGB. Files are reached through descriptors, opened elsewhere. Without the package trait HEIF
// this is a stub that needs neither header nor library.

#ifndef CTINTYPE_HEIF_H
#define CTINTYPE_HEIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CTintypeCodec.h"

/// Whether the trait is on; without it, no reader can be created.
bool tt_heif_built_in(void);

/// The version of the library; empty without the trait.
const char *tt_heif_version(void);

/// Loads the library's decoders, which it would do later.
void tt_heif_prepare(void);

typedef struct tt_heif_reader tt_heif_reader;

/// A reader that pulls bytes from `descriptor` with pread(2). NULL when memory is out.
/// A salvaging reader takes what the library makes of a damaged picture, and reports the loss at the end.
tt_heif_reader *tt_heif_reader_create(int descriptor, bool salvages);
void tt_heif_reader_destroy(tt_heif_reader *reader);

/// Reads the boxes, and no pixel.
tt_status tt_heif_reader_header(tt_heif_reader *reader, tt_coded_header *header);

/// Decodes the picture as it is coded, which `orientation` turns as EXIF counts; between header and start.
tt_status tt_heif_reader_leave_turning(tt_heif_reader *reader, uint8_t orientation, tt_coded_header *header);

/// Decodes the picture, which the library can do as a whole only.
tt_status tt_heif_reader_start(tt_heif_reader *reader);

/// Delivers the next `count` rows, `stride` bytes apart.
tt_status tt_heif_reader_rows(tt_heif_reader *reader, uint8_t *rows, size_t stride, uint32_t count);

tt_status tt_heif_reader_finish(tt_heif_reader *reader);

/// Error, notes and losses; belongs to the reader.
const tt_failure *tt_heif_reader_failure(const tt_heif_reader *reader);

#endif
