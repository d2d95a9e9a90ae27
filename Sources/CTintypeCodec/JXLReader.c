#ifdef TINTYPE_JXL

#include <errno.h>
#include <jxl/decode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "JXLWriter.h"

#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 7, 0)
#error "the trait JXL needs libjxl 0.7 or newer"
#endif

typedef struct {
  tt_state state;
  int descriptor;
  uint64_t position;
  uint8_t *input;
  size_t input_size, input_capacity;
  JxlDecoder *decoder;
  JxlPixelFormat format;
  bool is_premultiplied;
  uint8_t *pixels;
  uint8_t *exif, *xmp, *icc;
  tt_header header;
  uint32_t next_row;
} tt_jxl_reader;

/// The decoder asks for no more than this at once, unless a file was made to do so.
static const size_t max_input = (size_t)256 << 20;

// MARK: Input and errors

/// Gives the decoder the next bytes of the file behind those that it has not used.
static tt_status feed(tt_jxl_reader *reader) {
  size_t left = JxlDecoderReleaseInput(reader->decoder);
  if (left) memmove(reader->input, reader->input + (reader->input_size - left), left);
  if (reader->input_capacity - left < 65536) {
    size_t capacity = reader->input_capacity ? 2 * reader->input_capacity : 1 << 20;
    uint8_t *larger = capacity > max_input ? NULL : realloc(reader->input, capacity);
    if (!larger) return tt_refuse(&reader->state, TT_LIMIT, "the picture is too large or damaged");
    reader->input = larger;
    reader->input_capacity = capacity;
  }
  ssize_t got = tt_read_at(reader->descriptor, reader->input + left, reader->input_capacity - left,
                           (off_t)reader->position);
  if (got < 0) return tt_refuse(&reader->state, TT_IO, strerror(errno));
  reader->position += (uint64_t)got;
  reader->input_size = left + (size_t)got;
  if (!got) return tt_refuse(&reader->state, TT_CORRUPT, "the file ends too early");
  if (JxlDecoderSetInput(reader->decoder, reader->input, reader->input_size) != JXL_DEC_SUCCESS)
    return tt_refuse(&reader->state, TT_CORRUPT, "the picture is damaged");
  return TT_OK;
}

/// Begins at the start of the file.
static tt_status begin(tt_jxl_reader *reader, int events) {
  JxlDecoderReset(reader->decoder);
  reader->position = reader->input_size = 0;
  bool is_set = JxlDecoderSubscribeEvents(reader->decoder, events) == JXL_DEC_SUCCESS &&
                (!(events & JXL_DEC_BOX) || JxlDecoderSetDecompressBoxes(reader->decoder, JXL_TRUE) == JXL_DEC_SUCCESS);
  return is_set ? TT_OK : tt_refuse(&reader->state, TT_LIMIT, "out of memory");
}

static tt_state *open_reader(int descriptor, bool salvages) {
  tt_jxl_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->descriptor = descriptor;
  reader->state.salvages = salvages;
  reader->decoder = JxlDecoderCreate(NULL);
  if (reader->decoder) return &reader->state;
  free(reader);
  return NULL;
}

static void close_reader(tt_state *state) {
  tt_jxl_reader *reader = (tt_jxl_reader *)state;
  JxlDecoderDestroy(reader->decoder);
  free(reader->input);
  free(reader->pixels);
  free(reader->exif);
  free(reader->xmp);
  free(reader->icc);
  free(reader);
}

// MARK: Header

/// A block of metadata that grows while the decoder fills it.
typedef struct {
  uint8_t *bytes;
  size_t capacity, count;
  bool is_exif, is_open;
} open_box;

/// Takes what the decoder has written into a box, which has come to its end.
static void close_box(tt_jxl_reader *reader, open_box *box) {
  if (!box->is_open) return;
  box->is_open = false;
  size_t count = box->capacity - JxlDecoderReleaseBoxBuffer(reader->decoder);
  if (!box->is_exif) {
    reader->xmp = box->bytes;
    reader->header.xmp = (tt_block){box->bytes, count};
    return;
  }
  reader->exif = box->bytes;
  reader->header.exif = tt_boxed_exif((tt_block){box->bytes, count});
}

