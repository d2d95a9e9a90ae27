// Eight pixels of interleaved samples: extracts the codes of one channel, or interleaves the codes of all. The shuffles
// are in C because Swift's SIMD types have none; clang compiles each to one to three instructions.
#pragma once

#include <stdint.h>
#include <string.h>

#include "tintype_lanes.h"

typedef uint8_t tt_byte8 __attribute__((ext_vector_type(8)));
typedef uint8_t tt_byte16 __attribute__((ext_vector_type(16)));
typedef uint8_t tt_byte32 __attribute__((ext_vector_type(32)));
typedef uint16_t tt_word8 __attribute__((ext_vector_type(8)));
typedef uint64_t tt_long8 __attribute__((ext_vector_type(8)));

/// Reads a vector from unaligned memory.
#define TT_READ(type, at) ({ type v; memcpy(&v, at, sizeof v); v; })

// MARK: Deinterleaving

/// The first of every three bytes; 22 bytes are read.
TT_INLINE tt_int8 tt_take_3x8(const uint8_t *at) {
  tt_byte16 first = TT_READ(tt_byte16, at), last = TT_READ(tt_byte16, at + 6);
  return __builtin_convertvector(__builtin_shufflevector(first, last, 0, 3, 6, 9, 12, 15, 28, 31), tt_int8);
}

/// One of every four bytes; 32 bytes are read.
TT_INLINE tt_int8 tt_take_4x8(const uint8_t *at, int channel) { return TT_READ(tt_int8, at) >> 8 * channel & 0xFF; }

/// The first of every three words; 44 bytes are read.
TT_INLINE tt_int8 tt_take_3x16(const uint8_t *at) {
  tt_word8 a = TT_READ(tt_word8, at), b = TT_READ(tt_word8, at + 16), c = TT_READ(tt_word8, at + 28);
  tt_word8 ab = __builtin_shufflevector(a, b, 0, 3, 6, 9, 12, 15, 0, 0);
  return __builtin_convertvector(__builtin_shufflevector(ab, c, 0, 1, 2, 3, 4, 5, 12, 15), tt_int8);
}

/// One of every four words; 64 bytes are read.
TT_INLINE tt_int8 tt_take_4x16(const uint8_t *at, int channel) {
  return __builtin_convertvector(TT_READ(tt_long8, at) >> 16 * channel & 0xFFFF, tt_int8);
}

/// Every third or fourth of some floats.
TT_INLINE tt_float8 tt_take_float(const float *at, long stride) {
  return (tt_float8){at[0], at[stride], at[2 * stride], at[3 * stride], at[4 * stride], at[5 * stride],
                     at[6 * stride], at[7 * stride]};
}

// MARK: Interleaving

/// 24 bytes of red, green and blue.
TT_INLINE void tt_put_3x8(uint8_t *at, tt_int8 red, tt_int8 green, tt_int8 blue) {
  tt_byte32 pixels = (tt_byte32)(red | green << 8 | blue << 16);
  tt_byte16 first = __builtin_shufflevector(pixels, pixels, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20);
  tt_byte8 last = __builtin_shufflevector(pixels, pixels, 21, 22, 24, 25, 26, 28, 29, 30);
  memcpy(at, &first, sizeof first);
  memcpy(at + 16, &last, sizeof last);
}

/// 32 bytes of red, green, blue and alpha.
TT_INLINE void tt_put_4x8(uint8_t *at, tt_int8 red, tt_int8 green, tt_int8 blue, tt_int8 alpha) {
  tt_int8 pixels = red | green << 8 | blue << 16 | alpha << 24;
  memcpy(at, &pixels, sizeof pixels);
}

/// 48 bytes of red, green and blue.
TT_INLINE void tt_put_3x16(uint8_t *at, tt_int8 red, tt_int8 green, tt_int8 blue) {
  tt_word8 r = __builtin_convertvector(red, tt_word8), g = __builtin_convertvector(green, tt_word8);
  tt_word8 b = __builtin_convertvector(blue, tt_word8);
  tt_word8 x = __builtin_shufflevector(r, g, 0, 8, 0, 1, 9, 0, 2, 10);
  tt_word8 y = __builtin_shufflevector(r, g, 0, 3, 11, 0, 4, 12, 0, 5);
  tt_word8 z = __builtin_shufflevector(r, g, 13, 0, 6, 14, 0, 7, 15, 0);
  x = __builtin_shufflevector(x, b, 0, 1, 8, 3, 4, 9, 6, 7);
  y = __builtin_shufflevector(y, b, 10, 1, 2, 11, 4, 5, 12, 7);
  z = __builtin_shufflevector(z, b, 0, 13, 2, 3, 14, 5, 6, 15);
  memcpy(at, &x, sizeof x);
  memcpy(at + 16, &y, sizeof y);
  memcpy(at + 32, &z, sizeof z);
}

/// 64 bytes of red, green, blue and alpha.
TT_INLINE void tt_put_4x16(uint8_t *at, tt_int8 red, tt_int8 green, tt_int8 blue, tt_int8 alpha) {
  tt_int8 low = red | green << 16, high = blue | alpha << 16;
  tt_int8 first = __builtin_shufflevector(low, high, 0, 8, 1, 9, 2, 10, 3, 11);
  tt_int8 last = __builtin_shufflevector(low, high, 4, 12, 5, 13, 6, 14, 7, 15);
  memcpy(at, &first, sizeof first);
  memcpy(at + 32, &last, sizeof last);
}
