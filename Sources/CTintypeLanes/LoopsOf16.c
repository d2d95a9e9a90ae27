// AVX-512 with permutations of bytes (VBMI), as it is in Ice Lake, Zen 4 and later: half as many instructions for a tile.
#include "tintype_loops.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx2,fma,bmi2"))), apply_to = function)

#define TT_WIDTH 16
typedef float vector16 __attribute__((ext_vector_type(16), aligned(4)));
typedef int numbers16 __attribute__((ext_vector_type(16), aligned(4)));

static inline __attribute__((always_inline)) numbers16 gathered(const int *table, numbers16 places) {
  return (numbers16)_mm512_i32gather_epi32((__m512i)places, table, 4);
}

/// The four numbers of each of sixteen entries.
static inline __attribute__((always_inline)) void take_entries(const float *numbers, numbers16 index, vector16 *taken) {
  const char *entries = (const char *)numbers;
  // All in one line of the cache: loads wait for a store that lies in two.
  numbers16 at __attribute__((aligned(64))) = index << 4;
  // Through memory, and the compiler is not to see through: a load is cheaper than taking a lane out of a register.
  __asm__("" : "+m"(at));
#define ENTRY_AT(k) (*(const __m128_u *)(entries + at[k]))
#define FOUR(k)                                                                                                        \
  _mm512_insertf32x4(_mm512_insertf32x4(_mm512_insertf32x4(_mm512_castps128_ps512(ENTRY_AT(k)), ENTRY_AT(k + 4), 1),     \
                                        ENTRY_AT(k + 8), 2),                                                           \
                     ENTRY_AT(k + 12), 3)
  // Each holds the entry of one pixel, then of the fourth one behind it, and so on: four by four numbers to be turned.
  __m512 p0 = FOUR(0), p1 = FOUR(1), p2 = FOUR(2), p3 = FOUR(3);
  __m512d low01 = (__m512d)_mm512_unpacklo_ps(p0, p1), low23 = (__m512d)_mm512_unpacklo_ps(p2, p3);
  __m512d high01 = (__m512d)_mm512_unpackhi_ps(p0, p1), high23 = (__m512d)_mm512_unpackhi_ps(p2, p3);
  taken[0] = (vector16)_mm512_unpacklo_pd(low01, low23);
  taken[1] = (vector16)_mm512_unpackhi_pd(low01, low23);
  taken[2] = (vector16)_mm512_unpacklo_pd(high01, high23);
  taken[3] = (vector16)_mm512_unpackhi_pd(high01, high23);
}

#include "PixelsOf16.h"

#include "Loops.h"

#pragma clang attribute pop

const tt_loops *tt_loops_here(void) {
  __builtin_cpu_init();
  int is_wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                __builtin_cpu_supports("avx512vbmi");
  return is_wide ? &loops : tt_loops_of_8();
}
#else
const tt_loops *tt_loops_here(void) { return tt_loops_of_8(); }
#endif
