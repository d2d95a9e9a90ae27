#ifdef TINTYPE_TIFF

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#include "Codec.h"
#include "TIFFSamples.h"

#if TIFFLIB_VERSION < 20221213
#error "the trait TIFF needs libtiff 4.5 or newer, where errors and limits belong to one file"
#endif

/// No allocation of libtiff is larger, whatever a file says.
static const tmsize_t max_allocation = (tmsize_t)1 << 30;

enum { MAX_SAMPLES = 8, MAX_PLANES = MAX_SAMPLES };

typedef struct tt_tiff_reader tt_tiff_reader;

/// A file is opened once for each plane, so that all planes are read row by row.
typedef struct {
  tt_tiff_reader *reader;
  TIFF *file;
  uint64_t position;
} plane;

struct tt_tiff_reader {
  tt_state state;
  int descriptor;
  uint64_t size;
  int read_error;  // errno of a failed pread
  plane planes[MAX_PLANES];
  int plane_count;
  tt_header header;
  tt_tiff_layout layout;
  uint32_t next_row;
  // Strips are read row by row; of tiles, a row of them.
  uint32_t unit_width, unit_height, units_across;
  bool tiled;
  size_t packed_row, packed_tile;  // bytes of a row and of a tile in a plane
  uint8_t *packed[MAX_PLANES];     // a row; or the rows of a row of tiles
  uint8_t *tile;
  void *unpacked[MAX_PLANES];
  bool *lost;  // for each unit across
};

// MARK: Input and errors

static tmsize_t read_proc(thandle_t handle, void *bytes, tmsize_t count) {
  plane *plane = handle;
  tmsize_t done = 0;
  while (done < count) {
    ssize_t got =
        tt_read_at(plane->reader->descriptor, (char *)bytes + done, (size_t)(count - done), (off_t)plane->position);
    if (got < 0) plane->reader->read_error = errno;
    if (got <= 0) break;
    plane->position += (uint64_t)got;
    done += got;
  }
  return done;
}

static tmsize_t write_proc(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle, (void)bytes, (void)count;
  return -1;
}

static uint64_t seek_proc(thandle_t handle, uint64_t offset, int whence) {
  plane *plane = handle;
  if (whence == SEEK_CUR) offset += plane->position;
  if (whence == SEEK_END) offset += plane->reader->size;
  return plane->position = offset > INT64_MAX ? INT64_MAX : offset;
}

static int close_proc(thandle_t handle) {
  (void)handle;
  return 0;
}

static uint64_t size_proc(thandle_t handle) { return ((plane *)handle)->reader->size; }

/// Keeps the first error since the last success.
static int on_error(TIFF *file, void *user, const char *module, const char *format, va_list arguments) {
  (void)file, (void)module;
  tt_state *state = &((tt_tiff_reader *)user)->state;
  if (!state->message[0]) vsnprintf(state->message, sizeof state->message, format, arguments);
  return 1;
}

/// libtiff warns of every private tag.
static int on_warning(TIFF *file, void *user, const char *module, const char *format, va_list arguments) {
  (void)file, (void)user, (void)module, (void)format, (void)arguments;
  return 1;
}

/// The status of a call that libtiff refused.
static tt_status refused(tt_tiff_reader *reader) {
  const char *message = reader->state.message;
  if (reader->read_error) return tt_refuse(&reader->state, TT_IO, strerror(reader->read_error));
  if (strstr(message, "emory") || strstr(message, "No space"))
    return tt_refuse(&reader->state, TT_LIMIT, "out of memory");
  return tt_refuse(&reader->state, TT_CORRUPT, message[0] ? NULL : "the file is damaged");
}

