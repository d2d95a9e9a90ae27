#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "PNGCodec.h"

typedef struct {
  tt_state state;
  png_structp codec;
  png_infop info;
  int descriptor;
  off_t offset;
  size_t buffered, taken;
  uint32_t height;
  size_t row_bytes;
  uint32_t next_row;
  uint8_t *whole;  // all rows of an interlaced picture
  int pass;            // of an interlaced picture, from 0
  uint32_t pass_row;
  uint8_t buffer[TT_BUFFER_BYTES];
} tt_png_reader;

static const char end_of_file[] = "the file ends early";

static void read_bytes(png_structp codec, png_bytep output, size_t count) {
  tt_png_reader *reader = png_get_io_ptr(codec);
  while (count > 0) {
    if (reader->taken == reader->buffered) {
      ssize_t got = tt_read_at(reader->descriptor, reader->buffer, sizeof reader->buffer, reader->offset);
      if (got < 0) tt_fail_errno(&reader->state);
      if (got == 0) tt_fail(&reader->state, TT_CORRUPT, end_of_file);
      reader->offset += got;
      reader->buffered = (size_t)got;
      reader->taken = 0;
    }
    size_t part = reader->buffered - reader->taken;
    if (part > count) part = count;
    memcpy(output, reader->buffer + reader->taken, part);
    reader->taken += part;
    output += part;
    count -= part;
  }
}

static void close_reader(tt_state *state) {
  tt_png_reader *reader = (tt_png_reader *)state;
  if (reader->codec) png_destroy_read_struct(&reader->codec, &reader->info, NULL);
  free(reader->whole);
  free(reader);
}

static tt_state *open_reader(int descriptor, bool salvages) {
  tt_png_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->descriptor = descriptor;
  reader->state.salvages = salvages;
  if (setjmp(reader->state.jump)) {
    close_reader(&reader->state);
    return NULL;
  }
  reader->codec = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader->state, tt_png_error, tt_png_warning);
  reader->info = reader->codec ? png_create_info_struct(reader->codec) : NULL;
  if (!reader->info) {
    close_reader(&reader->state);
    return NULL;
  }
  png_set_read_fn(reader->codec, reader, read_bytes);
  png_set_user_limits(reader->codec, 1000000, 1000000);
  // Ancillary chunks but tRNS are checked and skipped: no text or profile is inflated here, none is held.
  png_set_keep_unknown_chunks(reader->codec, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_chunk_cache_max(reader->codec, 16);
  png_set_chunk_malloc_max(reader->codec, PNG_UINT_31_MAX);  // also bounds what may be skipped, so no bound
  return &reader->state;
}

static void describe(const tt_png_reader *reader, tt_header *header) {
  png_const_structp codec = reader->codec;
  png_const_infop info = reader->info;
  const uint64_t bits = png_get_bit_depth(codec, info), channels = png_get_channels(codec, info);
  const bool is_colored = png_get_color_type(codec, info) & PNG_COLOR_MASK_COLOR;
  *header = (tt_header){
    .width = png_get_image_width(codec, info),
    .height = reader->height,
    .colors = is_colored ? TT_RGB : TT_GRAY,
    .alpha = (png_get_color_type(codec, info) & PNG_COLOR_MASK_ALPHA) || png_get_valid(codec, info, PNG_INFO_tRNS),
    .depth = bits == 16 ? 16 : 8,
  };
  const uint64_t row = (uint64_t)header->width * (header->alpha ? 4 : 3) * (header->depth / 8);
  // A few rows, or all rows of an interlaced picture.
  const bool is_interlaced = png_get_interlace_type(codec, info) != PNG_INTERLACE_NONE;
  header->memory = row * 4 + (256 << 10) + (is_interlaced ? row * header->height : 0);
  // Deflate compresses to no less than 1/1032.
  const uint64_t stored = (((uint64_t)header->width * bits * channels + 7) / 8 + 1) * header->height, slack = 64 << 10;
  header->least_bytes = stored > slack ? (stored - slack + 1031) / 1032 : 0;
}

static tt_status read_header(tt_state *state, tt_header *header) {
  tt_png_reader *reader = (tt_png_reader *)state;
  if (setjmp(reader->state.jump)) return reader->state.status;
  png_structp codec = reader->codec;
  png_infop info = reader->info;
  png_read_info(codec, info);
  // Bytes that differ from what their checksum says may still be most of a picture; the header's may not.
  if (reader->state.salvages) png_set_crc_action(codec, PNG_CRC_WARN_USE, PNG_CRC_WARN_DISCARD);
  // A piece that the end of the file cuts off is lost whole, so pieces are small.
  if (reader->state.salvages) png_set_compression_buffer_size(codec, 64);
  reader->height = png_get_image_height(codec, info);
  describe(reader, header);
  return TT_OK;
}

/// Paints a row mid gray, without holes.
static void paint_lost(const tt_png_reader *reader, uint8_t *row) {
  memset(row, 0x80, reader->row_bytes);
  size_t channels = png_get_channels(reader->codec, reader->info);
  size_t sample = png_get_bit_depth(reader->codec, reader->info) / 8;
  if (channels != 4) return;
  for (size_t x = 3 * sample; x < reader->row_bytes; x += 4 * sample) memset(row + x, 0xFF, sample);
}

