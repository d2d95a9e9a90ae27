// AVX2 and FMA on x86-64, NEON on arm64.
#include "tintype_loops.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi2"))), apply_to = function)
#endif

#include "tintype_lanes.h"

#define TT_WIDTH 8
#define TT_FMA tt_fma
typedef float vector8 __attribute__((ext_vector_type(8), aligned(4)));
typedef int numbers8 __attribute__((ext_vector_type(8), aligned(4)));

static inline __attribute__((always_inline)) numbers8 gathered(const int *table, numbers8 places) {
#if defined(__x86_64__)
  return (numbers8)_mm256_i32gather_epi32(table, (__m256i)places, 4);
#else
  numbers8 found;
  for (int i = 0; i < 8; i++) found[i] = table[places[i]];
  return found;
#endif
}

/// Loads the four numbers of each of eight entries.
static inline __attribute__((always_inline)) void take_entries(const float *numbers, numbers8 index, vector8 *taken) {
  const char *entries = (const char *)numbers;
  // Aligned to one cache line: a load that straddles two lines waits for the store.
  numbers8 at __attribute__((aligned(32))) = index << 4;
  // Goes through memory, hidden from the compiler: a load is cheaper than extracting a lane from a register.
  __asm__("" : "+m"(at));
#define PAIR(k)                                                                                                        \
  __builtin_shufflevector(*(const tt_float4 *)(entries + at[k]), *(const tt_float4 *)(entries + at[k + 4]), 0, 1, 2,   \
                          3, 4, 5, 6, 7)
  vector8 p0 = PAIR(0), p1 = PAIR(1), p2 = PAIR(2), p3 = PAIR(3);
  vector8 low01 = __builtin_shufflevector(p0, p1, 0, 8, 1, 9, 4, 12, 5, 13);
  vector8 low23 = __builtin_shufflevector(p2, p3, 0, 8, 1, 9, 4, 12, 5, 13);
  vector8 high01 = __builtin_shufflevector(p0, p1, 2, 10, 3, 11, 6, 14, 7, 15);
  vector8 high23 = __builtin_shufflevector(p2, p3, 2, 10, 3, 11, 6, 14, 7, 15);
  taken[0] = __builtin_shufflevector(low01, low23, 0, 1, 8, 9, 4, 5, 12, 13);
  taken[1] = __builtin_shufflevector(low01, low23, 2, 3, 10, 11, 6, 7, 14, 15);
  taken[2] = __builtin_shufflevector(high01, high23, 0, 1, 8, 9, 4, 5, 12, 13);
  taken[3] = __builtin_shufflevector(high01, high23, 2, 3, 10, 11, 6, 7, 14, 15);
}

/// No special case for functions of few pieces that divide octaves.
static inline int cubics_at_once(const tt_step *step, tt_pieces pieces, long vectors) {
  (void)step, (void)pieces, (void)vectors;
  return 0;
}

#if defined(__x86_64__)
/// Of sixteen numbers, the one at each place.
static inline __attribute__((always_inline)) __m256 one_of_16(__m256 low, __m256 high, __m256i place) {
  const __m256 is_high = (__m256)_mm256_slli_epi32(place, 28);
  return _mm256_blendv_ps(
      _mm256_permutevar8x32_ps(low, place), _mm256_permutevar8x32_ps(high, place), is_high);
}

/// Evaluates a function of up to 16 pieces that have starts. The piece is found by bisection: infinity stands for the
/// starts that are missing.
static inline int started_cubics_at_once(const tt_step *step, tt_pieces p, long vectors) {
  if (p.count > 16) return 0;
  const float *xs = step->x.at, *s = p.starts;
  const long stride = step->x.stride * 8;
  __m256 c[8];
  for (int k = 0; k < 8; k++) c[k] = _mm256_loadu_ps(p.by_power + 32 * (k / 2) + 8 * (k % 2));
  const __m256 low = _mm256_loadu_ps(s), high = _mm256_loadu_ps(s + 8);
  const __m256 fours = _mm256_setr_ps(s[2], s[6], s[10], s[14], s[2], s[6], s[10], s[14]);
  const __m256 twos = _mm256_setr_ps(s[1], s[3], s[5], s[7], s[9], s[11], s[13], s[15]);
  for (long pixel = 0; pixel < vectors * 8; pixel += 8) {
    const __m256 x = _mm256_loadu_ps(xs);
#define IS_BEHIND(start) _mm256_cmp_ps(x, start, _CMP_NLT_UQ)
// Twice the place, and 1 more behind the start: a comparison that holds is -1.
#define HALF_OF(place, start) _mm256_sub_epi32(_mm256_add_epi32(place, place), (__m256i)IS_BEHIND(start))
    const __m256 is_behind_8 = IS_BEHIND(_mm256_set1_ps(s[8]));
    const __m256 middle = _mm256_blendv_ps(_mm256_set1_ps(s[4]), _mm256_set1_ps(s[12]), is_behind_8);
    const __m256i four = HALF_OF(_mm256_srli_epi32((__m256i)is_behind_8, 31), middle);
    const __m256i two = HALF_OF(four, _mm256_permutevar_ps(fours, four));
    const __m256i one = HALF_OF(two, _mm256_permutevar8x32_ps(twos, two));
    // Infinity and NaN are in the last piece.
    const __m256i piece = _mm256_min_epi32(one, _mm256_set1_epi32(p.count - 1));
#undef HALF_OF
#undef IS_BEHIND
    const vector8 t = (vector8)_mm256_sub_ps(x, one_of_16(low, high, piece));
#define COEFFICIENT(k) (vector8) one_of_16(c[2 * (k)], c[2 * (k) + 1], piece)
    const vector8 value = COEFFICIENT(0) + t * (COEFFICIENT(1) + t * (COEFFICIENT(2) + t * COEFFICIENT(3)));
#undef COEFFICIENT
    _mm256_storeu_ps(step->result + pixel, (__m256)value);
    xs += stride;
  }
  return 1;
}
#else
static inline int started_cubics_at_once(const tt_step *step, tt_pieces pieces, long vectors) {
  return cubics_at_once(step, pieces, vectors);
}
#endif

#include "PixelsOf8.h"

#include "Loops.h"

#if defined(__x86_64__)
#pragma clang attribute pop
#endif

const tt_loops *tt_loops_of_8(void) { return &loops; }
