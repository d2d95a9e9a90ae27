// The libraries of picture formats, each behind one table of functions, and what only one of them has.
//
// Files are reached through descriptors; nothing here opens or closes one. Every error comes back as a status. libjpeg
// and libpng report an error through a callback that must not return: it fills a tt_state and jumps back to the setjmp
// of the entry point, so that no longjmp ever crosses a Swift frame.

#ifndef CTINTYPE_CODEC_H
#define CTINTYPE_CODEC_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tintype_raw.h"

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

enum { TT_NOTES_MAX = 16, TT_TEXT_MAX = 200 };

/// A reader or a writer, of which this is the first member.
typedef struct {
  jmp_buf jump;
  tt_status status;
  char message[TT_TEXT_MAX];  // of the last error
  int warning_count;
  int note_count;
  char notes[TT_NOTES_MAX][TT_TEXT_MAX];
  bool salvages;  // decoding continues after data were lost, and `loss` says where the damage begins
  tt_loss loss;
  uint64_t exif_offset;  // where a library has put the camera data in the file; 0 where it has not
} tt_state;

/// The last error's message.
const char *tt_state_message(const tt_state *state);

/// A note by its index; NULL beyond the last one.
const char *tt_state_note(const tt_state *state, int index);

/// Bytes that belong to a reader; NULL for none.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} tt_block;

/// A named fact of a format that keeps them one by one: a text, or a number where `text` has no bytes.
typedef struct {
  const char *name;
  tt_block text;
  float number;
} tt_attribute;

typedef enum {
  TT_RGB = 0,
  TT_GRAY,          // red, green and blue come out equal
  TT_INKS,          // C, M, Y, K, where 0 is no ink
  TT_INVERTED_INKS  // where 255 is no ink
} tt_colors;

/// A byte that is read in place of the one at a place of a file.
typedef struct {
  uint64_t place;
  uint8_t byte;
} tt_patch;

typedef struct {
  tt_patch bytes[5];
  uint8_t count;
} tt_patches;

/// What a file says before its pixels. A reader fills it; fields that its format does not have are 0.
typedef struct {
  uint64_t directory;        // set by the caller: of a TIFF, where the directory of the picture is
  uint32_t crop[4];          // set by the caller: of a raw file, left, top, width and height of what is shown of the
                             // visible part; 0 for all of it
  uint64_t start;            // set by the caller: of a JPEG inside a larger file, where it begins
  tt_patches patches;        // set by the caller: of a HEIF or an AVIF, what is read in place of the file's bytes
  bool gain_map;             // set by the caller: of a HEIF, the gain map in place of the picture. Else whether there
                             // is one beside the picture
  uint8_t orientation;       // how the rows have to be turned, as EXIF counts; 0 where the metadata say it. Set by the
                             // caller for a HEIF that is to be decoded as it is coded, else 0
  uint32_t width, height;
  tt_colors colors;
  bool alpha;                // rows come out as RGBA with straight alpha, else RGB; never with inks
  uint8_t depth;             // bits of a sample of the rows: 8, or 16 or 32 in native byte order
  bool is_float;             // samples are numbers of half precision, 16 bits, or of single precision, 32
  uint8_t components;        // of `across` and `down`
  uint8_t across[4], down[4];  // sampling factors, luma first
  uint16_t primaries, transfer;  // code points of ITU-T H.273; 2 where the file states none
  float chromaticities[8];   // x and y of red, green, blue and white; 0 where the file states none
  tt_block exif, xmp, icc;
  const tt_attribute *attributes;  // of an OpenEXR, which belong to the reader
  size_t attribute_count;
  tt_sensor *sensor;         // of a raw file, which belongs to the reader
  uint64_t memory;           // the bytes that decoding holds at its peak
  uint64_t least_bytes;      // a file of a picture of this size has at least so many
  uint8_t block_width, block_height;  // in pixels, of the blocks that can be moved without decoding
  uint64_t block_memory;     // the bytes that moving blocks holds at its peak
} tt_header;