static tt_status open_plane(tt_tiff_reader *reader, int index, uint64_t directory) {
  plane *plane = &reader->planes[index];
  plane->reader = reader;
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return tt_refuse(&reader->state, TT_LIMIT, "out of memory");
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, max_allocation);
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, reader);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, reader);
  // The header only; no mapping; offsets of strips when they are needed.
  plane->file = TIFFClientOpenExt(
      "", "rhmO", plane, read_proc, write_proc, seek_proc, close_proc, size_proc, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
  if (!plane->file || !TIFFSetSubDirectory(plane->file, directory)) return refused(reader);
  uint16_t compression = 0, photometric = 0;
  TIFFGetFieldDefaulted(plane->file, TIFFTAG_COMPRESSION, &compression);
  if (compression == COMPRESSION_JPEG && TIFFGetField(plane->file, TIFFTAG_PHOTOMETRIC, &photometric) &&
      photometric == PHOTOMETRIC_YCBCR)
    TIFFSetField(plane->file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  return TT_OK;
}

static tt_state *open_reader(int descriptor, bool salvages) {
  tt_tiff_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->size = tt_file_size(descriptor);
  reader->descriptor = descriptor;
  reader->state.salvages = salvages;
  return &reader->state;
}

static void close_reader(tt_state *state) {
  tt_tiff_reader *reader = (tt_tiff_reader *)state;
  for (int i = 0; i < MAX_PLANES; i++) {
    if (reader->planes[i].file) TIFFClose(reader->planes[i].file);
    free(reader->packed[i]);
    free(reader->unpacked[i]);
  }
  free(reader->tile);
  free(reader->lost);
  free(reader);
}

// MARK: Header

/// How many times larger than its compressed form a picture can be; 0 where the compression is not read.
static uint64_t most_expansion(uint16_t compression, uint32_t width) {
  switch (compression) {
    case COMPRESSION_NONE: return 1;
    case COMPRESSION_PACKBITS: return 64;        // 128 bytes from 2
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE: return 1032;
    case COMPRESSION_LZW: return 4096;           // the longest string of a code of 9 bits or more
    case COMPRESSION_JPEG: return 2048;          // 64 samples from a few bits
    case COMPRESSION_CCITTRLE:
    case COMPRESSION_CCITTFAX3:
    case COMPRESSION_CCITTFAX4: return (uint64_t)width + 8;  // a row like the one before takes a bit
    default: return 0;
  }
}

/// The color samples of a pixel; 0 with a message where they are not read.
static int color_samples(tt_tiff_reader *reader, uint16_t photometric, uint16_t compression, uint16_t samples) {
  TIFF *file = reader->planes[0].file;
  uint16_t ink_set = INKSET_CMYK;
  const char *what = "of colors in an unknown notation";
  switch (photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK: reader->header.colors = TT_GRAY; return 1;
    case PHOTOMETRIC_PALETTE: return 1;
    case PHOTOMETRIC_RGB: return 3;
    case PHOTOMETRIC_YCBCR:
      if (compression == COMPRESSION_JPEG && samples == 3) return 3;
      what = "of YCbCr without JPEG compression";
      break;
    case PHOTOMETRIC_SEPARATED:
      TIFFGetFieldDefaulted(file, TIFFTAG_INKSET, &ink_set);
      reader->header.colors = TT_INKS;
      if (ink_set == INKSET_CMYK && samples >= 4) return 4;
      what = "of inks other than cyan, magenta, yellow and black";
      break;
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_ITULAB: what = "of CIE Lab colors"; break;
    case PHOTOMETRIC_LOGL:
    case PHOTOMETRIC_LOGLUV: what = "of logarithmic light"; break;
    case PHOTOMETRIC_MASK: what = "that is a mask"; break;
    case PHOTOMETRIC_CFA: what = "of a sensor's raw samples"; break;
  }
  char message[TT_TEXT_MAX];
  snprintf(message, sizeof message, "a TIFF %s is not read", what);
  tt_refuse(&reader->state, TT_UNSUPPORTED, message);
  return 0;
}

static tt_status read_palette(tt_tiff_reader *reader) {
  tt_tiff_layout *layout = &reader->layout;
  uint16_t *maps[3];
  if (layout->bits > 8 || layout->is_float)
    return tt_refuse(&reader->state, TT_UNSUPPORTED, "a palette of so many colors is not read");
  if (!TIFFGetField(reader->planes[0].file, TIFFTAG_COLORMAP, &maps[0], &maps[1], &maps[2]))
    return tt_refuse(&reader->state, TT_CORRUPT, "the palette is missing");
  int count = 1 << layout->bits;
  // Some old programs wrote 8 bits into the entries of 16.
  bool is_short = true;
  for (int i = 0; i < 3 * count; i++) is_short = is_short && maps[i / count][i % count] < 256;
  for (int i = 0; i < 3 * count; i++) {
    uint16_t value = maps[i / count][i % count];
    layout->palette[i % count][i / count] = (uint8_t)(is_short ? value : value >> 8);
  }
  layout->has_palette = true;
  return TT_OK;
}

/// The first alpha channel among the samples after the colors; notes the others.
static void read_extra_samples(tt_tiff_reader *reader, int colors, int samples) {
  tt_tiff_layout *layout = &reader->layout;
  uint16_t count = 0, *kinds = NULL;
  layout->alpha = -1;
  if (!TIFFGetField(reader->planes[0].file, TIFFTAG_EXTRASAMPLES, &count, &kinds)) count = 0;
  bool takes_alpha = reader->header.colors != TT_INKS && !layout->has_palette;
  for (int i = 0; takes_alpha && i < count && colors + i < samples && layout->alpha < 0; i++) {
    if (kinds[i] != EXTRASAMPLE_ASSOCALPHA && kinds[i] != EXTRASAMPLE_UNASSALPHA) continue;
    layout->alpha = colors + i;
    layout->is_associated = kinds[i] == EXTRASAMPLE_ASSOCALPHA;
  }
  reader->header.alpha = layout->alpha >= 0;
  int others = samples - colors - (reader->header.alpha ? 1 : 0);
  if (others > 0) tt_add_note(&reader->state, "channels beside the colors are left out");
}

static uint64_t product(uint64_t a, uint64_t b) { return b && a > UINT64_MAX / b ? UINT64_MAX : a * b; }

/// Strips or tiles, and the memory that they take.
static tt_status measure_units(tt_tiff_reader *reader) {
  TIFF *file = reader->planes[0].file;
  tt_header *header = &reader->header;
  reader->tiled = TIFFIsTiled(file);
  reader->unit_width = header->width;
  reader->unit_height = 0;
  if (reader->tiled) {
    TIFFGetField(file, TIFFTAG_TILEWIDTH, &reader->unit_width);
    TIFFGetField(file, TIFFTAG_TILELENGTH, &reader->unit_height);
  } else {
    TIFFGetFieldDefaulted(file, TIFFTAG_ROWSPERSTRIP, &reader->unit_height);
  }
  if (!reader->unit_width || !reader->unit_height)
    return tt_refuse(&reader->state, TT_CORRUPT, "a strip or tile is empty");
  if (reader->unit_height > header->height && !reader->tiled) reader->unit_height = header->height;
  uint64_t area = product(reader->unit_width, reader->unit_height);
  if (reader->tiled && area > 1 << 22 && area / 4 > product(header->width, header->height))
    return tt_refuse(&reader->state, TT_CORRUPT, "tiles are many times larger than the picture");
  reader->units_across = (header->width - 1) / reader->unit_width + 1;
  tmsize_t row = TIFFScanlineSize(file), tile = 0;
  uint64_t packed = 0;
  if (reader->tiled) {
    tile = TIFFTileSize(file);
    row = TIFFTileRowSize(file);
    // One tile as it is stored, one decoded, and the rows of a row of tiles.
    if (tile > 0 && row > 0)
      packed = product(product((uint64_t)row, reader->units_across), reader->unit_height) + 2 * (uint64_t)tile;
    row *= row > 0 ? reader->units_across : 1;
  } else if (row > 0) {
    // Besides the row, libtiff buffers 16 more.
    packed = product((uint64_t)row, 18);
  }
  if (row <= 0 || (reader->tiled && tile <= 0)) return refused(reader);
  reader->packed_row = (size_t)row;
  reader->packed_tile = (size_t)tile;
  uint64_t unpacked = product(product(header->width, reader->layout.stride), tt_tiff_unpacked_bytes(&reader->layout));
  header->memory = product(packed + unpacked + (256 << 10), (uint64_t)reader->plane_count) + (64 << 10);
  return TT_OK;
}

static tt_status read_header(tt_state *state, tt_header *header) {
  tt_tiff_reader *reader = (tt_tiff_reader *)state;
  tt_status status = open_plane(reader, 0, header->directory);
  if (status != TT_OK) return status;
  TIFF *file = reader->planes[0].file;
  tt_tiff_layout *layout = &reader->layout;
  uint32_t width = 0, height = 0;
  uint16_t bits = 1, samples = 1, format = SAMPLEFORMAT_UINT, planar = PLANARCONFIG_CONTIG, compression = 1;
  uint16_t photometric = 0;
  TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(file, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &format);
  TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planar);
  TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
  if (!width || !height || width > INT32_MAX || height > INT32_MAX)
    return tt_refuse(state, TT_CORRUPT, "the size of the picture is invalid");
  if (!TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric))
    return tt_refuse(state, TT_CORRUPT, "the file does not say how it notes colors");
  uint64_t expansion = most_expansion(compression, width);
  if (!expansion || !TIFFIsCODECConfigured(compression)) {
    char message[TT_TEXT_MAX];
    const TIFFCodec *codec = TIFFFindCODEC(compression);
    snprintf(message, sizeof message, "a TIFF with %s compression is not read", codec ? codec->name : "an unknown");
    return tt_refuse(state, TT_UNSUPPORTED, message);
  }
  bool is_float = format == SAMPLEFORMAT_IEEEFP;
  bool is_integer = format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID;
  bool is_sized = is_float ? bits == 16 || bits == 24 || bits == 32 || bits == 64
                           : is_integer && ((bits >= 1 && bits <= 16) || bits == 32);
  if (!is_sized || (compression == COMPRESSION_JPEG && bits != 8)) {
    char message[TT_TEXT_MAX];
    const char *kind = is_float ? "floating-point" : is_integer ? "unsigned" : "signed or complex";
    snprintf(message, sizeof message, "a TIFF of %s samples of %d bits is not read", kind, (int)bits);
    return tt_refuse(state, TT_UNSUPPORTED, message);
  }
  if (samples > MAX_SAMPLES)
    return tt_refuse(state, TT_UNSUPPORTED, "a TIFF of more than 8 channels is not read");
  reader->header = (tt_header){.width = width, .height = height, .depth = bits <= 8 ? 8 : 16};
  int colors = color_samples(reader, photometric, compression, samples);
  if (!colors) return reader->state.status;
  if (samples < colors) return tt_refuse(state, TT_CORRUPT, "a pixel has too few samples for its colors");
  bool is_planar = planar == PLANARCONFIG_SEPARATE && samples > 1;
  if (is_planar && photometric == PHOTOMETRIC_YCBCR)
    return tt_refuse(state, TT_UNSUPPORTED, "a TIFF of YCbCr in planes is not read");
  *layout = (tt_tiff_layout){
      .width = width, .bits = bits, .is_float = is_float, .is_inverted = photometric == PHOTOMETRIC_MINISWHITE,
      .depth = reader->header.depth, .stride = is_planar ? 1 : samples, .colors = colors};
  reader->plane_count = is_planar ? samples : 1;
  if (photometric == PHOTOMETRIC_PALETTE && (status = read_palette(reader)) != TT_OK) return status;
  read_extra_samples(reader, colors, samples);
  layout->is_light = reader->header.is_float = is_float && reader->header.colors != TT_INKS;
  // Rows of half precision only where samples stay as they are.
  if (layout->is_light && (bits != 16 || layout->is_inverted || layout->is_associated))
    layout->depth = reader->header.depth = 32;
  if ((status = measure_units(reader)) != TT_OK) return status;
  uint64_t pixel_bits = product(product(width, height), (uint64_t)bits * samples);
  uint64_t least = pixel_bits / 8 / expansion;
  // A few bytes less than a header's worth are no lie.
  reader->header.least_bytes = least > 4096 ? least - 4096 : 0;
  *header = reader->header;
  // An error about what is not needed is no error of the rows.
  reader->state.message[0] = 0;
  return TT_OK;
}