/// Looks at a box that begins; metadata are taken once of each kind.
static void begin_box(tt_jxl_reader *reader, open_box *box) {
  JxlBoxType type;
  if (JxlDecoderGetBoxType(reader->decoder, type, JXL_TRUE) != JXL_DEC_SUCCESS) return;
  if (memcmp(type, "jbrd", 4) == 0)
    tt_add_note(&reader->state, "the file is a JPEG, packed without loss: 'djxl PHOTO.jxl PHOTO.jpg' gives it back");
  bool is_exif = memcmp(type, "Exif", 4) == 0, is_xmp = memcmp(type, "xml ", 4) == 0;
  if (!(is_exif && !reader->exif) && !(is_xmp && !reader->xmp)) return;
  *box = (open_box){.bytes = malloc(65536), .capacity = 65536, .is_exif = is_exif, .is_open = true};
  if (box->bytes && JxlDecoderSetBoxBuffer(reader->decoder, box->bytes, box->capacity) == JXL_DEC_SUCCESS) return;
  free(box->bytes);
  box->is_open = false;
}

static tt_status grow_box(tt_jxl_reader *reader, open_box *box) {
  size_t left = JxlDecoderReleaseBoxBuffer(reader->decoder);
  size_t filled = box->capacity - left, capacity = 2 * box->capacity;
  uint8_t *larger = capacity > TT_BLOCK_MAX ? NULL : realloc(box->bytes, capacity);
  if (!larger) {
    free(box->bytes);
    box->is_open = false;
    return tt_refuse(&reader->state, TT_LIMIT, "a block of metadata is too large");
  }
  box->bytes = larger;
  box->capacity = capacity;
  JxlDecoderSetBoxBuffer(reader->decoder, larger + filled, capacity - filled);
  return TT_OK;
}

static tt_status read_info(tt_jxl_reader *reader) {
  JxlBasicInfo info;
  if (JxlDecoderGetBasicInfo(reader->decoder, &info) != JXL_DEC_SUCCESS)
    return tt_refuse(&reader->state, TT_CORRUPT, "the picture is damaged");
  if (!info.xsize || !info.ysize || info.xsize > 1u << 30 || info.ysize > 1u << 30)
    return tt_refuse(&reader->state, TT_CORRUPT, "the size of the picture is invalid");
  bool alpha = info.alpha_bits > 0;
  for (uint32_t i = 0; i < info.num_extra_channels; i++) {
    JxlExtraChannelInfo channel;
    if (JxlDecoderGetExtraChannelInfo(reader->decoder, i, &channel) != JXL_DEC_SUCCESS) continue;
    if (channel.type == JXL_CHANNEL_BLACK)
      return tt_refuse(&reader->state, TT_UNSUPPORTED, "CMYK in JPEG XL is not read");
    if (channel.type == JXL_CHANNEL_DEPTH) tt_add_note(&reader->state, "the picture of depth is left out");
    else if (channel.type != JXL_CHANNEL_ALPHA) tt_add_note(&reader->state, "a further channel is left out");
  }
  if (info.have_animation) tt_add_note(&reader->state, "the picture is animated, and its first frame is taken");
  if (info.exponent_bits_per_sample) tt_add_note(&reader->state, "light beyond white is cut off");
  bool wide = info.bits_per_sample > 8 || info.exponent_bits_per_sample;
  reader->is_premultiplied = alpha && info.alpha_premultiplied;
  reader->header = (tt_header){
      .width = info.xsize, .height = info.ysize, .colors = info.num_color_channels == 1 ? TT_GRAY : TT_RGB,
      .alpha = alpha, .depth = wide ? 16 : 8, .components = 3, .across = {1, 1, 1}, .down = {1, 1, 1},
      .orientation = 1, .primaries = 2, .transfer = 2,
      // Floats of all channels, once as coded and once filtered and turned, and the rows.
      .memory = (uint64_t)info.xsize * info.ysize * (alpha ? 48 : 40) + ((uint64_t)32 << 20)};
  return TT_OK;
}

