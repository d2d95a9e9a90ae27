// Conversion between pixels of 8-bit samples and floats, eight at a time. The last pixels of a row are converted one by
// one, so that nothing after them is touched. Included by LoopsOf8.c only.
#include "tintype_interleaving.h"

/// Codes as floats: code / 255, rounded once.
static inline __attribute__((always_inline)) vector8 values_of(tt_int8 codes) {
  const vector8 x = tt_convert(codes);
  return tt_fma(x, (vector8)TT_CODE_HIGH, x * TT_CODE_LOW);
}

/// Loads the codes of one channel as floats.
static void load_loop(float *result, const uint8_t *pixels, int channel, int channels, long count) {
  long pixel = 0;
  if (channels == 3) {
    for (; pixel + 8 <= count; pixel += 8) {
      *(vector8 *)(result + pixel) = values_of(tt_take_3x8(pixels + pixel * 3 + channel));
    }
  } else {
    for (; pixel + 8 <= count; pixel += 8) {
      *(vector8 *)(result + pixel) = values_of(tt_take_4x8(pixels + pixel * 4, channel));
    }
  }
  for (; pixel < count; pixel++) result[pixel] = (float)pixels[pixel * channels + channel] / 255.0f;
}

static inline __attribute__((always_inline)) tt_int8 codes_of(tt_operand source, long pixel) {
  vector8 x = *(const vector8 *)(source.at + pixel * source.stride);
  x = x > 0 ? x : (vector8)0.0f;
  x = x < 1 ? x : (vector8)1.0f;
  return tt_truncate(tt_fma(x, (vector8)255.0f, (vector8)0.5f));
}

/// Stores floats as codes: clamped, rounded to nearest, NaN as 0.
static void store_loop(uint8_t *pixels, const tt_operand *color, int channels, long count) {
  const tt_operand red = color[0], green = color[1], blue = color[2], alpha = color[3];
  long pixel = 0;
  if (channels == 4) {
    for (; pixel + 8 <= count; pixel += 8) {
      tt_put_4x8(pixels + pixel * 4, codes_of(red, pixel), codes_of(green, pixel), codes_of(blue, pixel),
                 codes_of(alpha, pixel));
    }
  } else if (red.at == green.at && green.at == blue.at) {
    for (; pixel + 8 <= count; pixel += 8) {
      const tt_int8 gray = codes_of(red, pixel);
      tt_put_3x8(pixels + pixel * 3, gray, gray, gray);
    }
  } else {
    for (; pixel + 8 <= count; pixel += 8) {
      tt_put_3x8(pixels + pixel * 3, codes_of(red, pixel), codes_of(green, pixel), codes_of(blue, pixel));
    }
  }
  if (pixel == count) return;
  for (int channel = 0; channel < channels; channel++) {
    const tt_int8 codes = codes_of(color[channel], pixel);
    for (long k = 0; pixel + k < count; k++) pixels[(pixel + k) * channels + channel] = (uint8_t)codes[k];
  }
}

/// Look-ups use the table without preparation.
static void prepare_table_loop(float *table) { (void)table; }

/// Looks up one by one, with two numbers per store.
static inline __attribute__((always_inline)) void look_up_pairs(float *result, const uint8_t *samples, int channels,
                                                                const float *table, long count) {
  const uint32_t *numbers = (const uint32_t *)(const void *)table;
  long pixel = 0;
  for (; pixel + 2 <= count; pixel += 2, samples += 2 * channels) {
    uint64_t pair = numbers[samples[0]] | (uint64_t)numbers[samples[channels]] << 32;
    memcpy(result + pixel, &pair, sizeof pair);
  }
  if (pixel < count) result[pixel] = table[samples[0]];
}

static void look_up_loop(float *result, const uint8_t *pixels, int channel, int channels, const float *table,
                         long count) {
  // A constant stride saves a third of the time.
  if (channels == 3) {
    look_up_pairs(result, pixels + channel, 3, table, count);
  } else {
    look_up_pairs(result, pixels + channel, 4, table, count);
  }
}
