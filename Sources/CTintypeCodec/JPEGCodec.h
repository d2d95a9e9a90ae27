// What libjpeg's reader and its writer share.

#ifndef TT_JPEG_H
#define TT_JPEG_H

#include <stdio.h>

#include <jpeglib.h>

#include "Codec.h"

enum { TT_SCANS_MAX = 100, TT_CUTS_MAX = 16 };

/// Makes `manager` report into `state`, to which `client_data` then points. Call before jpeg_create_*, which may
/// already fail.
void tt_jpeg_install(j_common_ptr codec, struct jpeg_error_mgr *manager, tt_state *state);

/// Where a decoder is: what is lost from there on.
tt_loss tt_jpeg_place(const struct jpeg_decompress_struct *codec);

/// The version of libjpeg-turbo that this was compiled with; the library does not say its own.
const char *tt_jpeg_version(void);

tt_state *tt_jpeg_create(int descriptor);
void tt_jpeg_destroy(tt_state *writer);
tt_status tt_jpeg_begin(tt_state *writer, const tt_settings *settings);
tt_status tt_jpeg_item(tt_state *writer, const uint8_t *marker, const uint8_t *bytes, size_t count);
tt_status tt_jpeg_append(tt_state *writer, const uint8_t *rows, size_t stride, uint32_t count);
tt_status tt_jpeg_end(tt_state *writer);

#endif