/// What a writer writes, and how. A format takes what it knows.
typedef struct {
  uint32_t width, height;
  uint8_t depth;                 // bits of a sample of the rows: 8, or 16 in native byte order
  uint8_t bits;                  // of an AVIF, bits of a sample in the file; 0 for the most that the rows fill
  bool alpha;                    // rows are RGBA with straight alpha, else RGB
  uint8_t quality;               // 1 to 100; of AVIF and JPEG XL, 100 loses nothing that the format can hold
  uint8_t across, down;          // luma samples for one chroma sample
  uint16_t primaries, transfer;  // code points of ITU-T H.273; 2 where a profile says it
  float chromaticities[8];       // x and y of red, green, blue and white; 0 for none
  tt_block exif, xmp, icc;       // of formats whose library writes them
  const tt_attribute *attributes;  // of an OpenEXR
  size_t attribute_count;
  bool jfif;                     // write a JFIF header
  uint8_t jfif_major, jfif_minor;
  uint8_t density_unit;          // 0 aspect ratio only, 1 per inch, 2 per centimeter
  uint16_t density_x, density_y;
} tt_settings;

/// A library. A reader's functions are called in the order of this table; those that may be NULL say so.
typedef struct {
  /// The version that is loaded, or that this was compiled with where the library does not say its own.
  const char *(*version)(void);

  /// Loads what the library would load later. May be NULL.
  void (*prepare)(void);

  /// A reader that pulls bytes from `descriptor` with pread(2). NULL when memory is out. A salvaging reader paints lost
  /// rows mid gray, or takes what the library makes of a damaged picture, and reports the loss at the end.
  tt_state *(*open)(int descriptor, bool salvages);

  /// Reads what precedes the pixels. Takes no memory that grows with the picture.
  tt_status (*header)(tt_state *reader, tt_header *header);

  /// Chooses decoding at `eighths` eighths of the size, and returns the dimensions. NULL for a library that decodes
  /// whole pictures only.
  tt_status (*scale)(tt_state *reader, uint32_t eighths, uint32_t *width, uint32_t *height);

  /// Allocates what decoding needs, and decodes what has to be decoded as a whole.
  tt_status (*start)(tt_state *reader);

  /// Delivers the next `count` rows, `stride` bytes apart. NULL for raw files, whose samples are reached all at once.
  tt_status (*rows)(tt_state *reader, uint8_t *rows, size_t stride, uint32_t count);

  /// After the last row: reads to the end of the file and says whether anything was missing. May be NULL.
  tt_status (*finish)(tt_state *reader);

  void (*close)(tt_state *reader);

  /// Whether the library comes with an encoder; NULL where it always does, or where the format is not written by it.
  bool (*can_write)(void);

  /// A writer that appends to `descriptor` with write(2). NULL when memory is out.
  tt_state *(*create)(int descriptor);

  /// Writes what precedes the metadata.
  tt_status (*begin)(tt_state *writer, const tt_settings *settings);

  /// Writes a JPEG's segment by its marker, at most 65,533 bytes, or a PNG's chunk by its type. Before the first row;
  /// a chunk also after the last one. NULL where the settings hold all metadata.
  tt_status (*item)(tt_state *writer, const uint8_t *tag, const uint8_t *bytes, size_t count);

  /// Takes the next `count` rows, `stride` bytes apart.
  tt_status (*append)(tt_state *writer, const uint8_t *rows, size_t stride, uint32_t count);

  /// Writes what is left.
  tt_status (*end)(tt_state *writer);

  void (*destroy)(tt_state *writer);
} tt_codec;

typedef enum { TT_JPEG, TT_PNG, TT_TIFF, TT_HEIF, TT_AVIF, TT_JXL, TT_EXR, TT_RAW } tt_format;

/// The library of a format; NULL where the format's package trait is off.
const tt_codec *tt_codec_of(tt_format format);

/// EXIF's number for a quarter turn counterclockwise `turns` times, then a mirroring: -1 for none, 0 exchanges top and
/// bottom, 1 left and right (ISO/IEC 23008-12, 6.5.10 to 12).
uint8_t tt_turned(int turns, int mirror);

#include "tintype_icc.h"
#include "tintype_jpeg.h"
#include "tintype_zlib.h"

#endif
