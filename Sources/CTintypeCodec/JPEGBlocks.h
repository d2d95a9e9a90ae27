// The blocks of coefficients that a reader holds, for a writer that moves them.

#ifndef TT_JPEG_BLOCKS_H
#define TT_JPEG_BLOCKS_H

#include <stdio.h>

#include <jpeglib.h>

#include "Codec.h"

/// What libjpeg knows of the source, after `tt_jpeg_read_blocks`.
struct jpeg_decompress_struct *tt_jpeg_reader_codec(tt_state *reader);

/// The rows of a component's blocks, in the order of the file.
JBLOCKROW *tt_jpeg_reader_block_rows(tt_state *reader, int component);

/// How the blocks of one component are moved.
typedef struct {
  JBLOCKROW *source;
  JDIMENSION left, top;      // the first block of the source that comes out
  JDIMENSION width, height;  // of the result, in blocks
  JBLOCKARRAY rows;          // room for the rows that libjpeg asks for at once
  const tt_jpeg_move *move;
} tt_moved_component;

/// Fills `rows` with some block rows of the result.
void tt_move_blocks(const tt_moved_component *component, JDIMENSION first, JDIMENSION count);

/// Reorders a table of quantization as the coefficients of moved blocks.
void tt_move_table(UINT16 table[DCTSIZE2], const tt_jpeg_move *move);

#endif
