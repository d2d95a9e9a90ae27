#include "JPEGBlocks.h"

#include <string.h>

// Mirrored pixels f(7 - x) have the cosines of the odd frequencies negated; exchanged axes exchange the frequencies. So
// every move of whole blocks is exact, in integers.

/// Where a coefficient of a moved block comes from, and whether it is negated.
typedef struct {
  uint8_t index[DCTSIZE2];
  bool negated[DCTSIZE2];
} tt_coefficient_order;

static tt_coefficient_order order_of(const tt_jpeg_move *move) {
  tt_coefficient_order order;
  for (int down = 0; down < DCTSIZE; down++) {
    for (int across = 0; across < DCTSIZE; across++) {
      int u = move->exchanges_axes ? down : across;
      int v = move->exchanges_axes ? across : down;
      order.index[down * DCTSIZE + across] = (uint8_t)(v * DCTSIZE + u);
      order.negated[down * DCTSIZE + across] = ((move->from_right ? u : 0) + (move->from_bottom ? v : 0)) & 1;
    }
  }
  return order;
}

void tt_move_blocks(const tt_moved_component *component, JDIMENSION first, JDIMENSION count) {
  const tt_jpeg_move *move = component->move;
  const tt_coefficient_order order = order_of(move);
  const bool is_same = !move->exchanges_axes && !move->from_right && !move->from_bottom;
  // The size of what comes out of the source.
  const JDIMENSION width = move->exchanges_axes ? component->height : component->width;
  const JDIMENSION height = move->exchanges_axes ? component->width : component->height;
  for (JDIMENSION row = first; row < first + count && row < component->height; row++) {
    JBLOCKROW result = component->rows[row - first];
    for (JDIMENSION column = 0; column < component->width; column++) {
      JDIMENSION across = move->exchanges_axes ? row : column;
      JDIMENSION down = move->exchanges_axes ? column : row;
      JDIMENSION x = component->left + (move->from_right ? width - 1 - across : across);
      JDIMENSION y = component->top + (move->from_bottom ? height - 1 - down : down);
      const JCOEF *source = component->source[y][x];
      if (is_same) {
        memcpy(result[column], source, sizeof(JBLOCK));
        continue;
      }
      for (int i = 0; i < DCTSIZE2; i++) {
        JCOEF value = source[order.index[i]];
        result[column][i] = order.negated[i] ? (JCOEF)-value : value;
      }
    }
  }
}

void tt_move_table(UINT16 table[DCTSIZE2], const tt_jpeg_move *move) {
  const tt_coefficient_order order = order_of(move);
  UINT16 source[DCTSIZE2];
  memcpy(source, table, sizeof source);
  for (int i = 0; i < DCTSIZE2; i++) table[i] = source[order.index[i]];
}
