// The steps of the tile machine as loops over a tile, in the widest vectors that this processor has.
#pragma once

#include <stdint.h>

/// 1 / 255 as a sum: code * high + (code * low), with one multiply-add, is code / 255 rounded once, for every code.
#define TT_CODE_HIGH (1 / 255.0f)
#define TT_CODE_LOW ((float)(1 / 255.0 - (double)TT_CODE_HIGH))

/// Where a loop reads: a register of the tile machine, which advances with the pixels, or a number that is the same at all pixels, which
/// stands there for sixteen of them.
typedef struct {
  const float *at;
  /// 1 or 0
  long stride;
} tt_operand;

/// A function in pieces: where its coefficients are, four for each piece, and how a number becomes a place among them.
typedef struct {
  const float *coefficients;
  /// The coefficients of up to 64 pieces by their powers: 64 of each; none where there are more pieces.
  const float *by_power;
  /// What goes on behind the last piece.
  float end;
  float scale, offset, last;
  int rest_bits;
} tt_pieces;

/// A step of the tile machine: a loop and what it works on.
typedef struct tt_step tt_step;

/// Runs a step. `vectors` counts eights of pixels. Loops read and write whole vectors, so that up to eight pixels behind them are overwritten;
/// the result may stand where an operand stands.
typedef void (*tt_loop)(const tt_step *step, long vectors);

struct tt_step {
  tt_loop loop;
  float *result;
  /// Those that the operation does not have are read without use.
  tt_operand x, y, z;
  /// Numbers that are the same at all pixels, each sixteen times; coefficients of a polynomial, entries of a table.
  const float *a, *b, *c, *d;
};

/// All loops. One set gives the same bits as every other.
typedef struct {
  tt_loop add, subtract, multiply, divide, multiply_add, negate, minimum, maximum, absolute, floor, square_root, exp2, log2,
      power, sine, cosine, srgb_code, less, less_or_equal, equal, and_, or_, not_, select;
  tt_loop clamp, add_clamp, affine_clamp, dot, affine_dot, select_sum, complement_product;
  /// The value of a function: `a` is its `tt_pieces`.
  tt_loop cubics;
  void (*noise)(float *result, uint32_t first_key, uint32_t second_key, uint32_t column, long vectors);
  /// `first`, and `step` more at each pixel: whole numbers or those and a half, exact below 2^23.
  void (*position)(float *result, float first, float step, long vectors);
  // A row of a blur from itself and `reach` neighbors on either side; up to 31 pixels behind the last one are
  // written, and these and `reach` more read.
  void (*weigh_across)(const float *row, const float *weights, long reach, float *result, long count);
  /// `rows` are the row itself, then above and below at 1, 2, ...
  void (*weigh_down)(const float *const *rows, const float *weights, long reach, float *result, long count);
  // Pixels of `channels` bytes, 3 or 4. Nothing behind the last pixel is read or written; registers up to a multiple of 64 pixels.
  void (*load)(float *result, const uint8_t *pixels, int channel, int channels, long count);
  /// `color` are as many as there are channels, and one more where these are three.
  void (*store)(uint8_t *pixels, const tt_operand *color, int channels, long count);
  /// Makes a table of 256 numbers, with room for as many behind them, ready for `look_up`.
  void (*prepare_table)(float *table);
  void (*look_up)(float *result, const uint8_t *pixels, int channel, int channels, const float *table, long count);
} tt_loops;

/// Runs steps one after the other.
static inline void tt_run(const tt_step *steps, long count, long vectors) {
  for (long index = 0; index < count; index++) steps[index].loop(&steps[index], vectors);
}

/// The widest vectors that this processor has.
const tt_loops *tt_loops_here(void);

/// Vectors of eight, which every supported processor has.
const tt_loops *tt_loops_of_8(void);
