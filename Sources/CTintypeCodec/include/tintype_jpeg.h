// What libjpeg does beside reading and writing rows: moving blocks of coefficients, and encoding bands in memory.

#ifndef TINTYPE_JPEG_H
#define TINTYPE_JPEG_H

#include "CTintypeCodec.h"

/// How blocks of one JPEG are placed in another one. A block is moved whole, with its coefficients as they are: the
/// edges that become the left and the upper one lie between MCUs.
typedef struct {
  uint32_t left, top, width, height;  // what comes out of the source, in its pixels
  bool exchanges_axes;                // stored rows become columns
  bool from_right, from_bottom;       // stored columns and rows are counted from the other side
} tt_jpeg_move;

/// After the header, in place of `start`: reads the whole file into blocks of coefficients, which `begin_moved` takes.
/// They are lost with the reader.
tt_status tt_jpeg_read_blocks(tt_state *reader);

/// Begins a JPEG of a reader's blocks, to be ended by `end`. Of the settings those of the JFIF header count.
///
/// Tables of quantization, sampling factors, the colors and Adobe's marker are those of the source. A progressive
/// source gives a progressive JPEG, one with restart markers a marker after each MCU row. Huffman tables are made for
/// the blocks. `bytes` is the length of what lies before the first segment.
tt_status tt_jpeg_begin_moved(
  tt_state *writer, tt_state *reader, const tt_jpeg_move *move, const tt_settings *settings, size_t *bytes);

/// Replaces `append` and `end` when bands are encoded elsewhere: writes everything before the entropy-coded data, which
/// `append_band` then adds. Only for pictures of more than one MCU row.
tt_status tt_jpeg_begin_bands(tt_state *writer);
tt_status tt_jpeg_append_band(tt_state *writer, const uint8_t *bytes, size_t count);

/// A writer of JPEGs in memory, one after the other: `begin` discards the JPEG before.
tt_state *tt_jpeg_create_in_memory(void);

/// The finished JPEG in memory, valid until the next begin.
void tt_jpeg_file(const tt_state *writer, const uint8_t **bytes, size_t *count);

/// The entropy-coded data of the finished JPEG in memory, as a band of a larger picture.
///
/// A restart marker follows each MCU row, and `first_marker`, 0 to 7, is the number of the band's first one. Bands with
/// the next marker between each two are the bytes that encoding the whole picture gives.
tt_status tt_jpeg_scan(tt_state *writer, int first_marker, const uint8_t **bytes, size_t *count);

#endif