/// Code points of ITU-T H.273 for the colors of the pixels; false where a profile has to say them.
static bool read_code_points(tt_jxl_reader *reader) {
  JxlColorEncoding color;
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
  JxlDecoderStatus status = JxlDecoderGetColorAsEncodedProfile(
      reader->decoder, &reader->format, JXL_COLOR_PROFILE_TARGET_DATA, &color);
#else
  JxlDecoderStatus status =
      JxlDecoderGetColorAsEncodedProfile(reader->decoder, JXL_COLOR_PROFILE_TARGET_DATA, &color);
#endif
  if (status != JXL_DEC_SUCCESS) return false;
  if (color.color_space != JXL_COLOR_SPACE_RGB && color.color_space != JXL_COLOR_SPACE_GRAY) return false;
  uint16_t primaries = 0;
  bool is_daylight = color.white_point == JXL_WHITE_POINT_D65;
  if (color.color_space == JXL_COLOR_SPACE_GRAY || color.primaries == JXL_PRIMARIES_SRGB) primaries = 1;
  else if (color.primaries == JXL_PRIMARIES_2100) primaries = 9;
  else if (color.primaries == JXL_PRIMARIES_P3) primaries = 12;
  bool is_named = color.transfer_function == JXL_TRANSFER_FUNCTION_709 ||
                  color.transfer_function == JXL_TRANSFER_FUNCTION_LINEAR ||
                  color.transfer_function == JXL_TRANSFER_FUNCTION_SRGB ||
                  color.transfer_function == JXL_TRANSFER_FUNCTION_PQ ||
                  color.transfer_function == JXL_TRANSFER_FUNCTION_HLG;
  if (!primaries || !is_daylight || !is_named) return false;
  reader->header.primaries = primaries;
  reader->header.transfer = (uint16_t)color.transfer_function;
  // Eight bits of linear light would leave steps in the shadows.
  if (color.transfer_function == JXL_TRANSFER_FUNCTION_LINEAR) reader->header.depth = 16;
  return true;
}

static void read_profile(tt_jxl_reader *reader) {
  size_t size = 0;
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
  if (JxlDecoderGetICCProfileSize(reader->decoder, &reader->format, JXL_COLOR_PROFILE_TARGET_DATA, &size)) return;
#else
  if (JxlDecoderGetICCProfileSize(reader->decoder, JXL_COLOR_PROFILE_TARGET_DATA, &size)) return;
#endif
  if (!size || size > TT_BLOCK_MAX || !(reader->icc = malloc(size))) return;
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
  JxlDecoderStatus status = JxlDecoderGetColorAsICCProfile(
      reader->decoder, &reader->format, JXL_COLOR_PROFILE_TARGET_DATA, reader->icc, size);
#else
  JxlDecoderStatus status =
      JxlDecoderGetColorAsICCProfile(reader->decoder, JXL_COLOR_PROFILE_TARGET_DATA, reader->icc, size);
#endif
  if (status == JXL_DEC_SUCCESS) reader->header.icc = (tt_block){reader->icc, size};
}

static tt_status read_header(tt_state *state, tt_header *header) {
  tt_jxl_reader *reader = (tt_jxl_reader *)state;
  tt_status status = begin(reader, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_BOX);
  open_box box = {0};
  bool has_info = false, is_done = false;
  while (status == TT_OK && !is_done) {
    switch (JxlDecoderProcessInput(reader->decoder)) {
      case JXL_DEC_NEED_MORE_INPUT:
        status = feed(reader);
        // Boxes behind the picture may be missing; what is missing of the picture is found when it is decoded.
        if (status == TT_CORRUPT && has_info) {
          status = tt_refuse(state, TT_OK, "");
          is_done = true;
        }
        break;
      case JXL_DEC_BASIC_INFO:
        status = read_info(reader);
        has_info = status == TT_OK;
        break;
      case JXL_DEC_COLOR_ENCODING:
        reader->format = (JxlPixelFormat){
            .num_channels = reader->header.alpha ? 4 : 3,
            .data_type = reader->header.depth == 16 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
            .endianness = JXL_NATIVE_ENDIAN};
        if (!read_code_points(reader)) read_profile(reader);
        if (reader->header.depth == 16) reader->format.data_type = JXL_TYPE_UINT16;
        break;
      case JXL_DEC_BOX:
        close_box(reader, &box);
        begin_box(reader, &box);
        break;
      case JXL_DEC_BOX_NEED_MORE_OUTPUT: status = grow_box(reader, &box); break;
      case JXL_DEC_SUCCESS: is_done = true; break;
      default: status = tt_refuse(state, TT_CORRUPT, "the picture is damaged"); break;
    }
  }
  close_box(reader, &box);
  if (status != TT_OK) return status;
  if (!has_info) return tt_refuse(state, TT_CORRUPT, "the file holds no picture");
  *header = reader->header;
  return TT_OK;
}

