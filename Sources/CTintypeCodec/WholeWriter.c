#define _GNU_SOURCE  // memmem
#include <stdlib.h>
#include <string.h>

#include "Codec.h"

tt_state *tt_whole_create(int descriptor) {
  tt_whole_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->descriptor = descriptor;
  return &writer->state;
}

void tt_whole_destroy(tt_state *state) {
  tt_whole_writer *writer = (tt_whole_writer *)state;
  free(writer->pixels);
  free((void *)writer->settings.exif.bytes);
  free((void *)writer->settings.xmp.bytes);
  free((void *)writer->settings.icc.bytes);
  free(writer);
}

/// Copies a block; false when memory is out.
static bool copy(tt_block *block) {
  uint8_t *bytes = block->count ? malloc(block->count) : NULL;
  if (bytes) memcpy(bytes, block->bytes, block->count);
  block->bytes = bytes;
  return bytes || !block->count;
}

tt_status tt_whole_begin(tt_state *state, const tt_settings *settings) {
  tt_whole_writer *writer = (tt_whole_writer *)state;
  writer->settings = *settings;
  // All of them: what is not copied would be freed here.
  bool has_exif = copy(&writer->settings.exif), has_xmp = copy(&writer->settings.xmp);
  bool has_icc = copy(&writer->settings.icc);
  writer->row_bytes = (size_t)settings->width * (settings->alpha ? 4 : 3) * (settings->depth / 8);
  if (has_exif && has_xmp && has_icc && settings->height <= SIZE_MAX / writer->row_bytes)
    writer->pixels = malloc(writer->row_bytes * settings->height);
  return writer->pixels ? TT_OK : tt_refuse(state, TT_LIMIT, "out of memory");
}

tt_status tt_whole_append(tt_state *state, const uint8_t *rows, size_t stride, uint32_t count) {
  tt_whole_writer *writer = (tt_whole_writer *)state;
  for (uint32_t i = 0; i < count; i++, writer->next_row++)
    memcpy(writer->pixels + writer->next_row * writer->row_bytes, rows + i * stride, writer->row_bytes);
  return TT_OK;
}

tt_status tt_whole_write(tt_whole_writer *writer, const uint8_t *bytes, size_t count) {
  tt_state *state = &writer->state;
  const tt_block *exif = &writer->settings.exif;
  const uint8_t *found = exif->count && !state->exif_offset ? memmem(bytes, count, exif->bytes, exif->count) : NULL;
  if (found) state->exif_offset = writer->size + (uint64_t)(found - bytes);
  writer->size += count;
  if (setjmp(state->jump)) return state->status;
  tt_write_all(state, writer->descriptor, bytes, count);
  return TT_OK;
}
