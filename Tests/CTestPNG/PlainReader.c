// The PNG specification read plainly, from a whole file in memory, without libpng: only zlib is shared with the
// product.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "CTestPNG.h"

typedef struct {
  uint32_t width, height;
  int depth, type, interlaced, channels;
  const uint8_t *palette, *transparency;
  size_t palette_bytes, transparency_bytes;
  uint8_t *stream, *raw;
  size_t stream_bytes, raw_bytes;
} picture;

static uint32_t number(const uint8_t *b) { return (uint32_t)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3]; }

static int read_chunks(picture *p, const uint8_t *bytes, size_t count) {
  static const int channels[] = {1, 0, 3, 1, 2, 0, 4};
  for (size_t at = 8; at + 12 <= count;) {
    size_t length = number(bytes + at);
    const uint8_t *type = bytes + at + 4, *data = bytes + at + 8;
    if (length > count - at - 12) return 0;
    if (!memcmp(type, "IHDR", 4)) {
      p->width = number(data), p->height = number(data + 4);
      p->depth = data[8], p->type = data[9], p->interlaced = data[12];
      if (p->type > 6 || !(p->channels = channels[p->type])) return 0;
      p->stream = malloc(count);
    } else if (!memcmp(type, "PLTE", 4)) {
      p->palette = data, p->palette_bytes = length;
    } else if (!memcmp(type, "tRNS", 4)) {
      p->transparency = data, p->transparency_bytes = length;
    } else if (!memcmp(type, "IDAT", 4) && p->stream) {
      memcpy(p->stream + p->stream_bytes, data, length);
      p->stream_bytes += length;
    } else if (!memcmp(type, "IEND", 4)) {
      break;
    }
    at += 12 + length;
  }
  return p->stream != NULL;
}

static size_t row_bytes(const picture *p, uint32_t width) {
  return ((size_t)width * p->channels * p->depth + 7) / 8;
}

