#include <stdlib.h>
#include <string.h>

#include "Coding.h"
#include "Failure.h"

struct tt_jpeg_band {
  struct jpeg_compress_struct codec;  // first: libjpeg hands it back and we need the rest
  struct jpeg_error_mgr manager;
  tt_failure failure;
  struct jpeg_destination_mgr destination;
  uint8_t *bytes;  // one whole JPEG: the band as a picture of its own
  size_t capacity, count;
};

static void init_destination(j_compress_ptr codec) {
  tt_jpeg_band *band = (tt_jpeg_band *)codec;
  band->destination.next_output_byte = band->bytes;
  band->destination.free_in_buffer = band->capacity;
}

static boolean empty_output_buffer(j_compress_ptr codec) {
  tt_jpeg_band *band = (tt_jpeg_band *)codec;
  size_t used = band->capacity;
  uint8_t *larger = realloc(band->bytes, used * 2);
  if (!larger) tt_fail(&band->failure, TT_LIMIT, "out of memory");
  band->bytes = larger;
  band->capacity = used * 2;
  band->destination.next_output_byte = larger + used;
  band->destination.free_in_buffer = used;
  return TRUE;
}

static void term_destination(j_compress_ptr codec) {
  tt_jpeg_band *band = (tt_jpeg_band *)codec;
  band->count = band->capacity - band->destination.free_in_buffer;
}

tt_jpeg_band *tt_jpeg_band_create(void) {
  tt_jpeg_band *band = calloc(1, sizeof *band);
  if (!band) return NULL;
  band->capacity = TT_BUFFER_BYTES;
  band->bytes = malloc(band->capacity);
  tt_jpeg_failure_install((j_common_ptr)&band->codec, &band->manager, &band->failure);
  if (!band->bytes || setjmp(band->failure.jump)) {
    tt_jpeg_band_destroy(band);
    return NULL;
  }
  jpeg_create_compress(&band->codec);
  band->codec.mem->max_memory_to_use = 0;  // else the JPEGMEM variable of the environment decides
  band->destination.init_destination = init_destination;
  band->destination.empty_output_buffer = empty_output_buffer;
  band->destination.term_destination = term_destination;
  band->codec.dest = &band->destination;
  return band;
}

void tt_jpeg_band_destroy(tt_jpeg_band *band) {
  if (!band) return;
  jpeg_destroy_compress(&band->codec);
  free(band->bytes);
  free(band);
}

tt_status tt_jpeg_band_start(tt_jpeg_band *band, const tt_jpeg_settings *settings) {
  if (setjmp(band->failure.jump)) return band->failure.status;
  jpeg_abort_compress(&band->codec);  // the previous band may be unfinished
  tt_jpeg_settings_apply(settings, &band->codec);
  jpeg_start_compress(&band->codec, TRUE);
  return TT_OK;
}

tt_status tt_jpeg_band_rows(tt_jpeg_band *band, const uint8_t *rows, size_t stride, uint32_t count) {
  if (setjmp(band->failure.jump)) return band->failure.status;
  tt_jpeg_write_rows(&band->codec, rows, stride, count);
  return TT_OK;
}

/// The length of the header: the entropy-coded data follow the first start-of-scan segment.
static size_t header_bytes(const tt_jpeg_band *band) {
  size_t place = 2;
  while (place + 4 <= band->count) {
    int marker = band->bytes[place + 1];
    place += 2 + ((size_t)band->bytes[place + 2] << 8 | band->bytes[place + 3]);
    if (marker == 0xDA) return place;
  }
  return band->count;
}

/// libjpeg numbers restart markers from 0; in a picture the numbers continue from band to band.
static void count_markers_from(int first, uint8_t *bytes, size_t count) {
  const uint8_t *end = bytes + count;
  while (first && (bytes = memchr(bytes, 0xFF, (size_t)(end - bytes))) && bytes + 1 < end) {
    if ((bytes[1] & 0xF8) == JPEG_RST0) bytes[1] = (uint8_t)(JPEG_RST0 + ((bytes[1] + first) & 7));
    bytes += 2;
  }
}

tt_status tt_jpeg_band_finish(tt_jpeg_band *band, int first_marker, const uint8_t **bytes, size_t *count) {
  if (setjmp(band->failure.jump)) return band->failure.status;
  jpeg_finish_compress(&band->codec);
  size_t header = header_bytes(band);
  if (header + 2 > band->count) tt_fail(&band->failure, TT_LIMIT, "a band without a scan");
  *bytes = band->bytes + header;
  *count = band->count - header - 2;  // without the end marker
  count_markers_from(first_marker, band->bytes + header, *count);
  return TT_OK;
}

void tt_jpeg_band_file(const tt_jpeg_band *band, const uint8_t **bytes, size_t *count) {
  *bytes = band->bytes;
  *count = band->count;
}

const tt_failure *tt_jpeg_band_failure(const tt_jpeg_band *band) { return &band->failure; }
