#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "Failure.h"

struct tt_jpeg_writer {
  struct jpeg_compress_struct codec;  // first: libjpeg hands it back and we need the rest
  tt_jpeg_failure failure;
  struct jpeg_destination_mgr destination;
  int descriptor;
  uint8_t buffer[TT_BUFFER_BYTES];
};

static void write_all(tt_jpeg_writer *writer, size_t count) {
  const uint8_t *next = writer->buffer;
  while (count > 0) {
    ssize_t written = write(writer->descriptor, next, count);
    if (written < 0) {
      if (errno == EINTR) continue;
      tt_jpeg_fail_errno(&writer->failure);
    }
    next += written;
    count -= (size_t)written;
  }
}

static void init_destination(j_compress_ptr codec) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)codec;
  writer->destination.next_output_byte = writer->buffer;
  writer->destination.free_in_buffer = sizeof writer->buffer;
}

static boolean empty_output_buffer(j_compress_ptr codec) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)codec;
  write_all(writer, sizeof writer->buffer);  // the whole buffer, whatever free_in_buffer says: libjpeg's contract
  init_destination(codec);
  return TRUE;
}

static void term_destination(j_compress_ptr codec) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)codec;
  write_all(writer, sizeof writer->buffer - writer->destination.free_in_buffer);
}

tt_jpeg_writer *tt_jpeg_writer_create(int descriptor) {
  tt_jpeg_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->descriptor = descriptor;
  writer->codec.err = tt_jpeg_failure_install(&writer->failure);
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

tt_jpeg_status tt_jpeg_writer_start(tt_jpeg_writer *writer, const tt_jpeg_settings *settings) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  struct jpeg_compress_struct *codec = &writer->codec;
  codec->image_width = settings->width;
  codec->image_height = settings->height;
  codec->input_components = 3;
  codec->in_color_space = JCS_RGB;
  jpeg_set_defaults(codec);
  jpeg_set_colorspace(codec, JCS_YCbCr);
  jpeg_set_quality(codec, settings->quality, TRUE);
  codec->dct_method = JDCT_ISLOW;
  codec->optimize_coding = FALSE;
  codec->comp_info[0].h_samp_factor = settings->across;
  codec->comp_info[0].v_samp_factor = settings->down;
  codec->write_JFIF_header = settings->jfif;
  codec->JFIF_major_version = settings->jfif_major;
  codec->JFIF_minor_version = settings->jfif_minor;
  codec->density_unit = settings->density_unit;
  codec->X_density = settings->density_x;
  codec->Y_density = settings->density_y;
  jpeg_start_compress(codec, TRUE);
  return TT_JPEG_OK;
}

tt_jpeg_status tt_jpeg_writer_segment(tt_jpeg_writer *writer, int marker, const uint8_t *bytes, size_t count) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  jpeg_write_marker(&writer->codec, marker, bytes, (unsigned int)count);
  return TT_JPEG_OK;
}

tt_jpeg_status tt_jpeg_writer_rows(tt_jpeg_writer *writer, const uint8_t *rows, size_t stride, uint32_t count) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  uint32_t done = 0;
  while (done < count) {
    JSAMPROW pointers[8];
    uint32_t wanted = count - done < 8 ? count - done : 8;
    for (uint32_t i = 0; i < wanted; i++) pointers[i] = (JSAMPROW)(rows + (size_t)(done + i) * stride);
    done += jpeg_write_scanlines(&writer->codec, pointers, wanted);
  }
  return TT_JPEG_OK;
}

tt_jpeg_status tt_jpeg_writer_finish(tt_jpeg_writer *writer) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  jpeg_finish_compress(&writer->codec);
  return TT_JPEG_OK;
}

const char *tt_jpeg_writer_message(const tt_jpeg_writer *writer) { return writer->failure.message; }
int tt_jpeg_writer_errno(const tt_jpeg_writer *writer) { return writer->failure.os_error; }
