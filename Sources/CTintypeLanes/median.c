// Exact medians of 16-bit codes in constant time. The codes of a tile are sorted once, and the sorted list is cut into
// 256 bins of equal size (the ordinal transform of Weiss, "Fast Median and Bilateral Filtering", 2006), so contrast and
// noise cost nothing. Each column counts its codes by bin; the square adds the counts of the column that enters it and
// subtracts those of the column that leaves (Perreault and Hebert, "Median Filtering in Constant Time", 2007). The
// counts give the bin of the median, and a scan of this bin for the columns of the square gives the median.
#include "tintype_median.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi2,popcnt"))), apply_to = function)
#endif

#define INLINE inline __attribute__((always_inline))

enum {
  COLUMNS = TT_MEDIAN_COLUMNS + 2 * TT_MEDIAN_REACH,
  CODES = COLUMNS * (TT_MEDIAN_ROWS + 2 * TT_MEDIAN_REACH),
  GROUPS = 16,
  BINS = 16 * GROUPS,
  CHUNK = 64,
  AWAY = 0xffff
};

typedef uint8_t bytes16 __attribute__((ext_vector_type(16)));
typedef uint16_t counts16 __attribute__((ext_vector_type(16)));
typedef uint16_t columns64 __attribute__((ext_vector_type(CHUNK)));
typedef _Bool bits16 __attribute__((ext_vector_type(16)));
typedef _Bool bits64 __attribute__((ext_vector_type(CHUNK)));

struct tt_median {
  /// By rank: the column of a code, or `AWAY` while the square does not reach its row.
  columns64 columns[(CODES + CHUNK - 1) / CHUNK];
  /// Counts of bins in each column, and of groups of 16 bins.
  bytes16 bins[COLUMNS][GROUPS];
  bytes16 groups[COLUMNS];
  /// The same counts in the first square of a row.
  counts16 first_bins[GROUPS], first_groups;
  /// By place: the code, and its rank below the number of its bin.
  uint16_t codes[CODES];
  uint32_t ranks[CODES];
  /// By rank: the code.
  uint16_t sorted[CODES];
  /// Places in the order of the low bytes of their codes, below the high bytes.
  uint32_t half_sorted[CODES];
};

tt_median *tt_median_make(void) {
  void *memory = NULL;
  return posix_memalign(&memory, _Alignof(tt_median), sizeof(tt_median)) == 0 ? memory : NULL;
}

void tt_median_free(tt_median *median) { free(median); }

long tt_median_bytes(void) { return (long)sizeof(tt_median); }

void tt_median_fill(tt_median *m, long row, const float *numbers, long width, long first, long columns) {
  uint16_t *codes = m->codes + row * COLUMNS;
  for (long k = 0; k < columns; k++) {
    const long column = first + k;
    float x = numbers[column < 0 ? 0 : column >= width ? width - 1 : column];
    x = x != x ? 0 : x;
    x = x > -0.5f ? x : -0.5f;
    x = x < 1.5f - 0x1p-15f ? x : 1.5f - 0x1p-15f;
    codes[k] = (uint16_t)(int)__builtin_fmaf(x, 32768.0f, 16384.5f);
  }
}

/// Ranks the codes by a radix sort of two bytes, and returns the number of chunks in a bin.
static long sort(tt_median *m, long columns, long rows) {
  uint32_t low[256] = {0}, high[256] = {0};
  for (long row = 0; row < rows; row++) {
    const uint16_t *codes = m->codes + row * COLUMNS;
    for (long k = 0; k < columns; k++) low[codes[k] & 255]++, high[codes[k] >> 8]++;
  }
  for (uint32_t value = 0, lows = 0, highs = 0; value < 256; value++) {
    const uint32_t next_lows = lows + low[value], next_highs = highs + high[value];
    low[value] = lows, high[value] = highs;
    lows = next_lows, highs = next_highs;
  }
  for (long row = 0; row < rows; row++) {
    const uint16_t *codes = m->codes + row * COLUMNS;
    for (long k = 0; k < columns; k++) {
      m->half_sorted[low[codes[k] & 255]++] = (uint32_t)(codes[k] >> 8) << 24 | (uint32_t)(row * COLUMNS + k);
    }
  }
  const long chunks = (columns * rows + BINS * CHUNK - 1) / (BINS * CHUNK);
  for (uint32_t value = 0, k = 0; value < 256; value++) {
    for (; k < low[value]; k++) {
      const uint32_t place = m->half_sorted[k] & 0xffffff, top = m->half_sorted[k] >> 24, rank = high[top]++;
      m->sorted[rank] = (uint16_t)(top << 8 | value);
      m->ranks[place] = rank / (uint32_t)(chunks * CHUNK) << 24 | rank;
    }
  }
  return chunks;
}

