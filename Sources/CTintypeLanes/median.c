// The median by counts of columns (Perreault and Hebert, "Median filtering in constant time", 2007) for 16 bits: each column of the square
// keeps counts of its codes, and the square adds those of the column that it enters and takes off those that it leaves.
//
//   code:  top 6 bits | middle 5 bits | bottom 5 bits
//
// Counts of the middle bits are kept for each value of the top bits, and those of the bottom bits for each value of both. Of the square
// only those counts are brought up to date that the median lies in; mostly they are the same as at the pixel before.
#include "tintype_median.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi2"))), apply_to = function)
#endif

enum { TOP = 64, BRANCH = 32, MIDDLE = TOP * BRANCH };

typedef uint8_t bytes32 __attribute__((ext_vector_type(32), aligned(32)));
typedef uint16_t counts32 __attribute__((ext_vector_type(32), aligned(32)));

/// Counts of one value of the bits above: in each column, and in the square around the pixel that was looked at last.
typedef struct {
  bytes32 columns[TT_MEDIAN_COLUMNS];
  counts32 square;
  /// Where the square stood; below 0 nowhere.
  long at;
} branch;

struct tt_median {
  bytes32 top[TT_MEDIAN_COLUMNS][2];
  branch middle[TOP];
  branch bottom[MIDDLE];
};

tt_median *tt_median_make(void) {
  void *memory = NULL;
  if (posix_memalign(&memory, 64, sizeof(tt_median)) != 0) return NULL;
  return memset(memory, 0, sizeof(tt_median));
}

void tt_median_free(tt_median *counts) { free(counts); }

long tt_median_bytes(void) { return (long)sizeof(tt_median); }

void tt_median_codes(const float *row, long width, long first, long count, uint16_t *codes) {
  for (long k = 0; k < count; k++) {
    long place = first + k;
    place = place < 0 ? 0 : place >= width ? width - 1 : place;
    float x = row[place];
    x = x != x ? 0 : x;
    x = x > -0.5f ? x : -0.5f;
    x = x < 1.5f - 0x1p-15f ? x : 1.5f - 0x1p-15f;
    codes[k] = (uint16_t)(int)__builtin_fmaf(x, 32768.0f, 16384.5f);
  }
}

static inline __attribute__((always_inline)) void count(tt_median *c, const uint16_t *codes, long columns, int change) {
  for (long k = 0; k < columns; k++) {
    const unsigned code = codes[k];
    ((uint8_t *)c->top[k])[code >> 10] += (uint8_t)change;
    ((uint8_t *)&c->middle[code >> 10].columns[k])[code >> 5 & 31] += (uint8_t)change;
    ((uint8_t *)&c->bottom[code >> 5].columns[k])[code & 31] += (uint8_t)change;
  }
}

#define WIDE(x) __builtin_convertvector(x, counts32)

/// The counts of the square that begins at a column.
static inline __attribute__((always_inline)) const uint16_t *square(branch *b, long column, long side) {
  if (b->at < 0 || column - b->at >= side) {
    counts32 sum = 0;
    for (long k = column; k < column + side; k++) sum += WIDE(b->columns[k]);
    b->square = sum;
  } else if (b->at < column) {
    counts32 sum = b->square;
    for (long k = b->at; k < column; k++) sum += WIDE(b->columns[k + side]) - WIDE(b->columns[k]);
    b->square = sum;
  }
  b->at = column;
  return (const uint16_t *)&b->square;
}

/// The value that a rank falls on; the rank becomes that among equals.
static inline __attribute__((always_inline)) unsigned value_at(const uint16_t *counts, unsigned *rank) {
  unsigned value = 0;
  while (*rank >= counts[value]) *rank -= counts[value++];
  return value;
}

static void one_row(tt_median *c, long results, long reach, float *result) {
  const long side = 2 * reach + 1;
  counts32 top[2] = {0, 0};
  for (long k = 0; k < side; k++) top[0] += WIDE(c->top[k][0]), top[1] += WIDE(c->top[k][1]);
  for (long k = 0; k < TOP; k++) c->middle[k].at = -1;
  for (long k = 0; k < MIDDLE; k++) c->bottom[k].at = -1;
  for (long column = 0; column < results; column++) {
    if (column > 0) {
      for (int half = 0; half < 2; half++) top[half] += WIDE(c->top[column + side - 1][half]) - WIDE(c->top[column - 1][half]);
    }
    unsigned rank = (unsigned)(side * side / 2);
    unsigned code = value_at((const uint16_t *)top, &rank);
    code = code << 5 | value_at(square(&c->middle[code], column, side), &rank);
    code = code << 5 | value_at(square(&c->bottom[code], column, side), &rank);
    result[column] = ((float)code - 16384.0f) * 0x1p-15f;
  }
}

void tt_median_rows(tt_median *c, const uint16_t *codes, long columns, long rows, long reach, float *const *results) {
  const long side = 2 * reach + 1;
  for (long row = 0; row < side - 1; row++) count(c, codes + row * columns, columns, 1);
  for (long row = 0; row < rows; row++) {
    count(c, codes + (row + side - 1) * columns, columns, 1);
    one_row(c, columns - 2 * reach, reach, results[row]);
    count(c, codes + row * columns, columns, -1);
  }
  for (long row = rows; row < rows + side - 1; row++) count(c, codes + row * columns, columns, -1);
}

#if defined(__x86_64__)
#pragma clang attribute pop
#endif
