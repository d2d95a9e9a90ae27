// What the writer of a file and the encoder of a band share, so that their bytes fit together, and what the reader of a file
// and that of a band share, so that their rows do.

#ifndef TT_JPEG_CODING_H
#define TT_JPEG_CODING_H

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CTintypeJPEG.h"

/// Sets everything that decides on bytes; `codec` has been created and not started.
void tt_jpeg_settings_apply(const tt_jpeg_settings *settings, struct jpeg_compress_struct *codec);

/// Encodes rows that lie `stride` bytes apart.
void tt_jpeg_write_rows(struct jpeg_compress_struct *codec, const uint8_t *rows, size_t stride, uint32_t count);

/// Begins decoding to RGB or inks; `codec` has read its header. False where the colors have another number than they should.
bool tt_jpeg_start_decoding(struct jpeg_decompress_struct *codec);

/// Decodes the next rows, `stride` bytes apart; false where there are none.
bool tt_jpeg_read_rows(struct jpeg_decompress_struct *codec, uint8_t *rows, size_t stride, uint32_t count);

#endif
