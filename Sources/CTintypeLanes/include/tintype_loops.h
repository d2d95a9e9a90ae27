// The steps of the tile machine as loops over a tile, in the widest vectors that this processor supports.
#pragma once

#include <stdint.h>

/// 1 / 255 as a sum: code * high + (code * low), with one multiply-add, is code / 255 rounded once, for every code.
#define TT_CODE_HIGH (1 / 255.0f)
#define TT_CODE_LOW ((float)(1 / 255.0 - (double)TT_CODE_HIGH))

/// An operand of a loop: a register of the tile machine, which advances with the pixels, or a uniform number, which is
/// repeated for sixteen pixels.
typedef struct {
  const float *at;
  /// 1 or 0
  long stride;
} tt_operand;

/// A piecewise function: its coefficients, four per piece, and the mapping from a number to an index, or the numbers
/// at which `count` pieces start.
typedef struct {
  const float *coefficients;
  /// The coefficients by power, 64 of each for up to 64 pieces, and 32 of each for up to 32 with starts; null if there
  /// are more pieces.
  const float *by_power;
  /// Null if the pieces have no starts. Up to a multiple of 32, infinity follows.
  const float *starts;
  int count;
  /// The value beyond the last piece.
  float end;
  float scale, offset, last;
  int rest_bits;
} tt_pieces;

/// A step of the tile machine: a loop and its operands.
typedef struct tt_step tt_step;

/// Runs a step on `vectors` groups of eight pixels. Loops read and write whole vectors, so up to eight pixels after the
/// last group are overwritten. The result may be the memory of an operand.
typedef void (*tt_loop)(const tt_step *step, long vectors);

struct tt_step {
  tt_loop loop;
  float *result;
  /// Operands beyond the operation's arity are read but not used.
  tt_operand x, y, z;
  /// Uniform numbers, each repeated sixteen times; coefficients of a polynomial; entries of a table.
  const float *a, *b, *c, *d;
};

/// All loops for one vector width. All sets give the same bits.
typedef struct {
  tt_loop add, subtract, multiply, divide, multiply_add, negate, minimum, maximum, absolute, floor, square_root, exp2,
      log2, power, sine, cosine, arc_tangent, srgb_code, less, less_or_equal, equal, and_, or_, not_, select;
  tt_loop clamp, add_clamp, affine_clamp, dot, affine_dot, select_sum, complement_product, affine_maximum,
      difference_product, smoothstep;
  /// A step and the one or two after it, sums of the same registers; these have the loop `nothing`.
  tt_loop two_dots, three_dots, two_affine_dots, three_affine_dots, nothing;
  /// Evaluates a piecewise function; `a` is its `tt_pieces`.
  tt_loop cubics;
  void (*noise)(float *result, uint32_t first_key, uint32_t second_key, uint32_t column, long vectors);
  /// `first`, increasing by `step` at each pixel: integers or half-integers, exact below 2^23.
  void (*position)(float *result, float first, float step, long vectors);
  // A row of a blur, from itself and `reach` neighbors on either side. Writes up to 31 pixels after the last one, and
  // reads `reach` pixels more.
  void (*weigh_across)(const float *row, const float *weights, long reach, float *result, long count);
  /// Two rows of a blur: `rows` are those from `reach` above the first one to `reach` below the second one. If both
  /// results are the same memory, it holds the first row.
  void (*weigh_down)(const float *const *rows, const float *weights, long reach, float *first, float *second,
                     long count);
  // Pixels of `channels` bytes, 3 or 4. Nothing after the last pixel is read or written; registers are accessed up to a
  // multiple of 64 pixels.
  void (*load)(float *result, const uint8_t *pixels, int channel, int channels, long count);
  /// `color` has one operand per channel, and a fourth one if there are three channels.
  void (*store)(uint8_t *pixels, const tt_operand *color, int channels, long count);
  /// Prepares a table of 256 numbers for `look_up`; needs memory for another 256 after it.
  void (*prepare_table)(float *table);
  void (*look_up)(float *result, const uint8_t *pixels, int channel, int channels, const float *table, long count);
  /// Looks up samples of 16 bits in a table of 65,536 numbers.
  void (*look_up_words)(float *result, const uint16_t *pixels, int channel, int channels, const float *table,
                        long count);
} tt_loops;

/// Runs steps in order.
static inline void tt_run(const tt_step *steps, long count, long vectors) {
  for (long index = 0; index < count; index++) steps[index].loop(&steps[index], vectors);
}

/// The loops with the widest vectors that this processor supports.
const tt_loops *tt_loops_here(void);

/// The loops with vectors of eight, which every supported processor can run.
const tt_loops *tt_loops_of_8(void);
