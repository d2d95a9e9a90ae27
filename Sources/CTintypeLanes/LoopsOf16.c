// AVX-512 with byte permutations (VBMI), as in Ice Lake, Zen 4 and later: half the instructions per tile.
#include "tintype_loops.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(                                                                                          \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx2,fma,bmi2"))), apply_to = function)

#define TT_WIDTH 16
#define TT_FMA __builtin_elementwise_fma
typedef float vector16 __attribute__((ext_vector_type(16), aligned(4)));
typedef int numbers16 __attribute__((ext_vector_type(16), aligned(4)));

static inline __attribute__((always_inline)) numbers16 gathered(const int *table, numbers16 places) {
  return (numbers16)_mm512_i32gather_epi32((__m512i)places, table, 4);
}

/// Loads the four numbers of each of sixteen entries.
static inline __attribute__((always_inline)) void take_entries(const float *numbers, numbers16 index, vector16 *taken) {
  const char *entries = (const char *)numbers;
  // Aligned to one cache line: a load that straddles two lines waits for the store.
  numbers16 at __attribute__((aligned(64))) = index << 4;
  // Goes through memory, hidden from the compiler: a load is cheaper than extracting a lane from a register.
  __asm__("" : "+m"(at));
#define ENTRY_AT(k) (*(const __m128_u *)(entries + at[k]))
#define FOUR(k)                                                                                                        \
  _mm512_insertf32x4(_mm512_insertf32x4(_mm512_insertf32x4(_mm512_castps128_ps512(ENTRY_AT(k)), ENTRY_AT(k + 4), 1),   \
                                        ENTRY_AT(k + 8), 2),                                                           \
                     ENTRY_AT(k + 12), 3)
  // Each register holds the entry of one pixel and of every fourth one after it; 4 x 4 transposes follow.
  __m512 p0 = FOUR(0), p1 = FOUR(1), p2 = FOUR(2), p3 = FOUR(3);
  __m512d low01 = (__m512d)_mm512_unpacklo_ps(p0, p1), low23 = (__m512d)_mm512_unpacklo_ps(p2, p3);
  __m512d high01 = (__m512d)_mm512_unpackhi_ps(p0, p1), high23 = (__m512d)_mm512_unpackhi_ps(p2, p3);
  taken[0] = (vector16)_mm512_unpacklo_pd(low01, low23);
  taken[1] = (vector16)_mm512_unpackhi_pd(low01, low23);
  taken[2] = (vector16)_mm512_unpacklo_pd(high01, high23);
  taken[3] = (vector16)_mm512_unpackhi_pd(high01, high23);
}

/// Evaluates a function of few pieces, with all coefficients in registers.
static inline int cubics_at_once(const tt_step *step, tt_pieces p, long vectors) {
  const float *xs = step->x.at;
  const long stride = step->x.stride * 16;
  __m512 c[16];
  for (int k = 0; k < 16; k++) c[k] = _mm512_loadu_ps(p.by_power + 16 * k);
  for (long pixel = 0; pixel < vectors * 8; pixel += 16) {
    const __m512 free = _mm512_fmadd_ps(_mm512_loadu_ps(xs), _mm512_set1_ps(p.scale), _mm512_set1_ps(p.offset));
    // min and max return the second operand if the operands are unordered (NaN).
    const __m512 place = _mm512_min_ps(_mm512_max_ps(free, _mm512_set1_ps(1)), _mm512_set1_ps(p.last));
    const __m512i bits = _mm512_sub_epi32((__m512i)place, (__m512i)_mm512_set1_ps(1));
    const __m512 rest = _mm512_cvtepi32_ps(_mm512_and_si512(bits, _mm512_set1_epi32((1 << p.rest_bits) - 1)));
    const __m512i piece = _mm512_srl_epi32(bits, _mm_cvtsi32_si128(p.rest_bits));
    const __mmask16 is_late = _mm512_test_epi32_mask(piece, _mm512_set1_epi32(32));
#define COEFFICIENT(k)                                                                                                 \
  _mm512_mask_blend_ps(is_late, _mm512_permutex2var_ps(c[4 * (k)], piece, c[4 * (k) + 1]),                            \
                       _mm512_permutex2var_ps(c[4 * (k) + 2], piece, c[4 * (k) + 3]))
    __m512 value = _mm512_fmadd_ps(COEFFICIENT(3), rest, COEFFICIENT(2));
    value = _mm512_fmadd_ps(value, rest, COEFFICIENT(1));
    value = _mm512_fmadd_ps(value, rest, COEFFICIENT(0));
#undef COEFFICIENT
    const __mmask16 is_end = _mm512_cmp_ps_mask(place, _mm512_set1_ps(p.last), _CMP_EQ_OQ);
    _mm512_storeu_ps(step->result + pixel, _mm512_mask_blend_ps(is_end, value, _mm512_set1_ps(p.end)));
    xs += stride;
  }
  return 1;
}

/// Evaluates a function of at most 2 * `first` pieces that have starts, with all numbers in registers. The piece is
/// found by bisection, in steps that the compiler knows.
static inline __attribute__((always_inline)) void bisected_cubics(const tt_step *step, const tt_pieces *p,
                                                                  long vectors, const int first) {
  const float *xs = step->x.at;
  const long stride = step->x.stride * 16;
  __m512 c[8];
  for (int k = 0; k < 8; k++) c[k] = _mm512_loadu_ps(p->by_power + 16 * k);
  const __m512 low = _mm512_loadu_ps(p->starts), high = _mm512_loadu_ps(p->starts + 16);
  const __m512i last = _mm512_set1_epi32(p->count - 1);
#define ENTRY(low, high, place)                                                                                        \
  (first > 8 ? _mm512_permutex2var_ps(low, place, high) : _mm512_permutexvar_ps(place, low))
  for (long pixel = 0; pixel < vectors * 8; pixel += 16) {
    const __m512 x = _mm512_loadu_ps(xs);
    __m512i piece = _mm512_setzero_si512();
#pragma unroll
    for (int half = first; half > 0; half >>= 1) {
      const __m512i middle = _mm512_or_epi32(piece, _mm512_set1_epi32(half));
      const __mmask16 is_behind = _mm512_cmp_ps_mask(x, ENTRY(low, high, middle), _CMP_NLT_UQ);
      piece = _mm512_mask_mov_epi32(piece, is_behind, middle);
    }
    // Infinity and NaN are in the last piece.
    piece = _mm512_min_epi32(piece, last);
    const vector16 t = (vector16)_mm512_sub_ps(x, ENTRY(low, high, piece));
#define COEFFICIENT(k) (vector16) ENTRY(c[2 * (k)], c[2 * (k) + 1], piece)
    const vector16 value =
        COEFFICIENT(0) + t * (COEFFICIENT(1) + t * (COEFFICIENT(2) + t * COEFFICIENT(3)));
#undef COEFFICIENT
    _mm512_storeu_ps(step->result + pixel, (__m512)value);
    xs += stride;
  }
#undef ENTRY
}

/// Evaluates a function of up to 32 pieces that have starts.
static inline int started_cubics_at_once(const tt_step *step, tt_pieces p, long vectors) {
  if (p.count > 16) {
    bisected_cubics(step, &p, vectors, 16);
  } else if (p.count > 8) {
    bisected_cubics(step, &p, vectors, 8);
  } else {
    bisected_cubics(step, &p, vectors, 4);
  }
  return 1;
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
