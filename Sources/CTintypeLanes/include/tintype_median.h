// Exact medians of 16-bit codes over squares, a tile at a time. Photos and noise cost the same. The square itself costs
// the same for any radius; the margin of the tile grows with it, so a reach of 80 takes twice the time of one of 2.
#pragma once

#include <stdint.h>

/// The codes of a tile in order, for one thread.
typedef struct tt_median tt_median;

/// The largest reach of a square, and the most columns and rows of medians in a tile.
#define TT_MEDIAN_REACH 127
#define TT_MEDIAN_COLUMNS 192
#define TT_MEDIAN_ROWS (64 + TT_MEDIAN_REACH)

/// Memory for one thread, or NULL where there is none.
tt_median *tt_median_make(void);
void tt_median_free(tt_median *median);
/// The bytes that `tt_median_make` allocates.
long tt_median_bytes(void);

/// Fills a row of the tile with codes: steps of 2^-15 from -0.5 to 1.5; NaN counts as 0.
///
/// `numbers` is a row of `width` numbers, whose edges are replicated. `columns` numbers from `first` are encoded.
/// A tile has `reach` columns and rows of codes around its medians.
void tt_median_fill(tt_median *median, long row, const float *numbers, long width, long first, long columns);

/// Makes `rows` rows of `columns` medians from the tile, as numbers.
///
/// `is_wide` tells that the processor has the vectors of sixteen of `tt_loops_here`; the medians are the same.
void tt_median_make_rows(
    tt_median *median, long columns, long rows, long reach, int is_wide, float *const *results);
