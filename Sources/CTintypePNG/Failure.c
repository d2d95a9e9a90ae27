#include "Failure.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

_Noreturn void tt_png_fail(tt_png_failure *failure, tt_png_status status, const char *message) {
  failure->status = status;
  snprintf(failure->message, sizeof failure->message, "%s", message);
  longjmp(failure->jump, 1);
}

_Noreturn void tt_png_fail_errno(tt_png_failure *failure) {
  failure->os_error = errno;
  tt_png_fail(failure, TT_PNG_IO, strerror(errno));
}

_Noreturn void tt_png_error(png_structp codec, png_const_charp message) {
  // libpng has no error codes; "Out of memory" and its like are the only ones that do not blame the file.
  bool memory = strstr(message, "emory") != NULL;
  tt_png_fail(png_get_error_ptr(codec), memory ? TT_PNG_LIMIT : TT_PNG_CORRUPT, message);
}

void tt_png_warning(png_structp codec, png_const_charp message) {
  tt_png_failure *failure = png_get_error_ptr(codec);
  if (++failure->warning_count > TT_WARNINGS_MAX) tt_png_fail(failure, TT_PNG_CORRUPT, "more than 100 warnings");
  for (int i = 0; i < failure->note_count; i++) {
    if (strcmp(failure->notes[i], message) == 0) return;
  }
  if (failure->note_count == TT_NOTES_MAX) return;
  snprintf(failure->notes[failure->note_count++], TT_TEXT_MAX, "%s", message);
}