/// Takes a row into the counts, by a change of 1, or out of them, by -1.
static INLINE void count(tt_median *m, long row, long columns, long side, int change) {
  for (long k = 0; k < columns; k++) {
    const uint32_t rank = m->ranks[row * COLUMNS + k];
    ((uint8_t *)m->bins[k])[rank >> 24] += (uint8_t)change;
    ((uint8_t *)(m->groups + k))[rank >> 28] += (uint8_t)change;
    ((uint16_t *)m->columns)[rank & 0xffffff] = change > 0 ? (uint16_t)k : AWAY;
  }
  for (long k = 0; k < side; k++) {
    const uint32_t rank = m->ranks[row * COLUMNS + k];
    ((uint16_t *)m->first_bins)[rank >> 24] += (uint16_t)change;
    ((uint16_t *)&m->first_groups)[rank >> 28] += (uint16_t)change;
  }
}

#define WIDE(x) __builtin_convertvector(x, counts16)
#define SHIFTED(x, ...) __builtin_shufflevector((counts16)0, x, __VA_ARGS__)

/// The lane that holds a rank, which becomes the rank within this lane.
static INLINE unsigned lane_of(counts16 counts, unsigned *rank) {
  counts16 sums = counts;
  sums += SHIFTED(sums, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
  sums += SHIFTED(sums, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
  sums += SHIFTED(sums, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
  sums += SHIFTED(sums, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
  const bits16 below = __builtin_convertvector(sums <= (uint16_t)*rank, bits16);
  const unsigned lane = (unsigned)__builtin_popcount(__builtin_bit_cast(uint16_t, below));
  *rank -= (sums - counts)[lane];
  return lane;
}

/// The code of a rank among the codes in the square, counted from the first chunk of a bin.
static INLINE unsigned code_at(const tt_median *m, long chunk, long column, long reach, unsigned rank) {
  for (;; chunk++) {
    const columns64 offsets = m->columns[chunk] - (uint16_t)column;
    const bits64 inside = __builtin_convertvector(offsets <= (uint16_t)(2 * reach), bits64);
    const uint64_t bits = __builtin_bit_cast(uint64_t, inside);
    const unsigned found = (unsigned)__builtin_popcountll(bits);
    if (rank >= found) {
      rank -= found;
      continue;
    }
    unsigned bit = 0;
    for (unsigned half = CHUNK / 2; half > 0; half /= 2) {
      const unsigned below = (unsigned)__builtin_popcountll(bits >> bit & ((1ull << half) - 1));
      const int is_above = rank >= below;
      rank -= is_above ? below : 0;
      bit += is_above ? half : 0;
    }
    return m->sorted[chunk * CHUNK + bit];
  }
}

static INLINE void one_row(const tt_median *m, long columns, long reach, long chunks, float *result) {
  const long side = 2 * reach + 1;
  counts16 bins[GROUPS], groups = m->first_groups;
  memcpy(bins, m->first_bins, sizeof bins);
  for (long column = 0;; column++) {
    unsigned rank = (unsigned)(side * side / 2);
    const unsigned group = lane_of(groups, &rank);
    const unsigned bin = group * 16 + lane_of(bins[group], &rank);
    const unsigned code = code_at(m, bin * chunks, column, reach, rank);
    result[column] = ((float)code - 16384.0f) * 0x1p-15f;
    const long next = column + side;
    if (next == columns) return;
    groups += WIDE(m->groups[next]) - WIDE(m->groups[column]);
    for (int group = 0; group < GROUPS; group++) {
      bins[group] += WIDE(m->bins[next][group]) - WIDE(m->bins[column][group]);
    }
  }
}

static INLINE void make(tt_median *m, long columns, long rows, long reach, float *const *results) {
  const long side = 2 * reach + 1, chunks = sort(m, columns, rows);
  memset(m->columns, AWAY & 0xff, (size_t)((columns * rows + CHUNK - 1) / CHUNK) * sizeof(columns64));
  memset(m->bins, 0, sizeof m->bins);
  memset(m->groups, 0, sizeof m->groups);
  memset(m->first_bins, 0, sizeof m->first_bins);
  m->first_groups = 0;
  for (long row = 0; row < rows; row++) {
    count(m, row, columns, side, 1);
    const long above = row - 2 * reach;
    if (above < 0) continue;
    one_row(m, columns, reach, chunks, results[above]);
    count(m, above, columns, side, -1);
  }
}

#if defined(__x86_64__)
__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi2,popcnt"))) static void make_wide(
    tt_median *m, long columns, long rows, long reach, float *const *results) {
  make(m, columns, rows, reach, results);
}
#else
#define make_wide make
#endif

void tt_median_make_rows(tt_median *m, long columns, long rows, long reach, int is_wide, float *const *results) {
  (is_wide ? make_wide : make)(m, columns + 2 * reach, rows + 2 * reach, reach, results);
}

#if defined(__x86_64__)
#pragma clang attribute pop
#endif
