// What libpng's reader and its writer share.

#ifndef TT_PNG_H
#define TT_PNG_H

#include <png.h>

#include "Codec.h"

/// How libpng's errors and warnings get into a tt_state, to which its error pointer points.
_Noreturn void tt_png_error(png_structp codec, png_const_charp message);
void tt_png_warning(png_structp codec, png_const_charp message);

tt_state *tt_png_create(int descriptor);
void tt_png_destroy(tt_state *writer);
tt_status tt_png_begin(tt_state *writer, const tt_settings *settings);
tt_status tt_png_item(tt_state *writer, const uint8_t *type, const uint8_t *bytes, size_t count);
tt_status tt_png_append(tt_state *writer, const uint8_t *rows, size_t stride, uint32_t count);
tt_status tt_png_end(tt_state *writer);

#endif