// MARK: Rows

static tt_status start(tt_state *state) {
  tt_tiff_reader *reader = (tt_tiff_reader *)state;
  uint64_t directory = TIFFCurrentDirOffset(reader->planes[0].file);
  size_t bytes = reader->packed_row * (reader->tiled ? reader->unit_height : 1);
  bool has_memory = (reader->lost = calloc(reader->units_across, sizeof *reader->lost)) != NULL;
  for (int i = 0; i < reader->plane_count; i++) {
    // Tiles of all planes can be read in any order.
    if (i > 0 && !reader->tiled) {
      tt_status status = open_plane(reader, i, directory);
      if (status != TT_OK) return status;
    }
    has_memory = has_memory && (reader->packed[i] = calloc(1, bytes)) != NULL;
    if (!tt_tiff_unpacks(&reader->layout)) continue;
    reader->unpacked[i] = calloc(
        (size_t)reader->header.width * reader->layout.stride, tt_tiff_unpacked_bytes(&reader->layout));
    has_memory = has_memory && reader->unpacked[i];
  }
  if (reader->tiled) has_memory = has_memory && (reader->tile = calloc(1, reader->packed_tile)) != NULL;
  return has_memory ? TT_OK : tt_refuse(state, TT_LIMIT, "out of memory");
}

