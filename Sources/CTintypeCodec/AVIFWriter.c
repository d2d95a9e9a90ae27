#ifdef TINTYPE_AVIF

#include <avif/avif.h>
#include <string.h>

#include "AVIFWriter.h"

bool tt_avif_can_write(void) { return avifCodecName(AVIF_CODEC_CHOICE_AOM, AVIF_CODEC_FLAG_CAN_ENCODE) != NULL; }

/// libavif's own scale of 0 to 100 (since 1.0) in the 64 steps of AV1's quantizers.
static int quantizer(int quality) { return ((100 - quality) * 63 + 50) / 100; }

static avifPixelFormat pixel_format(const tt_settings *settings) {
  if (settings->quality == 100 || settings->across != 2) return AVIF_PIXEL_FORMAT_YUV444;
  return settings->down == 2 ? AVIF_PIXEL_FORMAT_YUV420 : AVIF_PIXEL_FORMAT_YUV422;
}

static avifResult fill(avifImage *image, const tt_whole_writer *writer) {
  const tt_settings *settings = &writer->settings;
  image->colorPrimaries = settings->primaries;
  image->transferCharacteristics = settings->transfer;
  // Without loss, the planes are green, blue and red themselves.
  image->matrixCoefficients = settings->quality == 100 ? AVIF_MATRIX_COEFFICIENTS_IDENTITY
                              : settings->primaries == AVIF_COLOR_PRIMARIES_BT2020
                                  ? AVIF_MATRIX_COEFFICIENTS_BT2020_NCL
                                  : AVIF_MATRIX_COEFFICIENTS_BT601;
  image->yuvRange = AVIF_RANGE_FULL;
  // Since 1.0 these return a result; then what is not there afterwards did not fit into memory.
  if (settings->icc.count) avifImageSetProfileICC(image, settings->icc.bytes, settings->icc.count);
  if (settings->exif.count) avifImageSetMetadataExif(image, settings->exif.bytes, settings->exif.count);
  if (settings->xmp.count) avifImageSetMetadataXMP(image, settings->xmp.bytes, settings->xmp.count);
  if (image->icc.size != settings->icc.count || image->exif.size != settings->exif.count ||
      image->xmp.size != settings->xmp.count)
    return AVIF_RESULT_OUT_OF_MEMORY;
  // The rows are upright, whatever the camera data say.
  image->transformFlags = AVIF_TRANSFORM_NONE;
  avifRGBImage rgb;
  avifRGBImageSetDefaults(&rgb, image);
  rgb.format = settings->alpha ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
  rgb.depth = settings->depth;
  // Not libyuv, whose results differ from build to build.
  rgb.avoidLibYUV = AVIF_TRUE;
  rgb.pixels = writer->pixels;
  rgb.rowBytes = (uint32_t)writer->row_bytes;
  return avifImageRGBToYUV(image, &rgb);
}

tt_status tt_avif_encode(tt_state *state) {
  tt_whole_writer *writer = (tt_whole_writer *)state;
  const tt_settings *settings = &writer->settings;
  int bits = settings->bits ? settings->bits : settings->depth == 16 ? 12 : 8;
  avifImage *image = avifImageCreate((int)settings->width, (int)settings->height, bits, pixel_format(settings));
  avifEncoder *encoder = avifEncoderCreate();
  avifRWData file = AVIF_DATA_EMPTY;
  avifResult result = image && encoder ? fill(image, writer) : AVIF_RESULT_OUT_OF_MEMORY;
  if (result == AVIF_RESULT_OK) {
    encoder->codecChoice = AVIF_CODEC_CHOICE_AOM;
    // Several threads would cut the picture into tiles, and bytes would depend on their number.
    encoder->maxThreads = 1;
    // Measured on photos: a third of the time of 6, the default of libavif's own program, at the same size.
    encoder->speed = 8;
    encoder->minQuantizer = encoder->maxQuantizer = quantizer(settings->quality);
    encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
    result = avifEncoderWrite(encoder, image, &file);
  }
  tt_status status =
      result == AVIF_RESULT_OK ? tt_whole_write(writer, file.data, file.size)
      : result == AVIF_RESULT_OUT_OF_MEMORY
          ? tt_refuse(state, TT_LIMIT, "out of memory")
          : tt_refuse(state, TT_LIMIT,
                          encoder->diag.error[0] ? encoder->diag.error : avifResultToString(result));
  avifRWDataFree(&file);
  if (encoder) avifEncoderDestroy(encoder);
  if (image) avifImageDestroy(image);
  return status;
}

#endif
