// What the writer of a file and the encoder of a band share, so that their bytes fit together.

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

#endif
