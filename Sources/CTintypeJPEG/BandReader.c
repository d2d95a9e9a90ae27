#include <stdlib.h>
#include <string.h>

#include "Coding.h"
#include "Failure.h"
#include "ReadAt.h"

/// libjpeg sees a picture of its own: the file's header with another height, the bytes of some rows, and an end.
struct tt_jpeg_band_reader {
  struct jpeg_decompress_struct codec;  // first: libjpeg hands it back and we need the rest
  tt_jpeg_failure failure;
  struct jpeg_source_mgr source;
  int descriptor;
  tt_jpeg_band_place place;
  off_t offset;  // in that picture
  uint8_t buffer[TT_BUFFER_BYTES];
};

// A marker without a meaning stands before the end: behind it libjpeg tells what it passed over before, and what it would
// keep to itself else.
static const uint8_t ending[] = {0xFF, JPEG_RST0, 0xFF, JPEG_EOI};

static _Noreturn void complain(tt_jpeg_band_reader *band, const char *message) {
  tt_jpeg_fail(&band->failure, TT_JPEG_CORRUPT, message);
}

static void read_part(tt_jpeg_band_reader *band, off_t start, off_t end) {
  size_t wanted = sizeof band->buffer;
  if ((off_t)wanted > end - start) wanted = (size_t)(end - start);
  ssize_t count = tt_read_at(band->descriptor, band->buffer, wanted, start);
  if (count <= 0) complain(band, "the file has become shorter");
  band->source.bytes_in_buffer = (size_t)count;
}

/// The height of the band instead of the picture's, where these two bytes are among those read.
static void patch_height(tt_jpeg_band_reader *band) {
  for (int i = 0; i < 2; i++) {
    off_t place = band->place.height_offset + i - band->offset;
    if (place < 0 || place >= (off_t)band->source.bytes_in_buffer) continue;
    band->buffer[place] = (uint8_t)(i == 0 ? band->place.height >> 8 : band->place.height & 0xFF);
  }
}

static boolean fill_input_buffer(j_decompress_ptr codec) {
  tt_jpeg_band_reader *band = (tt_jpeg_band_reader *)codec;
  const tt_jpeg_band_place *place = &band->place;
  off_t header = place->scan_offset, data = place->end - place->start;
  if (band->offset < header) {
    read_part(band, band->offset, header);
    patch_height(band);
  } else if (band->offset < header + data) {
    read_part(band, place->start + (band->offset - header), place->end);
  } else if (band->offset == header + data) {
    memcpy(band->buffer, ending, sizeof ending);
    band->source.bytes_in_buffer = sizeof ending;
  } else {
    complain(band, "the band has more rows than data");
  }
  band->offset += (off_t)band->source.bytes_in_buffer;
  band->source.next_input_byte = band->buffer;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr codec, long count) {
  tt_jpeg_band_reader *band = (tt_jpeg_band_reader *)codec;
  if (count <= 0) return;
  size_t wanted = (size_t)count;
  size_t here = wanted < band->source.bytes_in_buffer ? wanted : band->source.bytes_in_buffer;
  band->source.next_input_byte += here;
  band->source.bytes_in_buffer -= here;
  band->offset += (off_t)(wanted - here);  // segments end before the scan: somebody has walked over them
}

/// Markers count on from the picture's, and libjpeg counts from 0.
static boolean resync_to_restart(j_decompress_ptr codec, int wanted) {
  tt_jpeg_band_reader *band = (tt_jpeg_band_reader *)codec;
  int due = JPEG_RST0 + ((wanted + band->place.first_marker) & 7);
  if (codec->unread_marker != due) complain(band, "another restart marker was due");
  codec->unread_marker = 0;
  return TRUE;
}

static void do_nothing(j_decompress_ptr codec) { (void)codec; }

static void emit_message(j_common_ptr codec, int level) {
  if (level < 0) complain((tt_jpeg_band_reader *)codec, "a warning");
}

tt_jpeg_band_reader *tt_jpeg_band_reader_create(int descriptor) {
  tt_jpeg_band_reader *band = calloc(1, sizeof *band);
  if (!band) return NULL;
  band->descriptor = descriptor;
  band->codec.err = tt_jpeg_failure_install(&band->failure);
  band->codec.err->emit_message = emit_message;
  if (setjmp(band->failure.jump)) {
    tt_jpeg_band_reader_destroy(band);
    return NULL;
  }
  jpeg_create_decompress(&band->codec);
  band->codec.mem->max_memory_to_use = 0;  // else the JPEGMEM variable of the environment decides
  band->source.init_source = do_nothing;
  band->source.fill_input_buffer = fill_input_buffer;
  band->source.skip_input_data = skip_input_data;
  band->source.resync_to_restart = resync_to_restart;
  band->source.term_source = do_nothing;
  band->codec.src = &band->source;
  return band;
}

void tt_jpeg_band_reader_destroy(tt_jpeg_band_reader *band) {
  if (!band) return;
  jpeg_destroy_decompress(&band->codec);
  free(band);
}

bool tt_jpeg_band_reader_start(tt_jpeg_band_reader *band, const tt_jpeg_band_place *place) {
  if (setjmp(band->failure.jump)) return false;
  jpeg_abort_decompress(&band->codec);  // the band before may not have come to its end
  band->place = *place;
  band->offset = 0;
  band->source.bytes_in_buffer = 0;
  jpeg_read_header(&band->codec, TRUE);
  if (!tt_jpeg_start_decoding(&band->codec)) return false;
  // The header is read anew, and somebody may have written another file there.
  return band->codec.output_width == place->width && band->codec.output_height == place->height &&
         (uint32_t)band->codec.output_components == place->components;
}

bool tt_jpeg_band_reader_rows(tt_jpeg_band_reader *band, uint8_t *rows, size_t stride, uint32_t count) {
  if (setjmp(band->failure.jump)) return false;
  return tt_jpeg_read_rows(&band->codec, rows, stride, count);
}

bool tt_jpeg_band_reader_finish(tt_jpeg_band_reader *band) {
  if (setjmp(band->failure.jump)) return false;
  jpeg_finish_decompress(&band->codec);
  return true;
}
