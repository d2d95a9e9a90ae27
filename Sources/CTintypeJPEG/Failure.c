#include "Failure.h"

#include <errno.h>
#include <string.h>

#include <jerror.h>

_Noreturn void tt_jpeg_fail(tt_jpeg_failure *failure, tt_jpeg_status status, const char *message) {
  failure->status = status;
  snprintf(failure->message, sizeof failure->message, "%s", message);
  longjmp(failure->jump, 1);
}

_Noreturn void tt_jpeg_fail_errno(tt_jpeg_failure *failure) {
  failure->os_error = errno;
  tt_jpeg_fail(failure, TT_JPEG_IO, strerror(errno));
}

void tt_jpeg_add_note(tt_jpeg_failure *failure, const char *message) {
  for (int i = 0; i < failure->note_count; i++) {
    if (strcmp(failure->notes[i], message) == 0) return;
  }
  if (failure->note_count == TT_NOTES_MAX) return;
  snprintf(failure->notes[failure->note_count++], JMSG_LENGTH_MAX, "%s", message);
}

static tt_jpeg_status status_of(int code) {
  switch (code) {
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_ARITH_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_COMPONENT_COUNT:
      return TT_JPEG_UNSUPPORTED;
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW:
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
      return TT_JPEG_LIMIT;
    default:
      return TT_JPEG_CORRUPT;
  }
}

tt_jpeg_loss tt_jpeg_place(const struct jpeg_decompress_struct *codec) {
  return (tt_jpeg_loss){
    .any = true,
    .row = codec->input_iMCU_row * (uint32_t)(codec->max_v_samp_factor * DCTSIZE),
    .scan = codec->input_scan_number,
  };
}

/// What is wrong where libjpeg warns and goes on with invented data; NULL where a warning is harmless.
static const char *lost_data(int code) {
  switch (code) {
    case JWRN_HIT_MARKER:
    case JWRN_JPEG_EOF:
      return "a part of the picture is missing";
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
      return "a part of the picture is damaged";
    default:
      return NULL;
  }
}

static void error_exit(j_common_ptr codec) {
  tt_jpeg_failure *failure = (tt_jpeg_failure *)codec->err;
  char text[JMSG_LENGTH_MAX];
  codec->err->format_message(codec, text);
  tt_jpeg_fail(failure, status_of(codec->err->msg_code), text);
}

static void emit_message(j_common_ptr codec, int level) {
  if (level >= 0) return;  // a trace message, not a warning
  tt_jpeg_failure *failure = (tt_jpeg_failure *)codec->err;
  const char *lost = lost_data(codec->err->msg_code);
  if (lost) {
    if (!failure->salvages) tt_jpeg_fail(failure, TT_JPEG_LOST, lost);
    // There may be many, and the first says where the damage begins.
    if (!failure->loss.any) failure->loss = tt_jpeg_place((j_decompress_ptr)codec);
    return;
  }
  char text[JMSG_LENGTH_MAX];
  codec->err->format_message(codec, text);
  if (++failure->warning_count > TT_WARNINGS_MAX) tt_jpeg_fail(failure, TT_JPEG_CORRUPT, "more than 100 warnings");
  tt_jpeg_add_note(failure, text);
}

static void output_message(j_common_ptr codec) {
  (void)codec;  // nothing here speaks to a terminal
}

struct jpeg_error_mgr *tt_jpeg_failure_install(tt_jpeg_failure *failure) {
  jpeg_std_error(&failure->manager);
  failure->manager.error_exit = error_exit;
  failure->manager.emit_message = emit_message;
  failure->manager.output_message = output_message;
  return &failure->manager;
}
