// libjpeg's row interface without its jumps: every error comes back as a status, so that no longjmp ever crosses a
// Swift frame. Files are reached through descriptors; nothing here opens or closes one.

#ifndef CTINTYPE_JPEG_H
#define CTINTYPE_JPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CTintypeCodec.h"

typedef enum {
  TT_JPEG_GRAY,
  TT_JPEG_RGB,  // stored as RGB, or as YCbCr
  TT_JPEG_INKS,  // stored as CMYK, or as YCCK
  TT_JPEG_OTHER
} tt_jpeg_colors;

typedef struct {
  uint32_t width, height;
  tt_jpeg_colors colors;
  int components;
  uint8_t across[4], down[4];  // sampling factors of the first four components
  bool progressive;
  bool arithmetic;
  bool inverted;  // of inks: 255 is none
  bool multiple_scans;  // all coefficients are held in memory before the first row comes out
} tt_jpeg_header;

typedef struct tt_jpeg_reader tt_jpeg_reader;

/// A reader that pulls bytes from `descriptor` with pread(2), from offset 0. NULL when memory is out.
/// A salvaging reader paints lost rows mid gray and reports them at the end, instead of failing.
tt_jpeg_reader *tt_jpeg_reader_create(int descriptor, bool salvages);
void tt_jpeg_reader_destroy(tt_jpeg_reader *reader);

/// Reads up to the first scan. Takes no memory that depends on the picture's size.
tt_status tt_jpeg_reader_header(tt_jpeg_reader *reader, tt_jpeg_header *header);

/// After the header: chooses decoding at `eighths` eighths of the size, and returns the dimensions.
tt_status tt_jpeg_reader_scale(tt_jpeg_reader *reader, uint32_t eighths, uint32_t *width, uint32_t *height);

/// Begins decoding to interleaved 8-bit RGB, or inks. Consumes the whole file when it has several scans.
tt_status tt_jpeg_reader_start(tt_jpeg_reader *reader);

/// Decodes the next `count` rows, `stride` bytes apart.
tt_status tt_jpeg_reader_rows(tt_jpeg_reader *reader, uint8_t *rows, size_t stride, uint32_t count);

/// After the last row: reads to the end marker and says whether anything was missing.
tt_status tt_jpeg_reader_finish(tt_jpeg_reader *reader);

/// After the header, in place of `start`: reads the whole file into blocks of coefficients, which `start_moved` of a
/// writer takes. They are lost with the reader.
tt_status tt_jpeg_reader_blocks(tt_jpeg_reader *reader);

/// Error, notes and losses; belongs to the reader.
const tt_failure *tt_jpeg_reader_failure(const tt_jpeg_reader *reader);

typedef struct {
  uint32_t width, height;
  int quality;               // 1 to 100
  uint8_t across, down;      // luma sampling factors; chroma is 1 x 1
  bool jfif;                 // write a JFIF header
  uint8_t jfif_major, jfif_minor;
  uint8_t density_unit;      // 0 aspect ratio only, 1 per inch, 2 per centimeter
  uint16_t density_x, density_y;
} tt_jpeg_settings;

typedef struct tt_jpeg_writer tt_jpeg_writer;

/// A writer that appends to `descriptor` with write(2). NULL when memory is out.
tt_jpeg_writer *tt_jpeg_writer_create(int descriptor);

/// A writer of JPEGs in memory, one after the other.
tt_jpeg_writer *tt_jpeg_writer_create_in_memory(void);
void tt_jpeg_writer_destroy(tt_jpeg_writer *writer);

/// Begins a JPEG. In memory, the JPEG before is discarded.
tt_status tt_jpeg_writer_start(tt_jpeg_writer *writer, const tt_jpeg_settings *settings);

/// How blocks of one JPEG are placed in another one. A block is moved whole, with its coefficients as they are: the
/// edges that become the left and the upper one lie between MCUs.
typedef struct {
  uint32_t left, top, width, height;  // what comes out of the source, in its pixels
  bool exchanges_axes;                // stored rows become columns
  bool from_right, from_bottom;       // stored columns and rows are counted from the other side
} tt_jpeg_move;

/// Begins a JPEG of a reader's blocks, to be ended by `finish`. Of the settings those of the JFIF header count.
///
/// Tables of quantization, sampling factors, the colors and Adobe's marker are those of the source. A progressive
/// source gives a progressive JPEG, one with restart markers a marker after each MCU row. Huffman tables are made for
/// the blocks. `bytes` is the length of what lies before the first segment.
tt_status tt_jpeg_writer_start_moved(
  tt_jpeg_writer *writer, tt_jpeg_reader *reader, const tt_jpeg_move *move, const tt_jpeg_settings *settings,
  size_t *bytes);

/// Writes an APPn or COM segment; only between start and the first row. At most 65,533 bytes.
tt_status tt_jpeg_writer_segment(tt_jpeg_writer *writer, int marker, const uint8_t *bytes, size_t count);

/// Encodes the next `count` rows, `stride` bytes apart.
tt_status tt_jpeg_writer_rows(tt_jpeg_writer *writer, const uint8_t *rows, size_t stride, uint32_t count);
tt_status tt_jpeg_writer_finish(tt_jpeg_writer *writer);

/// Replaces `rows` and `finish` when bands are encoded elsewhere: writes everything before the entropy-coded data,
/// which `append` then adds. Only for pictures of more than one MCU row.
tt_status tt_jpeg_writer_begin_bands(tt_jpeg_writer *writer);
tt_status tt_jpeg_writer_append(tt_jpeg_writer *writer, const uint8_t *bytes, size_t count);

/// The finished JPEG in memory, valid until the next start.
void tt_jpeg_writer_file(const tt_jpeg_writer *writer, const uint8_t **bytes, size_t *count);

/// The entropy-coded data of the finished JPEG in memory, as a band of a larger picture.
///
/// A restart marker follows each MCU row, and `first_marker`, 0 to 7, is the number of the band's first one. Bands with
/// the next marker between each two are the bytes that encoding the whole picture gives.
tt_status tt_jpeg_writer_scan(tt_jpeg_writer *writer, int first_marker, const uint8_t **bytes, size_t *count);

const tt_failure *tt_jpeg_writer_failure(const tt_jpeg_writer *writer);

/// The version of libjpeg-turbo that this was compiled with; the library does not say its own.
const char *tt_jpeg_version(void);

#endif
