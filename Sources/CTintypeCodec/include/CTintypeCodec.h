// What the C targets of all codecs share: how a library's error becomes a status, and reading and writing by
// descriptor.
//
// libjpeg and libpng report an error through a callback that must not return. The callback fills a tt_failure and jumps
// back to the setjmp of the entry point, so that no longjmp ever crosses a Swift frame.

#ifndef CTINTYPE_CODEC_H
#define CTINTYPE_CODEC_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum {
  TT_OK = 0,
  TT_CORRUPT,      // the file breaks its format, or ends early
  TT_LOST,         // the same, and a salvaging reader would continue
  TT_UNSUPPORTED,  // legal, but not decoded by this library
  TT_LIMIT,        // out of memory, or beyond a limit of ours
  TT_IO            // read(2) or write(2) failed
} tt_status;

/// What is missing from a salvaged picture.
typedef struct {
  bool any;
  uint32_t row;  // the first row that is lost or damaged
  int stage;     // in which scan of a progressive picture, or pass of an interlaced one, from 1
} tt_loss;

enum { TT_BUFFER_BYTES = 65536, TT_NOTES_MAX = 16, TT_WARNINGS_MAX = 100, TT_TEXT_MAX = 200 };

/// The error state of one reader or writer.
typedef struct {
  jmp_buf jump;
  tt_status status;
  char message[TT_TEXT_MAX];
  int warning_count;
  int note_count;
  char notes[TT_NOTES_MAX][TT_TEXT_MAX];
  bool salvages;  // decoding continues after data were lost, and `loss` says where the damage begins
  tt_loss loss;
} tt_failure;

/// Bytes that belong to a reader; NULL for none.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} tt_block;

/// What a format of coded pictures in boxes (ISO/IEC 23008-12) says before its pixels.
typedef struct {
  uint32_t width, height;
  bool gray;                 // red, green and blue come out equal
  bool alpha;                // rows come out as RGBA with straight alpha, else RGB
  uint8_t depth;             // bits of a sample of the rows: 8, or 16 in native byte order
  uint8_t across, down;      // luma samples for one chroma sample
  uint8_t orientation;       // how the rows have to be turned, as EXIF counts; 1 where they are turned already
  uint16_t primaries, transfer;  // code points of ITU-T H.273; 2 where the file states none
  tt_block exif, xmp, icc;
  uint64_t memory;           // the bytes that decoding holds at its peak
} tt_coded_header;

/// EXIF's number for a quarter turn counterclockwise `turns` times, then a mirroring: -1 for none, 0 exchanges top and
/// bottom, 1 left and right (ISO/IEC 23008-12, 6.5.10 to 12).
uint8_t tt_turned(int turns, int mirror);

/// What a format of coded pictures writes, and how.
typedef struct {
  uint32_t width, height;
  uint8_t depth;                 // bits of a sample of the rows: 8, or 16 in native byte order
  bool alpha;                    // rows are RGBA with straight alpha, else RGB
  uint8_t quality;               // 1 to 100, and 100 loses nothing that the format can hold
  uint8_t across, down;          // luma samples for one chroma sample
  uint16_t primaries, transfer;  // code points of ITU-T H.273; 2 where a profile says it
  tt_block exif, xmp, icc;
} tt_coded_settings;

/// A picture that a library encodes as a whole: rows are collected, and the library's call for the end encodes them.
typedef struct tt_coded_writer tt_coded_writer;

/// A writer that appends to `descriptor` with write(2). NULL when memory is out.
tt_coded_writer *tt_coded_writer_create(int descriptor);
void tt_coded_writer_destroy(tt_coded_writer *writer);

/// Copies the metadata and makes room for the rows.
tt_status tt_coded_writer_start(tt_coded_writer *writer, const tt_coded_settings *settings);

/// Takes the next `count` rows, `stride` bytes apart.
tt_status tt_coded_writer_rows(tt_coded_writer *writer, const uint8_t *rows, size_t stride, uint32_t count);

/// For the library's call: the settings, and the rows without gaps.
const tt_coded_settings *tt_coded_writer_settings(const tt_coded_writer *writer);
uint8_t *tt_coded_writer_pixels(const tt_coded_writer *writer);
size_t tt_coded_writer_row_bytes(const tt_coded_writer *writer);

/// For the library's call: appends bytes to the file, the camera data in one piece.
tt_status tt_coded_writer_append(tt_coded_writer *writer, const uint8_t *bytes, size_t count);

/// For the library's call: notes an error.
tt_status tt_coded_fail(tt_coded_writer *writer, tt_status status, const char *message);

/// Where the camera data are in the file, after it was encoded; 0 where they are not.
uint64_t tt_coded_writer_exif_offset(const tt_coded_writer *writer);

const tt_failure *tt_coded_writer_failure(const tt_coded_writer *writer);

/// Leaves the library with `status` and `message`.
_Noreturn void tt_fail(tt_failure *failure, tt_status status, const char *message);

/// Leaves the library because a system call set errno.
_Noreturn void tt_fail_errno(tt_failure *failure);

/// Adds a note unless it is there already, or there are too many.
void tt_add_note(tt_failure *failure, const char *message);

/// Adds a library's warning as a note; so many that only a hostile file has them are an error.
void tt_add_warning(tt_failure *failure, const char *message);

/// pread(2), repeated after a signal.
ssize_t tt_read_at(int descriptor, void *bytes, size_t count, off_t offset);

/// The size of an open file; 0 where it cannot be told. It asks with a call that takes no path, which a confined
/// process may make.
uint64_t tt_file_size(int descriptor);

/// Writes all bytes; leaves the library on failure.
void tt_write_all(tt_failure *failure, int descriptor, const uint8_t *bytes, size_t count);

/// Divides the colors of an RGBA row by alpha, in 8 bits, or in 16 of native byte order; alpha 0 gives black.
void tt_unmultiply(uint8_t *row, size_t pixels, int depth);

/// The last error's message.
const char *tt_failure_message(const tt_failure *failure);

/// A note by its index; NULL beyond the last one.
const char *tt_failure_note(const tt_failure *failure, int index);

#endif
