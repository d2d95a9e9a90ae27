// How libpng's errors and warnings become a tt_failure, to which its error pointer points.

#ifndef TT_PNG_FAILURE_H
#define TT_PNG_FAILURE_H

#include <png.h>

#include "CTintypePNG.h"

_Noreturn void tt_png_error(png_structp codec, png_const_charp message);
void tt_png_warning(png_structp codec, png_const_charp message);

#endif
