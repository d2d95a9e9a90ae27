#include "JPEGCodec.h"

#include <jerror.h>

static tt_status status_of(int code) {
  switch (code) {
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_ARITH_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_COMPONENT_COUNT:
      return TT_UNSUPPORTED;
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW:
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
      return TT_LIMIT;
    default:
      return TT_CORRUPT;
  }
}

tt_loss tt_jpeg_place(const struct jpeg_decompress_struct *codec) {
  return (tt_loss){
    .any = true,
    .row = codec->input_iMCU_row * (uint32_t)(codec->max_v_samp_factor * DCTSIZE),
    .stage = codec->input_scan_number,
  };
}

/// What is wrong where libjpeg warns and continues with invented data; NULL where a warning is harmless.
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
  char text[JMSG_LENGTH_MAX];
  codec->err->format_message(codec, text);
  tt_fail(codec->client_data, status_of(codec->err->msg_code), text);
}

static void emit_message(j_common_ptr codec, int level) {
  if (level >= 0) return;  // a trace message, not a warning
  tt_state *state = codec->client_data;
  const char *lost = lost_data(codec->err->msg_code);
  if (lost) {
    if (!state->salvages) tt_fail(state, TT_LOST, lost);
    // There may be many; the first one says where the damage begins.
    if (!state->loss.any) state->loss = tt_jpeg_place((j_decompress_ptr)codec);
    return;
  }
  char text[JMSG_LENGTH_MAX];
  codec->err->format_message(codec, text);
  tt_add_warning(state, text);
}

static void output_message(j_common_ptr codec) {
  (void)codec;  // nothing here prints
}

void tt_jpeg_install(j_common_ptr codec, struct jpeg_error_mgr *manager, tt_state *state) {
  codec->err = jpeg_std_error(manager);
  codec->client_data = state;
  manager->error_exit = error_exit;
  manager->emit_message = emit_message;
  manager->output_message = output_message;
}

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *tt_jpeg_version(void) { return TEXT(LIBJPEG_TURBO_VERSION); }
