#include "TIFFSamples.h"

#include <string.h>

#include "Codec.h"

bool tt_tiff_unpacks(const tt_tiff_layout *layout) { return layout->bits != 8 && layout->bits != 16; }

/// 0 to 1 as 16 bits.
static uint16_t from_float(float value, bool *clipped) {
  if (value >= 0 && value <= 1) return (uint16_t)(value * 65535.0f + 0.5f);
  *clipped = true;
  return value > 1 ? 65535 : 0;  // NaN is 0
}

/// A row of a plane in 16 bits: indices of a palette as they are, samples of up to 8 bits as 0 to 255.
static bool unpack(const tt_tiff_layout *layout, const uint8_t *packed, uint16_t *values) {
  const size_t count = (size_t)layout->width * (size_t)layout->stride;
  bool clipped = false;
  if (layout->bits == 32) {
    for (size_t i = 0; i < count; i++) {
      uint32_t bits;
      memcpy(&bits, packed + 4 * i, 4);
      float value;
      memcpy(&value, &bits, 4);
      values[i] = layout->is_float ? from_float(value, &clipped) : (uint16_t)(bits >> 16);
    }
    return clipped;
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

static void look_up(const tt_tiff_layout *layout, const uint8_t *bytes, const uint16_t *words, uint8_t *row) {
  for (size_t x = 0; x < layout->width; x++) {
    size_t at = x * (size_t)layout->stride;
    memcpy(row + 3 * x, layout->palette[(words ? words[at] : bytes[at]) & 255], 3);
  }
}

bool tt_tiff_convert(const tt_tiff_layout *layout, const uint8_t *const *packed, int planes, uint16_t *const *unpacked,
                     uint8_t *row) {
  bool clipped = false, unpacks = tt_tiff_unpacks(layout);
  const void *sources[8] = {NULL};
  for (int i = 0; i < planes; i++) {
    if (unpacks) clipped |= unpack(layout, packed[i], unpacked[i]);
    sources[i] = unpacks ? (const void *)unpacked[i] : packed[i];
  }
  if (layout->has_palette) {
    look_up(layout, packed[0], unpacks ? unpacked[0] : NULL, row);
  } else if (layout->depth == 16) {
    words_to_words(layout, sources, planes, (uint16_t *)row);
  } else if (unpacks) {
    words_to_bytes(layout, sources, planes, row);
  } else {
    bytes_to_bytes(layout, sources, planes, row);
  }
  if (layout->is_associated) tt_unmultiply(row, layout->width, layout->depth);
  return clipped;
}
