#include <stdlib.h>

#include "Coding.h"
#include "Failure.h"

struct tt_jpeg_writer {
  struct jpeg_compress_struct codec;  // first: libjpeg hands it back and we need the rest
  struct jpeg_error_mgr manager;
  tt_failure failure;
  struct jpeg_destination_mgr destination;
  int descriptor;
  uint8_t buffer[TT_BUFFER_BYTES];
};

static void init_destination(j_compress_ptr codec) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)codec;
  writer->destination.next_output_byte = writer->buffer;
  writer->destination.free_in_buffer = sizeof writer->buffer;
}

static boolean empty_output_buffer(j_compress_ptr codec) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)codec;
  // libjpeg's contract: the whole buffer, whatever free_in_buffer says.
  tt_write_all(&writer->failure, writer->descriptor, writer->buffer, sizeof writer->buffer);
  init_destination(codec);
  return TRUE;
}

static void term_destination(j_compress_ptr codec) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)codec;
  size_t count = sizeof writer->buffer - writer->destination.free_in_buffer;
  tt_write_all(&writer->failure, writer->descriptor, writer->buffer, count);
}

tt_jpeg_writer *tt_jpeg_writer_create(int descriptor) {
  tt_jpeg_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->descriptor = descriptor;
  tt_jpeg_failure_install((j_common_ptr)&writer->codec, &writer->manager, &writer->failure);
  if (setjmp(writer->failure.jump)) {
    tt_jpeg_writer_destroy(writer);
    return NULL;
  }
  jpeg_create_compress(&writer->codec);
  writer->codec.mem->max_memory_to_use = 0;  // else the JPEGMEM variable of the environment decides
  writer->destination.init_destination = init_destination;
  writer->destination.empty_output_buffer = empty_output_buffer;
  writer->destination.term_destination = term_destination;
  writer->codec.dest = &writer->destination;
  return writer;
}

void tt_jpeg_writer_destroy(tt_jpeg_writer *writer) {
  if (!writer) return;
  jpeg_destroy_compress(&writer->codec);
  free(writer);
}

tt_status tt_jpeg_writer_start(tt_jpeg_writer *writer, const tt_jpeg_settings *settings) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  tt_jpeg_settings_apply(settings, &writer->codec);
  jpeg_start_compress(&writer->codec, TRUE);
  return TT_OK;
}

tt_status tt_jpeg_writer_segment(tt_jpeg_writer *writer, int marker, const uint8_t *bytes, size_t count) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  jpeg_write_marker(&writer->codec, marker, bytes, (unsigned int)count);
  return TT_OK;
}

tt_status tt_jpeg_writer_rows(tt_jpeg_writer *writer, const uint8_t *rows, size_t stride, uint32_t count) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  tt_jpeg_write_rows(&writer->codec, rows, stride, count);
  return TT_OK;
}

tt_status tt_jpeg_writer_finish(tt_jpeg_writer *writer) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  jpeg_finish_compress(&writer->codec);
  return TT_OK;
}

tt_status tt_jpeg_writer_begin_bands(tt_jpeg_writer *writer) {
  uint8_t *row = calloc(writer->codec.image_width, 3);
  if (!row) return TT_LIMIT;
  if (setjmp(writer->failure.jump)) {
    free(row);
    return writer->failure.status;
  }
  // The first row makes libjpeg write the frame's and the scan's header; of the row itself nothing has come out yet.
  tt_jpeg_write_rows(&writer->codec, row, 0, 1);
  term_destination(&writer->codec);
  jpeg_abort_compress(&writer->codec);
  free(row);
  return TT_OK;
}

tt_status tt_jpeg_writer_append(tt_jpeg_writer *writer, const uint8_t *bytes, size_t count) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  tt_write_all(&writer->failure, writer->descriptor, bytes, count);
  return TT_OK;
}

const tt_failure *tt_jpeg_writer_failure(const tt_jpeg_writer *writer) { return &writer->failure; }
