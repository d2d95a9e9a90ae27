#ifdef TINTYPE_JXL

#include <jxl/encode.h>
#include <stdlib.h>
#include <string.h>

#include "JXLWriter.h"

/// libjxl's own scale (JxlEncoderDistanceFromQuality, since 0.8) of distances; one of 1 is hardly seen.
static float distance(int quality) {
  if (quality >= 100) return 0;
  if (quality >= 30) return 0.1f + (float)(100 - quality) * 0.09f;
  return 53.0f / 3000.0f * (float)(quality * quality) - 23.0f / 20.0f * (float)quality + 25.0f;
}

/// States the colors of the pixels; false where the library takes no such profile.
static bool set_color(JxlEncoder *encoder, const tt_settings *settings) {
  if (settings->icc.count)
    return JxlEncoderSetICCProfile(encoder, settings->icc.bytes, settings->icc.count) == JXL_ENC_SUCCESS;
  // The library's numbers of transfer functions are those of H.273, and P3 with the white of daylight is 12 there.
  JxlColorEncoding color = {
      .color_space = JXL_COLOR_SPACE_RGB, .white_point = JXL_WHITE_POINT_D65,
      .primaries = settings->primaries == 12  ? JXL_PRIMARIES_P3
                   : settings->primaries == 9 ? JXL_PRIMARIES_2100
                                              : JXL_PRIMARIES_SRGB,
      .transfer_function = (JxlTransferFunction)settings->transfer,
      .rendering_intent = JXL_RENDERING_INTENT_RELATIVE};
  return JxlEncoderSetColorEncoding(encoder, &color) == JXL_ENC_SUCCESS;
}

/// Boxes of metadata, which stay as they are: compressed camera data could not be filled in later.
static bool add_boxes(JxlEncoder *encoder, const tt_settings *settings) {
  if (!settings->exif.count && !settings->xmp.count) return true;
  if (JxlEncoderUseBoxes(encoder) != JXL_ENC_SUCCESS) return false;
  bool is_added = true;
  if (settings->exif.count) {
    // ISO/IEC 18181-2, 9.4: the TIFF header follows at once.
    uint8_t *exif = calloc(1, settings->exif.count + 4);
    if (!exif) return false;
    memcpy(exif + 4, settings->exif.bytes, settings->exif.count);
    is_added = JxlEncoderAddBox(encoder, "Exif", exif, settings->exif.count + 4, JXL_FALSE) == JXL_ENC_SUCCESS;
    free(exif);
  }
  if (is_added && settings->xmp.count)
    is_added = JxlEncoderAddBox(encoder, "xml ", settings->xmp.bytes, settings->xmp.count, JXL_FALSE) ==
               JXL_ENC_SUCCESS;
  JxlEncoderCloseBoxes(encoder);
  return is_added;
}

/// Hands the encoder what it needs; NULL, or what it refused.
static const char *fill(JxlEncoder *encoder, tt_whole_writer *writer) {
  const tt_settings *settings = &writer->settings;
  bool is_lossless = settings->quality == 100;
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = settings->width;
  info.ysize = settings->height;
  info.bits_per_sample = settings->depth;
  info.num_extra_channels = settings->alpha ? 1 : 0;
  info.alpha_bits = settings->alpha ? settings->depth : 0;
  info.uses_original_profile = is_lossless;
  // In cd/m²: of PQ's largest code, and of the display that HLG is for.
  if (settings->transfer == JXL_TRANSFER_FUNCTION_PQ) info.intensity_target = 10000;
  if (settings->transfer == JXL_TRANSFER_FUNCTION_HLG) info.intensity_target = 1000;
  if (JxlEncoderSetBasicInfo(encoder, &info) != JXL_ENC_SUCCESS) return "the picture is too large for JPEG XL";
  int level = JxlEncoderGetRequiredCodestreamLevel(encoder);
  if (level == 10 && JxlEncoderSetCodestreamLevel(encoder, level) != JXL_ENC_SUCCESS)
    return "the picture is too large for JPEG XL";
  if (!set_color(encoder, settings)) return "libjxl does not take the color profile; --icc srgb gives another one";
  if (!add_boxes(encoder, settings)) return "libjxl does not take the metadata";
  JxlEncoderFrameSettings *frame = JxlEncoderFrameSettingsCreate(encoder, NULL);
  if (!frame) return "out of memory";
  // Measured on photos: without loss, 3 takes a sixth of the time of 4 and 1% more bytes; else 5 is as small as 7.
  JxlEncoderFrameSettingsSetOption(frame, JXL_ENC_FRAME_SETTING_EFFORT, is_lossless ? 3 : 5);
  JxlEncoderStatus status = is_lossless ? JxlEncoderSetFrameLossless(frame, JXL_TRUE)
                                        : JxlEncoderSetFrameDistance(frame, distance(settings->quality));
  if (status != JXL_ENC_SUCCESS) return "libjxl does not take the quality";
  JxlPixelFormat format = {
      .num_channels = settings->alpha ? 4 : 3, .data_type = settings->depth == 16 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
      .endianness = JXL_NATIVE_ENDIAN};
  size_t bytes = writer->row_bytes * settings->height;
  if (JxlEncoderAddImageFrame(frame, &format, writer->pixels, bytes) != JXL_ENC_SUCCESS)
    return "libjxl does not take the picture";
  JxlEncoderCloseInput(encoder);
  return NULL;
}

/// Appends the file, of which all bytes up to the codestream come at once.
static tt_status write_file(JxlEncoder *encoder, tt_whole_writer *writer) {
  const tt_settings *settings = &writer->settings;
  size_t capacity = settings->exif.count + settings->xmp.count + ((size_t)1 << 20);
  uint8_t *buffer = malloc(capacity);
  if (!buffer) return tt_refuse(&writer->state, TT_LIMIT, "out of memory");
  JxlEncoderStatus more = JXL_ENC_NEED_MORE_OUTPUT;
  tt_status status = TT_OK;
  while (status == TT_OK && more == JXL_ENC_NEED_MORE_OUTPUT) {
    uint8_t *next = buffer;
    size_t left = capacity;
    more = JxlEncoderProcessOutput(encoder, &next, &left);
    status = more == JXL_ENC_ERROR ? tt_refuse(&writer->state, TT_LIMIT, "libjxl cannot encode the picture")
                                   : tt_whole_write(writer, buffer, (size_t)(next - buffer));
  }
  free(buffer);
  return status;
}

tt_status tt_jxl_encode(tt_state *state) {
  tt_whole_writer *writer = (tt_whole_writer *)state;
  // Without a runner for several threads: the bytes do not depend on their number.
  JxlEncoder *encoder = JxlEncoderCreate(NULL);
  if (!encoder) return tt_refuse(state, TT_LIMIT, "out of memory");
  const char *refusal = fill(encoder, writer);
  tt_status status = refusal ? tt_refuse(state, TT_LIMIT, refusal) : write_file(encoder, writer);
  JxlEncoderDestroy(encoder);
  return status;
}

#endif
