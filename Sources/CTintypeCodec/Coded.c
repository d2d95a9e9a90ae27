#define _GNU_SOURCE  // memmem
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CTintypeCodec.h"

uint8_t tt_turned(int turns, int mirror) {
  static const uint8_t turned[4] = {1, 8, 3, 6};
  // Left and right exchanged, after each turn; then top and bottom.
  static const uint8_t across[4] = {2, 7, 4, 5}, down[4] = {4, 5, 2, 7};
  if (mirror < 0) return turned[turns & 3];
  return mirror == 1 ? across[turns & 3] : down[turns & 3];
}

struct tt_coded_writer {
  tt_failure failure;
  int descriptor;
  tt_coded_settings settings;
  uint8_t *pixels;
  size_t row_bytes;
  uint32_t next_row;
  uint64_t size;  // bytes of the file so far
  uint64_t exif_offset;
};

tt_coded_writer *tt_coded_writer_create(int descriptor) {
  tt_coded_writer *writer = calloc(1, sizeof *writer);
  if (writer) writer->descriptor = descriptor;
  return writer;
}

void tt_coded_writer_destroy(tt_coded_writer *writer) {
  if (!writer) return;
  free(writer->pixels);
  free((void *)writer->settings.exif.bytes);
  free((void *)writer->settings.xmp.bytes);
  free((void *)writer->settings.icc.bytes);
  free(writer);
}

const tt_failure *tt_coded_writer_failure(const tt_coded_writer *writer) { return &writer->failure; }

tt_status tt_coded_fail(tt_coded_writer *writer, tt_status status, const char *message) {
  strncpy(writer->failure.message, message, TT_TEXT_MAX - 1);
  return writer->failure.status = status;
}

/// Copies a block; false when memory is out.
static bool copy(tt_block *block) {
  uint8_t *bytes = block->count ? malloc(block->count) : NULL;
  if (bytes) memcpy(bytes, block->bytes, block->count);
  block->bytes = bytes;
  return bytes || !block->count;
}

tt_status tt_coded_writer_start(tt_coded_writer *writer, const tt_coded_settings *settings) {
  writer->settings = *settings;
  // All of them: what is not copied would be freed here.
  bool has_exif = copy(&writer->settings.exif), has_xmp = copy(&writer->settings.xmp);
  bool has_icc = copy(&writer->settings.icc);
  writer->row_bytes = (size_t)settings->width * (settings->alpha ? 4 : 3) * (settings->depth / 8);
  if (has_exif && has_xmp && has_icc && settings->height <= SIZE_MAX / writer->row_bytes)
    writer->pixels = malloc(writer->row_bytes * settings->height);
  return writer->pixels ? TT_OK : tt_coded_fail(writer, TT_LIMIT, "out of memory");
}

tt_status tt_coded_writer_rows(tt_coded_writer *writer, const uint8_t *rows, size_t stride, uint32_t count) {
  for (uint32_t i = 0; i < count; i++, writer->next_row++)
    memcpy(writer->pixels + writer->next_row * writer->row_bytes, rows + i * stride, writer->row_bytes);
  return TT_OK;
}

tt_status tt_coded_writer_append(tt_coded_writer *writer, const uint8_t *bytes, size_t count) {
  const tt_block *exif = &writer->settings.exif;
  const uint8_t *found = exif->count && !writer->exif_offset ? memmem(bytes, count, exif->bytes, exif->count) : NULL;
  if (found) writer->exif_offset = writer->size + (uint64_t)(found - bytes);
  writer->size += count;
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  tt_write_all(&writer->failure, writer->descriptor, bytes, count);
  return TT_OK;
}

const tt_coded_settings *tt_coded_writer_settings(const tt_coded_writer *writer) { return &writer->settings; }
uint8_t *tt_coded_writer_pixels(const tt_coded_writer *writer) { return writer->pixels; }
size_t tt_coded_writer_row_bytes(const tt_coded_writer *writer) { return writer->row_bytes; }
uint64_t tt_coded_writer_exif_offset(const tt_coded_writer *writer) { return writer->exif_offset; }