// MARK: Rows

static tt_status start(tt_state *state) {
  tt_jxl_reader *reader = (tt_jxl_reader *)state;
  tt_status status = begin(reader, JXL_DEC_FULL_IMAGE);
  while (status == TT_OK) {
    size_t size = 0;
    switch (JxlDecoderProcessInput(reader->decoder)) {
      case JXL_DEC_NEED_MORE_INPUT:
        status = feed(reader);
        if (status != TT_CORRUPT || !reader->pixels) break;
        // Nothing is left of a picture of whose first pass a part is missing.
        if (JxlDecoderFlushImage(reader->decoder) != JXL_DEC_SUCCESS) break;
        if (!reader->state.salvages) return tt_refuse(state, TT_LOST, "the file ends too early");
        tt_refuse(state, TT_OK, "");
        reader->state.loss = (tt_loss){.any = true, .row = 0, .stage = 1};
        return TT_OK;
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
        if (JxlDecoderImageOutBufferSize(reader->decoder, &reader->format, &size) != JXL_DEC_SUCCESS ||
            size != (size_t)reader->header.width * reader->header.height * reader->format.num_channels *
                        (reader->header.depth / 8))
          return tt_refuse(state, TT_CORRUPT, "the picture differs from what its header says");
        if (!reader->pixels && !(reader->pixels = calloc(1, size))) return tt_refuse(state, TT_LIMIT, "out of memory");
        if (JxlDecoderSetImageOutBuffer(reader->decoder, &reader->format, reader->pixels, size) != JXL_DEC_SUCCESS)
          return tt_refuse(state, TT_UNSUPPORTED, "the samples are of a kind that is not read");
        break;
      // Of an animation, the first.
      case JXL_DEC_FULL_IMAGE: return TT_OK;
      case JXL_DEC_SUCCESS: return tt_refuse(state, TT_CORRUPT, "the file holds no picture");
      default: return tt_refuse(state, TT_CORRUPT, "the picture is too large or damaged");
    }
  }
  return status;
}

static tt_status read_rows(tt_state *state, uint8_t *rows, size_t stride, uint32_t count) {
  tt_jxl_reader *reader = (tt_jxl_reader *)state;
  if (count > reader->header.height - reader->next_row) return tt_refuse(state, TT_CORRUPT, "there are no more rows");
  size_t bytes = (size_t)reader->header.width * reader->format.num_channels * (reader->header.depth / 8);
  for (uint32_t i = 0; i < count; i++, reader->next_row++) {
    memcpy(rows + i * stride, reader->pixels + reader->next_row * bytes, bytes);
    if (reader->is_premultiplied) tt_unmultiply(rows + i * stride, reader->header.width, reader->header.depth);
  }
  return TT_OK;
}

static const char *version(void) {
  static char text[32];
  uint32_t number = JxlDecoderVersion();
  snprintf(text, sizeof text, "%u.%u.%u", number / 1000000, number / 1000 % 1000, number % 1000);
  return text;
}

const tt_codec tt_jxl_codec = {
  .version = version, .open = open_reader, .header = read_header, .start = start, .rows = read_rows,
  .close = close_reader, .create = tt_whole_create, .begin = tt_whole_begin, .append = tt_whole_append,
  .end = tt_jxl_encode, .destroy = tt_whole_destroy,
};

#endif
