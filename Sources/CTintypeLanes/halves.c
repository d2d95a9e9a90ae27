// Rows of numbers to half precision, by the instruction for it.
#if defined(__x86_64__)
#define TT_HAS_HALVES 1
#pragma clang attribute push(__attribute__((target("avx2,f16c"))), apply_to = function)
#endif

#include "tintype_lanes.h"

#include <string.h>

/// Stores up to eight; a constant number is one load and one store.
TT_INLINE void store(const float *numbers, uint16_t *halves, size_t count) {
  tt_float8 x = 0;
  memcpy(&x, numbers, count * sizeof *numbers);
  const tt_halfbits8 bits = __builtin_convertvector(tt_to_half(x), tt_halfbits8);
  memcpy(halves, &bits, count * sizeof *halves);
}

void tt_store_halves(const float *numbers, uint16_t *halves, long count) {
  const long whole = count & -8;
  for (long first = 0; first < whole; first += 8) store(numbers + first, halves + first, 8);
  if (whole < count) store(numbers + whole, halves + whole, (size_t)(count - whole));
}

#if defined(__x86_64__)
#pragma clang attribute pop
#endif
