#include "Codec.h"

/// A color of 0 to `most` divided by alpha.
static inline uint32_t divided(uint32_t color, uint32_t alpha, uint32_t most) {
  uint32_t straight = alpha ? (color * most + alpha / 2) / alpha : 0;
  return straight > most ? most : straight;
}

void tt_unmultiply(uint8_t *row, size_t pixels, int depth) {
  if (depth == 8) {
    for (uint8_t *pixel = row; pixel < row + 4 * pixels; pixel += 4) {
      for (int c = 0; c < 3; c++) pixel[c] = (uint8_t)divided(pixel[c], pixel[3], 255);
    }
  } else {
    uint16_t *words = (uint16_t *)row;
    for (uint16_t *pixel = words; pixel < words + 4 * pixels; pixel += 4) {
      for (int c = 0; c < 3; c++) pixel[c] = (uint16_t)divided(pixel[c], pixel[3], 65535);
    }
  }
}
