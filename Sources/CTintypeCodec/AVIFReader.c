#ifdef TINTYPE_AVIF

#include <avif/avif.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "AVIFWriter.h"

#if AVIF_VERSION < 1100
#error "the trait AVIF needs libavif 0.11 or newer"
#endif

typedef struct {
  tt_state state;
  int descriptor;
  int read_error;  // errno of a failed pread
  avifIO input;
  uint8_t *buffer;
  size_t buffer_size;
  avifDecoder *decoder;
  avifRGBImage rgb;
  avifCropRect crop;
  tt_patches patches;
  tt_header header;
  uint32_t next_row;
} tt_avif_reader;

// MARK: Input and errors

/// libavif copies what it keeps.
static avifResult read_bytes(avifIO *input, uint32_t flags, uint64_t offset, size_t count, avifROData *out) {
  tt_avif_reader *reader = input->data;
  if (flags) return AVIF_RESULT_IO_ERROR;
  if (offset > input->sizeHint) return AVIF_RESULT_IO_ERROR;
  if (count > input->sizeHint - offset) count = input->sizeHint - offset;
  if (count > reader->buffer_size) {
    uint8_t *larger = realloc(reader->buffer, count);
    if (!larger) return AVIF_RESULT_OUT_OF_MEMORY;
    reader->buffer = larger;
    reader->buffer_size = count;
  }
  size_t done = 0;
  while (done < count) {
    ssize_t got = tt_read_patched(
        &reader->patches, reader->descriptor, reader->buffer + done, count - done,
        (off_t)(offset + done));
    if (got < 0) reader->read_error = errno;
    if (got <= 0) return AVIF_RESULT_IO_ERROR;
    done += (size_t)got;
  }
  *out = (avifROData){reader->buffer, count};
  return AVIF_RESULT_OK;
}

/// The status of a call that libavif refused.
static tt_status refused(tt_avif_reader *reader, avifResult result) {
  if (reader->read_error) return tt_refuse(&reader->state, TT_IO, strerror(reader->read_error));
  const char *message = reader->decoder->diag.error[0] ? reader->decoder->diag.error : avifResultToString(result);
  switch (result) {
    case AVIF_RESULT_OUT_OF_MEMORY: return tt_refuse(&reader->state, TT_LIMIT, "out of memory");
    case AVIF_RESULT_NO_CODEC_AVAILABLE:
    case AVIF_RESULT_NOT_IMPLEMENTED:
    case AVIF_RESULT_UNSUPPORTED_DEPTH: return tt_refuse(&reader->state, TT_UNSUPPORTED, message);
    default: return tt_refuse(&reader->state, strstr(message, "size limit") ? TT_LIMIT : TT_CORRUPT, message);
  }
}

static tt_state *open_reader(int descriptor, bool salvages) {
  tt_avif_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->descriptor = descriptor;
  reader->state.salvages = salvages;
  reader->input = (avifIO){
      .read = read_bytes, .sizeHint = tt_file_size(descriptor), .data = reader};
  reader->decoder = avifDecoderCreate();
  if (!reader->decoder) {
    free(reader);
    return NULL;
  }
  // Of grids, so that a forged one is refused before it is decoded.
  reader->decoder->imageDimensionLimit = 65536;
  // Some encoders leave out what says the depth.
  reader->decoder->strictFlags = AVIF_STRICT_ENABLED & ~AVIF_STRICT_PIXI_REQUIRED;
  avifDecoderSetIO(reader->decoder, &reader->input);
  return &reader->state;
}

static void close_reader(tt_state *state) {
  tt_avif_reader *reader = (tt_avif_reader *)state;
  free(reader->rgb.pixels);
  avifDecoderDestroy(reader->decoder);
  free(reader->buffer);
  free(reader);
}

// MARK: Header

static uint8_t orientation(const avifImage *image) {
  bool turns = image->transformFlags & AVIF_TRANSFORM_IROT, mirrors = image->transformFlags & AVIF_TRANSFORM_IMIR;
  return tt_turned(turns ? image->irot.angle : 0, mirrors ? image->imir.mode : -1);
}