/// Records a loss; false where it is an error.
static bool lose(tt_tiff_reader *reader, uint32_t unit, uint32_t row) {
  if (refused(reader) != TT_CORRUPT) return false;
  if (!reader->state.salvages) {
    tt_refuse(&reader->state, TT_LOST, "a part of the picture is missing or damaged");
    return false;
  }
  reader->state.message[0] = 0;
  reader->lost[unit] = true;
  if (!reader->state.loss.any) reader->state.loss = (tt_loss){.any = true, .row = row, .stage = 1};
  return true;
}

/// A damaged strip is lost from the damage on: reading on in it would decode it again for each row.
static bool read_strip_row(tt_tiff_reader *reader, uint32_t row) {
  if (row % reader->unit_height == 0) reader->lost[0] = false;
  for (int i = 0; i < reader->plane_count && !reader->lost[0]; i++) {
    if (TIFFReadScanline(reader->planes[i].file, reader->packed[i], row, (uint16_t)i) < 0 && !lose(reader, 0, row))
      return false;
  }
  return true;
}

static bool read_tiles(tt_tiff_reader *reader, uint32_t row) {
  TIFF *file = reader->planes[0].file;
  size_t tile_row = reader->packed_row / reader->units_across;
  for (uint32_t unit = 0; unit < reader->units_across; unit++) {
    reader->lost[unit] = false;
    for (int i = 0; i < reader->plane_count && !reader->lost[unit]; i++) {
      uint32_t tile = TIFFComputeTile(file, unit * reader->unit_width, row, 0, (uint16_t)i);
      tmsize_t got = TIFFReadEncodedTile(file, tile, reader->tile, (tmsize_t)reader->packed_tile);
      if (got != (tmsize_t)reader->packed_tile) {
        if (!lose(reader, unit, row)) return false;
        continue;
      }
      for (uint32_t y = 0; y < reader->unit_height; y++) {
        memcpy(reader->packed[i] + y * reader->packed_row + unit * tile_row, reader->tile + y * tile_row, tile_row);
      }
    }
  }
  return true;
}

