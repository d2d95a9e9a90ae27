#include "CTestPNG.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>

typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} growing;

static void append(png_structp codec, png_bytep bytes, size_t count) {
  growing *output = png_get_io_ptr(codec);
  if (output->count + count > output->capacity) {
    output->capacity = 2 * (output->count + count);
    output->bytes = realloc(output->bytes, output->capacity);
  }
  memcpy(output->bytes + output->count, bytes, count);
  output->count += count;
}

static void flush_nothing(png_structp codec) { (void)codec; }

uint8_t *test_png_encode(const test_png_recipe *recipe, const uint8_t *rows, size_t row_bytes, size_t *length) {
  growing output = {0};
  png_structp codec = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(codec);
  if (setjmp(png_jmpbuf(codec))) {
    png_destroy_write_struct(&codec, &info);
    return NULL;
  }
  png_set_write_fn(codec, &output, append, flush_nothing);
  png_set_IHDR(codec, info, recipe->width, recipe->height, recipe->depth, recipe->color_type,
               recipe->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, 0, 0);
  if (recipe->color_type == PNG_COLOR_TYPE_PALETTE) {
    png_color palette[256];
    for (int i = 0; i < 256; i++) palette[i] = (png_color){i, 255 - i, i / 2};
    png_set_PLTE(codec, info, palette, 1 << recipe->depth);
  }
  if (recipe->transparency) {
    uint8_t alpha = 64;
    png_color_16 key = {0};
    png_set_tRNS(codec, info, &alpha, 1, &key);
  }
  png_write_info(codec, info);
  png_bytepp pointers = malloc(recipe->height * sizeof *pointers);
  for (int y = 0; y < recipe->height; y++) pointers[y] = (png_bytep)rows + y * row_bytes;
  png_write_image(codec, pointers);
  free(pointers);
  png_write_end(codec, info);
  png_destroy_write_struct(&codec, &info);
  *length = output.count;
  return output.bytes;
}
