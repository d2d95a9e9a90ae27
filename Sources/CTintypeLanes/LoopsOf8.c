// AVX2 and FMA on x86-64, NEON on arm64.
#include "tintype_loops.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef float tt_float4 __attribute__((ext_vector_type(4)));

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi2"))), apply_to = function)
#endif

#define TT_WIDTH 8
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

/// No special case for functions of few pieces.
static inline int cubics_at_once(const tt_step *step, tt_pieces pieces, long vectors) {
  (void)step, (void)pieces, (void)vectors;
  return 0;
}

static inline int started_cubics_at_once(const tt_step *step, tt_pieces pieces, long vectors) {
  return cubics_at_once(step, pieces, vectors);
}

#include "PixelsOf8.h"

#include "Loops.h"

#if defined(__x86_64__)
#pragma clang attribute pop
#endif

const tt_loops *tt_loops_of_8(void) { return &loops; }