/// Paints the lost units of a row mid gray, without holes; of light, as the gray card.
static void paint_lost(const tt_tiff_reader *reader, uint8_t *row) {
  size_t sample = reader->header.depth / 8;
  uint8_t gray[4] = {0x80, 0x80}, opaque[4] = {0xFF, 0xFF};
  if (reader->layout.is_light && sample == 2) {
    memcpy(gray, &(uint16_t){0x31C3}, 2);  // 0.18 in half precision
    memcpy(opaque, &(uint16_t){0x3C00}, 2);
  } else if (reader->layout.is_light) {
    memcpy(gray, &(float){0.18f}, 4);
    memcpy(opaque, &(float){1}, 4);
  }
  size_t channels = reader->header.colors == TT_INKS || reader->header.alpha ? 4 : 3;
  for (uint32_t unit = 0; unit < reader->units_across; unit++) {
    if (!reader->lost[unit]) continue;
    size_t first = (size_t)unit * reader->unit_width, end = first + reader->unit_width;
    if (end > reader->header.width) end = reader->header.width;
    for (size_t i = first * channels; i < end * channels; i++)
      memcpy(row + i * sample, reader->header.alpha && i % 4 == 3 ? opaque : gray, sample);
  }
}

static tt_status read_rows(tt_state *state, uint8_t *rows, size_t stride, uint32_t count) {
  tt_tiff_reader *reader = (tt_tiff_reader *)state;
  if (count > reader->header.height - reader->next_row)
    return tt_refuse(state, TT_CORRUPT, "there are no more rows");
  for (uint32_t i = 0; i < count; i++, reader->next_row++) {
    uint32_t row = reader->next_row, within = reader->tiled ? row % reader->unit_height : 0;
    bool is_there = !reader->tiled ? read_strip_row(reader, row) : within > 0 || read_tiles(reader, row);
    if (!is_there) return reader->state.status;
    const uint8_t *packed[MAX_PLANES] = {NULL};
    for (int p = 0; p < reader->plane_count; p++) packed[p] = reader->packed[p] + within * reader->packed_row;
    bool clipped = tt_tiff_convert(&reader->layout, packed, reader->plane_count, reader->unpacked, rows + i * stride);
    if (clipped) tt_add_note(&reader->state, "samples beyond 0 and 1 are clipped");
    paint_lost(reader, rows + i * stride);
  }
  return TT_OK;
}

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

static const char *version(void) {
  return TEXT(TIFFLIB_MAJOR_VERSION) "." TEXT(TIFFLIB_MINOR_VERSION) "." TEXT(TIFFLIB_MICRO_VERSION);
}

const tt_codec tt_tiff_codec = {
  .version = version, .open = open_reader, .header = read_header, .start = start, .rows = read_rows,
  .close = close_reader,
};

#endif