// Where the pixels of a pass lie: first x, first y, steps.
static void place(const picture *p, int pass, uint32_t *x, uint32_t *y, uint32_t *dx, uint32_t *dy) {
  static const uint8_t places[7][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                       {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  const uint8_t whole[4] = {0, 0, 1, 1}, *found = p->interlaced ? places[pass] : whole;
  *x = found[0], *y = found[1], *dx = found[2], *dy = found[3];
}

static void unfilter(uint8_t *row, const uint8_t *above, size_t count, size_t step, int filter) {
  for (size_t i = 0; i < count; i++) {
    int a = i >= step ? row[i - step] : 0, b = above ? above[i] : 0, c = i >= step && above ? above[i - step] : 0;
    int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
    int paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
    const int guesses[5] = {0, a, b, (a + b) / 2, paeth};
    row[i] += guesses[filter];
  }
}

static unsigned sample(const picture *p, const uint8_t *row, size_t index) {
  if (p->depth == 16) return row[2 * index] << 8 | row[2 * index + 1];
  size_t bit = index * p->depth;
  return row[bit / 8] >> (8 - p->depth - bit % 8) & ((1 << p->depth) - 1);
}

static void expand(const picture *p, const uint8_t *row, size_t x, uint16_t *pixel) {
  const int largest = p->depth == 16 ? 65535 : 255;
  unsigned stored[4];
  for (int i = 0; i < p->channels; i++) stored[i] = sample(p, row, x * p->channels + i);
  if (p->type == 3) {
    unsigned index = stored[0];
    for (int i = 0; i < 3; i++) pixel[i] = 3 * index + i < p->palette_bytes ? p->palette[3 * index + i] : 0;
    pixel[3] = index < p->transparency_bytes ? p->transparency[index] : 255;
    return;
  }
  const int colors = p->type & 2 ? 3 : 1, scale = p->depth < 8 ? 255 / ((1 << p->depth) - 1) : 1;
  for (int i = 0; i < 3; i++) pixel[i] = stored[colors == 3 ? i : 0] * scale;
  pixel[3] = p->type & 4 ? stored[colors] * scale : largest;
  if (p->type & 4 || p->transparency_bytes < 2 * (size_t)colors) return;
  int is_key = 1;
  for (int i = 0; i < colors; i++) {
    unsigned key = p->transparency[2 * i] << 8 | p->transparency[2 * i + 1];
    is_key &= stored[i] == (key & ((1u << p->depth) - 1));
  }
  if (is_key) pixel[3] = 0;
}

static int decode(picture *p, uint16_t *pixels) {
  const int passes = p->interlaced ? 7 : 1;
  uint32_t x0, y0, dx, dy;
  for (int pass = 0; pass < passes; pass++) {
    place(p, pass, &x0, &y0, &dx, &dy);
    if (p->width > x0 && p->height > y0) {
      p->raw_bytes += (row_bytes(p, (p->width - x0 + dx - 1) / dx) + 1) * ((p->height - y0 + dy - 1) / dy);
    }
  }
  p->raw = calloc(p->raw_bytes, 1);
  uLongf length = p->raw_bytes;
  if (!p->raw || uncompress(p->raw, &length, p->stream, p->stream_bytes) == Z_DATA_ERROR) return 0;
  uint8_t *next = p->raw;
  const size_t bits = (size_t)p->channels * p->depth, step = bits < 8 ? 1 : bits / 8;
  for (int pass = 0; pass < passes; pass++) {
    place(p, pass, &x0, &y0, &dx, &dy);
    if (p->width <= x0 || p->height <= y0) continue;
    const size_t across = (p->width - x0 + dx - 1) / dx, count = row_bytes(p, across);
    const uint8_t *above = NULL;
    for (uint32_t y = y0; y < p->height; y += dy, next += count + 1) {
      if (*next > 4) return 0;
      unfilter(next + 1, above, count, step, *next);
      above = next + 1;
      for (size_t i = 0; i < across; i++) expand(p, above, i, pixels + 4 * ((size_t)y * p->width + x0 + i * dx));
    }
  }
  return 1;
}

uint16_t *test_png_decode(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
  picture p = {0};
  uint16_t *pixels = NULL;
  if (read_chunks(&p, bytes, count)) {
    pixels = malloc((size_t)p.width * p.height * 4 * sizeof *pixels);
    if (pixels && !decode(&p, pixels)) {
      free(pixels);
      pixels = NULL;
    }
  }
  *width = p.width, *height = p.height;
  free(p.stream);
  free(p.raw);
  return pixels;
}

uint16_t *test_pnm_decode(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
  unsigned numbers[3];
  int length = 0;
  char head[64] = {0};
  memcpy(head, bytes, count < sizeof head - 1 ? count : sizeof head - 1);
  if (sscanf(head, "P%*1[56] %u %u %u%n", &numbers[0], &numbers[1], &numbers[2], &length) != 3) return NULL;
  const size_t channels = head[1] == '6' ? 3 : 1, pixels = (size_t)numbers[0] * numbers[1];
  if (numbers[2] != 255 || count != length + 1 + pixels * channels) return NULL;
  uint16_t *result = malloc(pixels * 4 * sizeof *result);
  const uint8_t *next = bytes + length + 1;
  for (size_t i = 0; result && i < pixels; i++, next += channels) {
    for (int c = 0; c < 3; c++) result[4 * i + c] = next[channels == 3 ? c : 0];
    result[4 * i + 3] = 255;
  }
  *width = numbers[0], *height = numbers[1];
  return result;
}

size_t test_pixels_differing(const uint16_t *stored, uint32_t width, uint32_t height, int orientation,
                             const uint16_t *upright) {
  const int turned = orientation >= 5;
  const int from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const int from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  const uint32_t across = turned ? height : width, down = turned ? width : height;
  size_t differing = 0;
  for (uint32_t y = 0; y < down; y++) {
    for (uint32_t x = 0; x < across; x++, upright += 4) {
      const uint32_t u = turned ? y : x, v = turned ? x : y;
      const size_t column = from_right ? width - 1 - u : u, row = from_bottom ? height - 1 - v : v;
      const uint16_t *pixel = stored + 4 * (row * width + column);
      // What nobody sees has no color.
      differing += memcmp(pixel, upright, 4 * sizeof *pixel) && (pixel[3] || upright[3]);
    }
  }
  return differing;
}
