// libjxl's pictures as RGB, and RGB as its pictures. Files are reached through descriptors, opened elsewhere. Without
// the package trait JXL this is a stub that needs neither header nor library.

#ifndef CTINTYPE_JXL_H
#define CTINTYPE_JXL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CTintypeCodec.h"

/// Whether the trait is on; without it, no reader can be created.
bool tt_jxl_built_in(void);

/// The version of the library; empty without the trait.
const char *tt_jxl_version(void);

typedef struct tt_jxl_reader tt_jxl_reader;

/// A reader that pulls bytes from `descriptor` with pread(2). NULL when memory is out.
/// A salvaging reader takes what the library makes of a damaged picture, and reports the loss at the end.
tt_jxl_reader *tt_jxl_reader_create(int descriptor, bool salvages);
void tt_jxl_reader_destroy(tt_jxl_reader *reader);

/// Reads the boxes, and no pixel.
tt_status tt_jxl_reader_header(tt_jxl_reader *reader, tt_coded_header *header);

/// Decodes the picture, which the library can do as a whole only.
tt_status tt_jxl_reader_start(tt_jxl_reader *reader);

/// Delivers the next `count` rows, `stride` bytes apart.
tt_status tt_jxl_reader_rows(tt_jxl_reader *reader, uint8_t *rows, size_t stride, uint32_t count);

tt_status tt_jxl_reader_finish(tt_jxl_reader *reader);

/// Error, notes and losses; belongs to the reader.
const tt_failure *tt_jxl_reader_failure(const tt_jxl_reader *reader);

/// Encodes the rows of a writer: 8 or 16 bits.
tt_status tt_jxl_encode(tt_coded_writer *writer);

#endif
