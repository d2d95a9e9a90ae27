// Medians of 16-bit codes over squares. Ten times the radius costs about twice the time.
#pragma once

#include <stdint.h>

/// Counts of codes for one thread. Between calls all of them are 0.
typedef struct tt_median tt_median;

/// Columns that a call looks at, at most.
#define TT_MEDIAN_COLUMNS 384

/// Counts for one thread, all 0, or none where there is no memory.
tt_median *tt_median_make(void);
void tt_median_free(tt_median *counts);
/// The bytes of the counts.
long tt_median_bytes(void);

/// The codes of numbers, in steps of 2^-15 from -0.5; beyond both ends of a row stand its edges.
///
/// `row` has `width` numbers, and `count` codes are those from position `first` on.
void tt_median_codes(const float *row, long width, long first, long count, uint16_t *codes);

/// The medians of some rows, as numbers.
///
/// `codes` are rows of `columns` codes: `reach` rows above the first row of the result and as many below the last, and as many columns at
/// either side. `results` has `rows` rows of `columns - 2 * reach` numbers.
void tt_median_rows(tt_median *counts, const uint16_t *codes, long columns, long rows, long reach, float *const *results);
