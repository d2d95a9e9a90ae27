// What reader and writer share: where to jump on an error, and what to tell afterward.

#ifndef TT_JPEG_FAILURE_H
#define TT_JPEG_FAILURE_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CTintypeJPEG.h"

enum { TT_BUFFER_BYTES = 65536, TT_NOTES_MAX = 16, TT_WARNINGS_MAX = 100, TT_SCANS_MAX = 100, TT_CUTS_MAX = 16 };

typedef struct {
  struct jpeg_error_mgr manager;  // first, so that libjpeg's pointer to it is a pointer to us
  jmp_buf jump;
  tt_jpeg_status status;
  int os_error;
  char message[JMSG_LENGTH_MAX];
  int warning_count;
  int note_count;
  bool salvages;  // lost data do not end the decoding; where the first are lost is kept
  tt_jpeg_loss loss;
  char notes[TT_NOTES_MAX][JMSG_LENGTH_MAX];
} tt_jpeg_failure;

/// Makes `failure` the error manager of `codec`. Call before jpeg_create_*, which may already fail.
struct jpeg_error_mgr *tt_jpeg_failure_install(tt_jpeg_failure *failure);

/// Leaves the library with `status` and `message`.
_Noreturn void tt_jpeg_fail(tt_jpeg_failure *failure, tt_jpeg_status status, const char *message);

/// Leaves the library because a system call set errno.
_Noreturn void tt_jpeg_fail_errno(tt_jpeg_failure *failure);

/// Where a decoder is, as what is lost from there on.
tt_jpeg_loss tt_jpeg_place(const struct jpeg_decompress_struct *codec);

void tt_jpeg_add_note(tt_jpeg_failure *failure, const char *message);

#endif