static tt_status read_header(tt_state *state, tt_header *header) {
  tt_avif_reader *reader = (tt_avif_reader *)state;
  reader->patches = header->patches;
  avifResult result = avifDecoderParse(reader->decoder);
  if (result != AVIF_RESULT_OK) return refused(reader, result);
  const avifImage *image = reader->decoder->image;
  if (!image->width || !image->height) return tt_refuse(state, TT_CORRUPT, "the size of the picture is invalid");
  reader->crop = (avifCropRect){0, 0, image->width, image->height};
  if (image->transformFlags & AVIF_TRANSFORM_CLAP &&
      !avifCropRectConvertCleanApertureBox(
          &reader->crop, &image->clap, image->width, image->height, image->yuvFormat, &reader->decoder->diag))
    return tt_refuse(state, TT_CORRUPT, "the crop of the picture is invalid");
  bool alpha = reader->decoder->alphaPresent;
  uint64_t sample = image->depth > 8 ? 2 : 1;
  bool coarse_across = image->yuvFormat == AVIF_PIXEL_FORMAT_YUV420 || image->yuvFormat == AVIF_PIXEL_FORMAT_YUV422;
  reader->header = (tt_header){
      .width = reader->crop.width, .height = reader->crop.height, .alpha = alpha,
      .colors = image->yuvFormat == AVIF_PIXEL_FORMAT_YUV400 ? TT_GRAY : TT_RGB, .depth = image->depth > 8 ? 16 : 8,
      .components = 3, .across = {coarse_across ? 2 : 1, 1, 1},
      .down = {image->yuvFormat == AVIF_PIXEL_FORMAT_YUV420 ? 2 : 1, 1, 1}, .orientation = orientation(image),
      .primaries = (uint16_t)image->colorPrimaries, .transfer = (uint16_t)image->transferCharacteristics,
      .exif = {image->exif.data, image->exif.size}, .xmp = {image->xmp.data, image->xmp.size},
      .icc = {image->icc.data, image->icc.size},
      .memory = (uint64_t)image->width * image->height * sample * (alpha ? 12 : 10) + ((uint64_t)8 << 20)};
  if (reader->decoder->imageCount > 1)
    tt_add_note(&reader->state, "the picture is animated, and its first frame is taken");
  *header = reader->header;
  return TT_OK;
}

// MARK: Rows

static tt_status start(tt_state *state) {
  tt_avif_reader *reader = (tt_avif_reader *)state;
  avifResult result = avifDecoderNextImage(reader->decoder);
  const avifImage *image = reader->decoder->image;
  if (result != AVIF_RESULT_OK) {
    tt_status status = refused(reader, result);
    return status == TT_CORRUPT ? tt_refuse(state, TT_CORRUPT, "the picture is too large or damaged") : status;
  }
  const avifCropRect *crop = &reader->crop;
  if (crop->x + crop->width > image->width || crop->y + crop->height > image->height)
    return tt_refuse(state, TT_CORRUPT, "the picture differs from what its boxes say");
  avifRGBImageSetDefaults(&reader->rgb, image);
  reader->rgb.format = reader->header.alpha ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
  reader->rgb.depth = reader->header.depth;
  // Not libyuv, whose results differ from build to build.
  reader->rgb.avoidLibYUV = AVIF_TRUE;
  reader->rgb.rowBytes = reader->rgb.width * avifRGBImagePixelSize(&reader->rgb);
  // avifRGBImageAllocatePixels ends the process when memory is out.
  reader->rgb.pixels = malloc((size_t)reader->rgb.rowBytes * reader->rgb.height);
  if (!reader->rgb.pixels) return tt_refuse(state, TT_LIMIT, "out of memory");
  result = avifImageYUVToRGB(image, &reader->rgb);
  return result == AVIF_RESULT_OK ? TT_OK : refused(reader, result);
}

static tt_status read_rows(tt_state *state, uint8_t *rows, size_t stride, uint32_t count) {
  tt_avif_reader *reader = (tt_avif_reader *)state;
  if (count > reader->header.height - reader->next_row) return tt_refuse(state, TT_CORRUPT, "there are no more rows");
  size_t pixel = avifRGBImagePixelSize(&reader->rgb);
  for (uint32_t i = 0; i < count; i++, reader->next_row++) {
    memcpy(rows + i * stride,
           reader->rgb.pixels + (size_t)(reader->crop.y + reader->next_row) * reader->rgb.rowBytes +
               reader->crop.x * pixel,
           reader->header.width * pixel);
  }
  return TT_OK;
}

const tt_codec tt_avif_codec = {
  .version = avifVersion, .open = open_reader, .header = read_header, .start = start, .rows = read_rows,
  .close = close_reader, .can_write = tt_avif_can_write, .create = tt_whole_create, .begin = tt_whole_begin,
  .append = tt_whole_append, .end = tt_avif_encode, .destroy = tt_whole_destroy,
};

#endif
