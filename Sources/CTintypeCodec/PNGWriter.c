#include <stdlib.h>
#include <string.h>

#include "PNGCodec.h"

typedef struct {
  tt_state state;
  png_structp codec;
  png_infop info;
  int descriptor;
  size_t buffered;
  uint8_t buffer[TT_BUFFER_BYTES];
} tt_png_writer;

static void write_buffer(tt_png_writer *writer) {
  tt_write_all(&writer->state, writer->descriptor, writer->buffer, writer->buffered);
  writer->buffered = 0;
}

static void take_bytes(png_structp codec, png_bytep bytes, size_t count) {
  tt_png_writer *writer = png_get_io_ptr(codec);
  while (count > 0) {
    if (writer->buffered == sizeof writer->buffer) write_buffer(writer);
    size_t part = sizeof writer->buffer - writer->buffered;
    if (part > count) part = count;
    memcpy(writer->buffer + writer->buffered, bytes, part);
    writer->buffered += part;
    bytes += part;
    count -= part;
  }
}

static void flush_nothing(png_structp codec) { (void)codec; }

tt_state *tt_png_create(int descriptor) {
  tt_png_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->descriptor = descriptor;
  if (setjmp(writer->state.jump)) {
    tt_png_destroy(&writer->state);
    return NULL;
  }
  writer->codec = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->state, tt_png_error, tt_png_warning);
  writer->info = writer->codec ? png_create_info_struct(writer->codec) : NULL;
  if (!writer->info) {
    tt_png_destroy(&writer->state);
    return NULL;
  }
  png_set_write_fn(writer->codec, writer, take_bytes, flush_nothing);
  return &writer->state;
}

void tt_png_destroy(tt_state *state) {
  tt_png_writer *writer = (tt_png_writer *)state;
  if (writer->codec) png_destroy_write_struct(&writer->codec, &writer->info);
  free(writer);
}

tt_status tt_png_begin(tt_state *state, const tt_settings *settings) {
  tt_png_writer *writer = (tt_png_writer *)state;
  if (setjmp(writer->state.jump)) return writer->state.status;
  png_structp codec = writer->codec;
  int type = settings->alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
  png_set_user_limits(codec, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(codec, writer->info, settings->width, settings->height, settings->depth, type, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_buffer_size(codec, TT_BUFFER_BYTES);
  // Measured on photos: the size is within 25% of trying all filters at level 6, and writing is 5 to 8 times as fast.
  png_set_compression_level(codec, 1);
  png_set_filter(codec, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
  png_write_info(codec, writer->info);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (settings->depth == 16) png_set_swap(codec);
#endif
  return TT_OK;
}

tt_status tt_png_item(tt_state *state, const uint8_t *type, const uint8_t *bytes, size_t count) {
  tt_png_writer *writer = (tt_png_writer *)state;
  if (setjmp(writer->state.jump)) return writer->state.status;
  png_write_chunk(writer->codec, type, bytes, count);
  return TT_OK;
}

tt_status tt_png_append(tt_state *state, const uint8_t *rows, size_t stride, uint32_t count) {
  tt_png_writer *writer = (tt_png_writer *)state;
  if (setjmp(writer->state.jump)) return writer->state.status;
  for (uint32_t i = 0; i < count; i++) png_write_row(writer->codec, rows + (size_t)i * stride);
  return TT_OK;
}

tt_status tt_png_end(tt_state *state) {
  tt_png_writer *writer = (tt_png_writer *)state;
  if (setjmp(writer->state.jump)) return writer->state.status;
  png_write_end(writer->codec, NULL);
  write_buffer(writer);
  return TT_OK;
}
