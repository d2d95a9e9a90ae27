// Conversion of eight samples of a plane.
#pragma once

#include "tintype_interleaving.h"

/// Eight bytes as integers.
TT_INLINE tt_int8 tt_row_8(const uint8_t *at) { return __builtin_convertvector(TT_READ(tt_byte8, at), tt_int8); }

/// Eight 16-bit words as integers.
TT_INLINE tt_int8 tt_row_16(const uint8_t *at) { return __builtin_convertvector(TT_READ(tt_word8, at), tt_int8); }

/// Stores the first `count` of eight integers as bytes.
TT_INLINE void tt_put_row_8(uint8_t *at, tt_int8 codes, long count) {
  tt_byte8 bytes = __builtin_convertvector(codes, tt_byte8);
  if (count >= 8) {
    memcpy(at, &bytes, 8);
  } else {
    memcpy(at, &bytes, (size_t)count);
  }
}

/// Stores the first `count` of eight integers as 16-bit words.
TT_INLINE void tt_put_row_16(uint8_t *at, tt_int8 codes, long count) {
  tt_word8 words = __builtin_convertvector(codes, tt_word8);
  if (count >= 8) {
    memcpy(at, &words, 16);
  } else {
    memcpy(at, &words, 2 * (size_t)count);
  }
}
