// Single vector instructions that Swift's SIMD types do not provide: Swift computes square root, rounding, conversion
// and fused multiply-add lane by lane, or through the C library. Each function is inlined into the Swift loop.
#pragma once

#include <stdint.h>

typedef float tt_float4 __attribute__((ext_vector_type(4)));
typedef float tt_float8 __attribute__((ext_vector_type(8)));
typedef int tt_int8 __attribute__((ext_vector_type(8)));

#define TT_INLINE static inline __attribute__((always_inline))

/// The correctly rounded square root of each lane.
TT_INLINE tt_float8 tt_sqrt(tt_float8 x) { return __builtin_elementwise_sqrt(x); }

/// The largest integer not above each lane.
TT_INLINE tt_float8 tt_floor(tt_float8 x) { return __builtin_elementwise_floor(x); }

/// a * b + c with one rounding, by doubles.
tt_float4 tt_fma4(tt_float4 a, tt_float4 b, tt_float4 c);

/// a * b + c with one rounding.
TT_INLINE tt_float8 tt_fma(tt_float8 a, tt_float8 b, tt_float8 c) {
#if defined(__wasm__)
  // No instruction does it, and the compiler would call the C library for each lane.
  const tt_float4 low = tt_fma4(a.lo, b.lo, c.lo), high = tt_fma4(a.hi, b.hi, c.hi);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  return __builtin_elementwise_fma(a, b, c);
#endif
}

/// Each lane truncated to an integer; the result must fit.
TT_INLINE tt_int8 tt_truncate(tt_float8 x) { return __builtin_convertvector(x, tt_int8); }

/// Each lane as a float, rounded to nearest.
TT_INLINE tt_float8 tt_convert(tt_int8 x) { return __builtin_convertvector(x, tt_float8); }

/// The lanes at even positions of a and then of b.
TT_INLINE tt_float8 tt_even(tt_float8 a, tt_float8 b) {
  return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
}

/// The lanes at odd positions of a and then of b.
TT_INLINE tt_float8 tt_odd(tt_float8 a, tt_float8 b) {
  return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
}

/// Interleaves the first four lanes of a and b.
TT_INLINE tt_float8 tt_in_turn_low(tt_float8 a, tt_float8 b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

/// Interleaves the last four lanes of a and b.
TT_INLINE tt_float8 tt_in_turn_high(tt_float8 a, tt_float8 b) {
  return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

// Conversions of half precision are one instruction where the processor has it.
#if defined(__F16C__) || defined(__aarch64__)
#define TT_HAS_HALVES 1
#endif
typedef uint16_t tt_halfbits8 __attribute__((ext_vector_type(8)));
#ifdef TT_HAS_HALVES
typedef _Float16 tt_half8 __attribute__((ext_vector_type(8)));
#endif

/// Numbers as a picture holds them: within ±65504, NaN 0.
TT_INLINE tt_float8 tt_bounded(tt_float8 x) {
  x = x != x ? 0.0f : x;
  return __builtin_elementwise_max(__builtin_elementwise_min(x, (tt_float8)65504.0f), (tt_float8)-65504.0f);
}

/// Numbers of half precision by their bits: infinities become ±65504, NaN 0.
TT_INLINE tt_float8 tt_of_half(tt_int8 bits) {
#ifdef TT_HAS_HALVES
  return tt_bounded(__builtin_convertvector((tt_half8)__builtin_convertvector(bits, tt_halfbits8), tt_float8));
#else
  tt_int8 magnitude = bits & 0x7FFF;
  // The exponents of both precisions begin 112 apart; the product also makes subnormal numbers right.
  tt_float8 value = (tt_float8)(magnitude << 13) * 0x1p112f;
  value = __builtin_elementwise_min(value, (tt_float8)65504.0f);
  return magnitude > 0x7C00 ? 0.0f : (tt_float8)((tt_int8)value | (bits & 0x8000) << 16);
#endif
}

/// The bits of the nearest numbers of half precision, ties to even: what is larger becomes ±65504, NaN 0.
TT_INLINE tt_int8 tt_to_half(tt_float8 x) {
  x = tt_bounded(x);
#ifdef TT_HAS_HALVES
  return __builtin_convertvector((tt_halfbits8)__builtin_convertvector(x, tt_half8), tt_int8);
#else
  tt_int8 sign = (tt_int8)x >> 16 & 0x8000;
  tt_float8 value = (tt_float8)((tt_int8)x & 0x7FFFFFFF);
  tt_int8 bits = (tt_int8)value;
  tt_int8 normal = ((bits + 0xFFF + (bits >> 13 & 1)) >> 13) - (112 << 10);
  // Below 2^-14, units of 2^-24: adding 2^23 rounds to whole numbers.
  tt_int8 subnormal = (tt_int8)(value * 0x1p24f + 0x1p23f) - (tt_int8)(tt_float8)0x1p23f;
  return (value < 0x1p-14f ? subnormal : normal) | sign;
#endif
}

/// Stores numbers as `tt_to_half` makes them.
void tt_store_halves(const float *numbers, uint16_t *halves, long count);

/// Whether this processor has the vector instructions that the pixel loops are compiled for.
int tt_processor_is_supported(void);
