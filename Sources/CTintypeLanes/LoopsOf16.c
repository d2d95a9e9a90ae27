// AVX-512, where there is one: half as many instructions for a tile.
#include "tintype_loops.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi2"))), apply_to = function)

#define TT_WIDTH 16
typedef float vector16 __attribute__((ext_vector_type(16), aligned(4)));
typedef int numbers16 __attribute__((ext_vector_type(16), aligned(4)));

static inline __attribute__((always_inline)) numbers16 gathered(const int *table, numbers16 places) {
  return (numbers16)_mm512_i32gather_epi32((__m512i)places, table, 4);
}

/// The four numbers of each of sixteen entries.
static inline __attribute__((always_inline)) void take_entries(const float *numbers, numbers16 index, vector16 *taken) {
  const char *entries = (const char *)numbers;
  numbers16 at = index << 4;
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

/// The first pixels of a look-up, as many as can be done together: the table lies in sixteen registers.
static long look_up_at_once(float *result, const uint8_t *samples, int channels, const float *table, long count) {
  __m512 rows[16];
  for (int row = 0; row < 16; row++) rows[row] = _mm512_loadu_ps(table + 16 * row);
  // Four pixels in each part of a register; of each the channel, and three bytes of nothing.
  const __m512i of_three = _mm512_broadcast_i32x4(_mm_setr_epi8(0, -1, -1, -1, 3, -1, -1, -1, 6, -1, -1, -1, 9, -1, -1, -1));
  const __m512i of_four = _mm512_broadcast_i32x4(_mm_setr_epi8(0, -1, -1, -1, 4, -1, -1, -1, 8, -1, -1, -1, 12, -1, -1, -1));
  const __m512i taken = channels == 3 ? of_three : of_four;
  const long distance = 4 * channels;
  long pixel = 0;
  // Sixteen bytes are read for each four pixels: those behind the last ones have to be there.
  for (; pixel + 18 <= count; pixel += 16, samples += 4 * distance) {
#define PART(k) _mm_loadu_si128((const __m128i *)(samples + (k) * distance))
    __m512i parts = _mm512_inserti32x4(_mm512_castsi128_si512(PART(0)), PART(1), 1);
    parts = _mm512_inserti32x4(_mm512_inserti32x4(parts, PART(2), 2), PART(3), 3);
    const __m512i codes = _mm512_shuffle_epi8(parts, taken);
    // Each look-up goes by five bits of the code; the other three choose among them.
#define PAIR(k) _mm512_permutex2var_ps(rows[2 * (k)], codes, rows[2 * (k) + 1])
    const __mmask16 bit5 = _mm512_test_epi32_mask(codes, _mm512_set1_epi32(32));
    const __mmask16 bit6 = _mm512_test_epi32_mask(codes, _mm512_set1_epi32(64));
    const __mmask16 bit7 = _mm512_test_epi32_mask(codes, _mm512_set1_epi32(128));
    const __m512 a = _mm512_mask_blend_ps(bit5, PAIR(0), PAIR(1)), b = _mm512_mask_blend_ps(bit5, PAIR(2), PAIR(3));
    const __m512 c = _mm512_mask_blend_ps(bit5, PAIR(4), PAIR(5)), d = _mm512_mask_blend_ps(bit5, PAIR(6), PAIR(7));
    const __m512 low = _mm512_mask_blend_ps(bit6, a, b), high = _mm512_mask_blend_ps(bit6, c, d);
    _mm512_storeu_ps(result + pixel, _mm512_mask_blend_ps(bit7, low, high));
  }
  return pixel;
}

#include "Loops.h"

#pragma clang attribute pop

const tt_loops *tt_loops_here(void) {
  __builtin_cpu_init();
  int is_wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  return is_wide ? &loops : tt_loops_of_8();
}
#else
const tt_loops *tt_loops_here(void) { return tt_loops_of_8(); }
#endif
