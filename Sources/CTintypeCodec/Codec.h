// What the codecs share: how a library's error becomes a status, and reading and writing by descriptor.

#ifndef TT_CODEC_H
#define TT_CODEC_H

#include <sys/types.h>

#include "CTintypeCodec.h"

extern const tt_codec tt_jpeg_codec, tt_png_codec, tt_tiff_codec, tt_heif_codec, tt_avif_codec, tt_jxl_codec,
    tt_exr_codec, tt_raw_codec;

enum { TT_BUFFER_BYTES = 65536, TT_WARNINGS_MAX = 100 };

/// Larger blocks of metadata are not read.
enum { TT_BLOCK_MAX = 64 << 20 };

/// Notes an error; NULL keeps the message that is there.
tt_status tt_refuse(tt_state *state, tt_status status, const char *message);

/// Notes an error and jumps to the entry point, out of a library that must not be returned to.
_Noreturn void tt_fail(tt_state *state, tt_status status, const char *message);

/// The same, because a system call set errno.
_Noreturn void tt_fail_errno(tt_state *state);

/// Adds a note unless it is there already, or there are too many.
void tt_add_note(tt_state *state, const char *message);

/// Adds a library's warning as a note; so many that only a hostile file has them are an error.
void tt_add_warning(tt_state *state, const char *message);

/// pread(2), repeated after a signal.
ssize_t tt_read_at(int descriptor, void *bytes, size_t count, off_t offset);

/// The same, with the bytes that a caller has set in place of the file's.
ssize_t tt_read_patched(const tt_patches *patches, int descriptor, void *bytes, size_t count, off_t offset);

/// The size of an open file; 0 where it cannot be told. It asks with a call that takes no path, which a confined
/// process may make.
uint64_t tt_file_size(int descriptor);

/// Writes all bytes; jumps to the entry point on failure.
void tt_write_all(tt_state *state, int descriptor, const uint8_t *bytes, size_t count);

/// Divides the colors of an RGBA row by alpha, in 8 bits, or in 16 of native byte order; alpha 0 gives black.
void tt_unmultiply(uint8_t *row, size_t pixels, int depth);

/// The TIFF block in a box of camera data, which begins with the block's offset behind 4 bytes (ISO/IEC 23008-12,
/// A.2.1; ISO/IEC 18181-2, 9.4); none where that makes no sense.
tt_block tt_boxed_exif(tt_block box);

/// A picture that a library encodes as a whole: rows are collected, and the library's `end` encodes them.
typedef struct {
  tt_state state;
  int descriptor;
  tt_settings settings;
  uint8_t *pixels;
  size_t row_bytes;
  uint32_t next_row;
  uint64_t size;  // bytes of the file so far
} tt_whole_writer;

tt_state *tt_whole_create(int descriptor);
void tt_whole_destroy(tt_state *writer);

/// Copies the metadata and makes room for the rows.
tt_status tt_whole_begin(tt_state *writer, const tt_settings *settings);
tt_status tt_whole_append(tt_state *writer, const uint8_t *rows, size_t stride, uint32_t count);

/// Appends bytes to the file, the camera data in one piece.
tt_status tt_whole_write(tt_whole_writer *writer, const uint8_t *bytes, size_t count);

#endif
