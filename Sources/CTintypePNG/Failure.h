// What reader and writer share: where to jump on an error, and what to tell afterward.

#ifndef TT_PNG_FAILURE_H
#define TT_PNG_FAILURE_H

#include <setjmp.h>

#include <png.h>

#include "CTintypePNG.h"

enum { TT_BUFFER_BYTES = 65536, TT_NOTES_MAX = 16, TT_WARNINGS_MAX = 100, TT_TEXT_MAX = 200 };

typedef struct {
  jmp_buf jump;
  tt_png_status status;
  int os_error;
  char message[TT_TEXT_MAX];
  int warning_count;
  int note_count;
  char notes[TT_NOTES_MAX][TT_TEXT_MAX];
} tt_png_failure;

/// Leaves the library with `status` and `message`.
_Noreturn void tt_png_fail(tt_png_failure *failure, tt_png_status status, const char *message);

/// Leaves the library because a system call set errno.
_Noreturn void tt_png_fail_errno(tt_png_failure *failure);

/// libpng's error and warning callbacks; its error pointer is a tt_png_failure.
_Noreturn void tt_png_error(png_structp codec, png_const_charp message);
void tt_png_warning(png_structp codec, png_const_charp message);

#endif
