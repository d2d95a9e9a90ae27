#include "PNGCodec.h"

#include <string.h>

_Noreturn void tt_png_error(png_structp codec, png_const_charp message) {
  // libpng has no error codes; "Out of memory" and its like are the only ones that do not blame the file.
  bool memory = strstr(message, "emory") != NULL;
  tt_fail(png_get_error_ptr(codec), memory ? TT_LIMIT : TT_CORRUPT, message);
}

void tt_png_warning(png_structp codec, png_const_charp message) { tt_add_warning(png_get_error_ptr(codec), message); }