/// Records the place of the first loss; false where it is an error.
static bool lose_rest(tt_png_reader *reader, uint32_t row) {
  if (reader->state.status != TT_CORRUPT) return false;
  bool is_short = strcmp(reader->state.message, end_of_file) == 0;
  if (!reader->state.salvages) {
    const char *what = is_short ? "a part of the picture is missing" : "a part of the picture is damaged";
    snprintf(reader->state.message, sizeof reader->state.message, "%s", what);
    reader->state.status = TT_LOST;
    return false;
  }
  if (!reader->state.loss.any) reader->state.loss = (tt_loss){.any = true, .row = row, .stage = reader->pass + 1};
  return true;
}

static void decode_whole(tt_png_reader *reader, int passes) {
  if (reader->row_bytes > SIZE_MAX / reader->height) tt_fail(&reader->state, TT_LIMIT, "out of memory");
  // Zeroed, because libpng combines an early pass with what lies there.
  reader->whole = calloc(reader->height, reader->row_bytes);
  if (!reader->whole) tt_fail(&reader->state, TT_LIMIT, "out of memory");
  for (uint32_t y = 0; reader->state.salvages && y < reader->height; y++) {
    paint_lost(reader, reader->whole + (size_t)y * reader->row_bytes);
  }
  for (reader->pass = 0; reader->pass < passes; reader->pass++) {
    for (reader->pass_row = 0; reader->pass_row < reader->height; reader->pass_row++) {
      uint8_t *row = reader->whole + (size_t)reader->pass_row * reader->row_bytes;
      // A pixel of an early pass also fills its neighbors, in case their pass is missing.
      png_read_row(reader->codec, reader->state.salvages ? NULL : row, reader->state.salvages ? row : NULL);
    }
  }
}

static tt_status start(tt_state *state) {
  tt_png_reader *reader = (tt_png_reader *)state;
  if (setjmp(reader->state.jump)) {
    return reader->whole && lose_rest(reader, reader->pass_row) ? TT_OK : reader->state.status;
  }
  png_structp codec = reader->codec;
  png_set_expand(codec);  // palette to RGB, gray to 8 bits, tRNS to alpha
  png_set_gray_to_rgb(codec);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  png_set_swap(codec);
#endif
  int passes = png_set_interlace_handling(codec);
  png_read_update_info(codec, reader->info);
  reader->row_bytes = png_get_rowbytes(codec, reader->info);
  if (passes > 1) decode_whole(reader, passes);
  return TT_OK;
}

static tt_status read_rows(tt_state *state, uint8_t *rows, size_t stride, uint32_t count) {
  tt_png_reader *reader = (tt_png_reader *)state;
  if (stride < reader->row_bytes || count > reader->height - reader->next_row) return TT_CORRUPT;
  const uint32_t first = reader->next_row;
  if (setjmp(reader->state.jump) && !lose_rest(reader, reader->next_row)) return reader->state.status;
  for (; reader->next_row < first + count; reader->next_row++) {
    uint8_t *row = rows + (size_t)(reader->next_row - first) * stride;
    if (reader->whole) {
      memcpy(row, reader->whole + (size_t)reader->next_row * reader->row_bytes, reader->row_bytes);
    } else if (reader->state.loss.any) {
      paint_lost(reader, row);
    } else {
      png_read_row(reader->codec, row, NULL);
    }
  }
  return TT_OK;
}

/// Whether nothing but the end chunk, or a part of it, is missing: all that came before was checked.
static bool lacks_only_end(const tt_png_reader *reader) {
  const png_uint_32 end_chunk = 0x49454E44;  // IEND
  bool in_head = (png_get_io_state(reader->codec) & PNG_IO_MASK_LOC) == PNG_IO_CHUNK_HDR;
  bool in_end = png_get_io_chunk_type(reader->codec) == end_chunk;
  return (in_head || in_end) && strcmp(reader->state.message, end_of_file) == 0;
}

static tt_status finish(tt_state *state) {
  tt_png_reader *reader = (tt_png_reader *)state;
  if (reader->state.loss.any) return TT_OK;
  if (setjmp(reader->state.jump)) {
    if (reader->state.status != TT_CORRUPT) return reader->state.status;
    bool is_whole = lacks_only_end(reader);
    if (!is_whole && !reader->state.salvages) return TT_CORRUPT;
    // All rows are there.
    reader->state.warning_count = 0;
    tt_png_warning(reader->codec, is_whole ? "the end chunk is missing" : reader->state.message);
    return TT_OK;
  }
  png_read_end(reader->codec, NULL);
  return TT_OK;
}

static const char *version(void) { return png_get_libpng_ver(NULL); }

const tt_codec tt_png_codec = {
  .version = version, .open = open_reader, .header = read_header, .start = start, .rows = read_rows,
  .finish = finish, .close = close_reader, .create = tt_png_create, .begin = tt_png_begin, .item = tt_png_item,
  .append = tt_png_append, .end = tt_png_end, .destroy = tt_png_destroy,
};
