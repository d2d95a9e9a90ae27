#include "TIFFSamples.h"

#include <math.h>
#include <string.h>

#include "Codec.h"

bool tt_tiff_unpacks(const tt_tiff_layout *layout) {
  if (layout->is_float) return !layout->is_light || layout->bits != layout->depth;
  return layout->bits != 8 && layout->bits != 16;
}

size_t tt_tiff_unpacked_bytes(const tt_tiff_layout *layout) {
  return !tt_tiff_unpacks(layout) ? 0 : layout->depth == 32 ? 4 : 2;
}

/// A number of 16, 24, 32 or 64 bits.
static float number(const uint8_t *packed, int bits) {
  if (bits == 64) {
    double value;
    memcpy(&value, packed, 8);
    return (float)value;
  }
  uint32_t word = 0;
  float value;
  if (bits == 16) {
    uint16_t half;
    memcpy(&half, packed, 2);
    word = (uint32_t)(half & 0x7FFF) << 13;
    memcpy(&value, &word, 4);
    // The exponents of both precisions begin 112 apart.
    value = (half & 0x7C00) == 0x7C00 ? (half & 0x3FF ? NAN : INFINITY) : value * 0x1p112f;
    return half >> 15 ? -value : value;
  }
  if (bits == 24) {
    // A sign, 7 bits of exponent and 16 of fraction (Adobe Photoshop TIFF Technical Notes 3, 2005).
    memcpy(&word, packed, 3);
    uint32_t sign = word >> 23, exponent = word >> 16 & 0x7F, fraction = word & 0xFFFF;
    value = exponent == 0x7F ? (fraction ? NAN : INFINITY)
            : exponent       ? ldexpf((float)(0x10000 | fraction), (int)exponent - 63 - 16)
                             : ldexpf((float)fraction, -62 - 16);
    return sign ? -value : value;
  }
  memcpy(&value, packed, 4);
  return value;
}

/// 0 to 1 as 16 bits.
static uint16_t from_float(float value, bool *clipped) {
  if (value >= 0 && value <= 1) return (uint16_t)(value * 65535.0f + 0.5f);
  *clipped = true;
  return value > 1 ? 65535 : 0;  // NaN is 0
}

/// A row of a plane in 16 bits: indices of a palette as they are, samples of up to 8 bits as 0 to 255.
static bool unpack(const tt_tiff_layout *layout, const uint8_t *packed, void *unpacked) {
  const size_t count = (size_t)layout->width * (size_t)layout->stride;
  uint16_t *values = unpacked;
  bool clipped = false;
  if (layout->is_float) {
    float *numbers = unpacked;
    for (size_t i = 0; i < count; i++) {
      float value = number(packed + (size_t)(layout->bits / 8) * i, layout->bits);
      if (layout->depth == 32) numbers[i] = value; else values[i] = from_float(value, &clipped);
    }
    return clipped;
  }
  if (layout->bits == 32) {
    for (size_t i = 0; i < count; i++) {
      uint32_t bits;
      memcpy(&bits, packed + 4 * i, 4);
      values[i] = (uint16_t)(bits >> 16);
    }
    return false;
  }
  // Most significant bit first, without padding between samples.
  const uint32_t most = (1u << layout->bits) - 1, white = layout->depth == 8 ? 255 : 65535;
  const uint32_t wanted = layout->has_palette ? most : white;
  uint32_t held = 0;
  int held_bits = 0;
  for (size_t i = 0; i < count; i++) {
    while (held_bits < layout->bits) {
      held = held << 8 | *packed++;
      held_bits += 8;
    }
    held_bits -= layout->bits;
    values[i] = (uint16_t)(((held >> held_bits & most) * wanted + most / 2) / most);
  }
  return clipped;
}

/// Defines the conversion of samples of type `in` to rows of type `out`, 0 to `most`.
#define CONVERT(name, in, out, most)                                                                           \
  static void name(const tt_tiff_layout *layout, const void *const *planes, int count, out *row) {             \
    const in *sources[5] = {NULL};                                                                             \
    const int colors = layout->colors == 1 ? 3 : layout->colors, channels = colors + (layout->alpha >= 0);     \
    for (int c = 0; c < channels; c++) {                                                                       \
      int sample = c >= colors ? layout->alpha : layout->colors == 1 ? 0 : c;                                  \
      sources[c] = count > 1 ? planes[sample] : (const in *)planes[0] + sample;                                \
    }                                                                                                          \
    for (size_t x = 0; x < layout->width; x++) {                                                               \
      out *pixel = row + x * (size_t)channels;                                                                 \
      for (int c = 0; c < channels; c++) pixel[c] = (out)sources[c][x * (size_t)layout->stride];               \
      if (layout->is_inverted)                                                                                 \
        for (int c = 0; c < colors; c++) pixel[c] = (out)(most - pixel[c]);                                    \
    }                                                                                                          \
  }

CONVERT(bytes_to_bytes, uint8_t, uint8_t, 255u)
CONVERT(words_to_bytes, uint16_t, uint8_t, 255u)
CONVERT(words_to_words, uint16_t, uint16_t, 65535u)
CONVERT(floats_to_floats, float, float, 1.0f)

/// Divides the colors of an RGBA row by alpha; where alpha is 0 they stay: light without coverage.
static void unmultiply(float *row, size_t pixels) {
  for (float *pixel = row; pixel < row + 4 * pixels; pixel += 4) {
    for (int c = 0; c < 3 && pixel[3] > 0 && pixel[3] != 1; c++) pixel[c] /= pixel[3];
  }
}

static void look_up(const tt_tiff_layout *layout, const uint8_t *bytes, const uint16_t *words, uint8_t *row) {
  for (size_t x = 0; x < layout->width; x++) {
    size_t at = x * (size_t)layout->stride;
    memcpy(row + 3 * x, layout->palette[(words ? words[at] : bytes[at]) & 255], 3);
  }
}

bool tt_tiff_convert(const tt_tiff_layout *layout, const uint8_t *const *packed, int planes, void *const *unpacked,
                     uint8_t *row) {
  bool clipped = false, unpacks = tt_tiff_unpacks(layout);
  const void *sources[8] = {NULL};
  for (int i = 0; i < planes; i++) {
    if (unpacks) clipped |= unpack(layout, packed[i], unpacked[i]);
    sources[i] = unpacks ? unpacked[i] : (const void *)packed[i];
  }
  if (layout->has_palette) {
    look_up(layout, packed[0], unpacks ? unpacked[0] : NULL, row);
  } else if (layout->depth == 32) {
    floats_to_floats(layout, sources, planes, (float *)row);
  } else if (layout->depth == 16) {
    words_to_words(layout, sources, planes, (uint16_t *)row);
  } else if (unpacks) {
    words_to_bytes(layout, sources, planes, row);
  } else {
    bytes_to_bytes(layout, sources, planes, row);
  }
  if (layout->is_associated && layout->depth == 32) unmultiply((float *)row, layout->width);
  if (layout->is_associated && layout->depth < 32) tt_unmultiply(row, layout->width, layout->depth);
  return clipped;
}
