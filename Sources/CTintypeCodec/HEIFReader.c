#ifdef TINTYPE_HEIF

#include <errno.h>
#include <libheif/heif.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Codec.h"

#if LIBHEIF_NUMERIC_VERSION < 0x010f0000
#error "the trait HEIF needs libheif 1.15 or newer"
#endif

typedef struct {
  tt_state state;
  int descriptor;
  int64_t size, position;
  int read_error;  // errno of a failed pread
  struct heif_context *context;
  struct heif_image_handle *picture;
  struct heif_image *decoded;
  const uint8_t *pixels;
  int pixels_stride, bits;
  bool is_premultiplied, leaves_turning;
  uint8_t *exif, *xmp, *icc;
  tt_patches patches;
  tt_header header;
  uint32_t next_row;
} tt_heif_reader;

// MARK: Input and errors

static int64_t get_position(void *user) { return ((tt_heif_reader *)user)->position; }

static int read_bytes(void *bytes, size_t count, void *user) {
  tt_heif_reader *reader = user;
  for (size_t done = 0; done < count;) {
    ssize_t got = tt_read_patched(
        &reader->patches, reader->descriptor, (char *)bytes + done, count - done,
        (off_t)reader->position);
    if (got < 0) reader->read_error = errno;
    if (got <= 0) return 1;
    done += (size_t)got;
    reader->position += got;
  }
  return 0;
}

static int seek(int64_t position, void *user) {
  tt_heif_reader *reader = user;
  if (position < 0 || position > reader->size) return 1;
  reader->position = position;
  return 0;
}

static enum heif_reader_grow_status wait_for_file_size(int64_t size, void *user) {
  return size > ((tt_heif_reader *)user)->size ? heif_reader_grow_status_size_beyond_eof
                                               : heif_reader_grow_status_size_reached;
}

static const struct heif_reader input = {1, get_position, read_bytes, seek, wait_for_file_size};

/// The status of a call that libheif refused.
static tt_status refused(tt_heif_reader *reader, struct heif_error error) {
  if (reader->read_error) return tt_refuse(&reader->state, TT_IO, strerror(reader->read_error));
  switch (error.code) {
    case heif_error_Memory_allocation_error: return tt_refuse(&reader->state, TT_LIMIT, error.message);
    case heif_error_Unsupported_filetype:
    case heif_error_Unsupported_feature:
    case heif_error_Color_profile_does_not_exist: return tt_refuse(&reader->state, TT_UNSUPPORTED, error.message);
    case heif_error_Decoder_plugin_error:
      return tt_refuse(&reader->state, TT_CORRUPT, "the picture is too large or damaged");
    default: {
      bool is_limit = error.subcode == heif_suberror_Security_limit_exceeded;
      return tt_refuse(&reader->state, is_limit ? TT_LIMIT : TT_CORRUPT, error.message);
    }
  }
}

static tt_state *open_reader(int descriptor, bool salvages) {
  tt_heif_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->descriptor = descriptor;
  reader->state.salvages = salvages;
  reader->size = (int64_t)tt_file_size(descriptor);
  reader->context = heif_context_alloc();
  if (reader->context) return &reader->state;
  free(reader);
  return NULL;
}

static void close_reader(tt_state *state) {
  tt_heif_reader *reader = (tt_heif_reader *)state;
  if (reader->decoded) heif_image_release(reader->decoded);
  if (reader->picture) heif_image_handle_release(reader->picture);
  heif_context_free(reader->context);
  free(reader->exif);
  free(reader->xmp);
  free(reader->icc);
  free(reader);
}

// MARK: Header

/// Reads a block of metadata; none where it is empty or absurd.
static tt_block read_block(tt_heif_reader *reader, heif_item_id id, uint8_t **memory) {
  size_t size = heif_image_handle_get_metadata_size(reader->picture, id);
  if (!size || size > TT_BLOCK_MAX || size > (size_t)reader->size || *memory) return (tt_block){0};
  *memory = malloc(size);
  if (!*memory || heif_image_handle_get_metadata(reader->picture, id, *memory).code) {
    tt_add_note(&reader->state, "left out, because it cannot be read: a block of metadata");
    return (tt_block){0};
  }
  return (tt_block){*memory, size};
}

static void read_metadata(tt_heif_reader *reader) {
  heif_item_id ids[16];
  int count = heif_image_handle_get_list_of_metadata_block_IDs(reader->picture, NULL, ids, 16);
  for (int i = 0; i < count; i++) {
    const char *type = heif_image_handle_get_metadata_type(reader->picture, ids[i]);
    const char *content = heif_image_handle_get_metadata_content_type(reader->picture, ids[i]);
    if (type && strcmp(type, "Exif") == 0 && !reader->header.exif.bytes) {
      reader->header.exif = tt_boxed_exif(read_block(reader, ids[i], &reader->exif));
    } else if (type && strcmp(type, "mime") == 0 && content && strcmp(content, "application/rdf+xml") == 0) {
      if (!reader->header.xmp.bytes) reader->header.xmp = read_block(reader, ids[i], &reader->xmp);
    }
  }
  size_t profile = heif_image_handle_get_raw_color_profile_size(reader->picture);
  if (profile && profile <= TT_BLOCK_MAX && profile <= (size_t)reader->size && (reader->icc = malloc(profile)) &&
      !heif_image_handle_get_raw_color_profile(reader->picture, reader->icc).code)
    reader->header.icc = (tt_block){reader->icc, profile};
  struct heif_color_profile_nclx *colors = NULL;
  reader->header.primaries = reader->header.transfer = 2;
  if (heif_image_handle_get_nclx_color_profile(reader->picture, &colors).code || !colors) return;
  reader->header.primaries = (uint16_t)colors->color_primaries;
  reader->header.transfer = (uint16_t)colors->transfer_characteristics;
  heif_nclx_color_profile_free(colors);
}

/// Apple's name is urn:com:apple:photo:2020:aux:hdrgainmap.
static bool is_gain_map(const char *type) { return strstr(type, "hdrgainmap") != NULL; }

/// Notes what the auxiliary pictures are, alpha and depth excepted; or notes nothing and returns the gain map among
/// them, which the caller releases.
static struct heif_image_handle *look_at_auxiliary(tt_heif_reader *reader, bool wants_gain_map) {
  heif_item_id ids[16];
  int filter = LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA | LIBHEIF_AUX_IMAGE_FILTER_OMIT_DEPTH;
  int count = heif_image_handle_get_list_of_auxiliary_image_IDs(reader->picture, filter, ids, 16);
  for (int i = 0; i < count; i++) {
    struct heif_image_handle *other = NULL;
    const char *type = NULL;
    if (heif_image_handle_get_auxiliary_image_handle(reader->picture, ids[i], &other).code) continue;
    bool is_map = false;
    if (!heif_image_handle_get_auxiliary_type(other, &type).code && type) {
      is_map = is_gain_map(type);
      if (is_map) reader->header.gain_map = true;
      else if (!wants_gain_map)
        tt_add_note(&reader->state, strstr(type, "matte") ? "a matte is left out" : "an auxiliary picture is left out");
      heif_image_handle_free_auxiliary_types(other, &type);
    }
    if (is_map && wants_gain_map) return other;
    heif_image_handle_release(other);
  }
  return NULL;
}

/// Takes the gain map beside the picture in its place.
static bool take_gain_map(tt_heif_reader *reader) {
  struct heif_image_handle *map = look_at_auxiliary(reader, true);
  if (!map) return false;
  heif_image_handle_release(reader->picture);
  reader->picture = map;
  return true;
}

/// Names the pictures beside the picture.
static void note_other_pictures(tt_heif_reader *reader) {
  if (heif_context_get_number_of_top_level_images(reader->context) > 1)
    tt_add_note(&reader->state, "the file has further pictures, and the primary one is taken");
  if (heif_image_handle_has_depth_image(reader->picture))
    tt_add_note(&reader->state, "the picture of depth is left out");
  look_at_auxiliary(reader, false);
}

/// Decodes the picture as it is coded, which `orientation` turns.
static void leave_turning(tt_heif_reader *reader, uint8_t orientation) {
  reader->leaves_turning = true;
  reader->header.orientation = orientation;
  // libheif's own writer states the turned size in ispe, so that says nothing of what is coded.
  if (orientation < 5) return;
  uint32_t width = reader->header.width;
  reader->header.width = reader->header.height;
  reader->header.height = width;
}

static tt_status read_header(tt_state *state, tt_header *header) {
  tt_heif_reader *reader = (tt_heif_reader *)state;
  reader->patches = header->patches;
  struct heif_error error = heif_context_read_from_reader(reader->context, &input, reader, NULL);
  if (error.code) return refused(reader, error);
  error = heif_context_get_primary_image_handle(reader->context, &reader->picture);
  if (error.code) return refused(reader, error);
  if (header->gain_map && !take_gain_map(reader)) return tt_refuse(state, TT_UNSUPPORTED, "there is no gain map");
  int width = heif_image_handle_get_width(reader->picture), height = heif_image_handle_get_height(reader->picture);
  reader->bits = heif_image_handle_get_luma_bits_per_pixel(reader->picture);
  int coded_width = heif_image_handle_get_ispe_width(reader->picture);
  int coded_height = heif_image_handle_get_ispe_height(reader->picture);
  // ISO/IEC 23008-12, 6.5.3: every picture has this box.
  if (width <= 0 || height <= 0 || coded_width <= 0 || coded_height <= 0)
    return tt_refuse(state, TT_CORRUPT, "the file does not state the picture's size (box 'ispe')");
  if (reader->bits < 8 || reader->bits > 16)
    return tt_refuse(state, TT_UNSUPPORTED, "the depth of the samples is not read");
  reader->is_premultiplied = heif_image_handle_is_premultiplied_alpha(reader->picture);
  bool alpha = heif_image_handle_has_alpha_channel(reader->picture);
  uint64_t sample = reader->bits > 8 ? 2 : 1;
  uint64_t coded = (uint64_t)coded_width * (uint64_t)coded_height, shown = (uint64_t)width * (uint64_t)height;
  reader->header = (tt_header){
      .width = (uint32_t)width, .height = (uint32_t)height, .alpha = alpha, .depth = reader->bits > 8 ? 16 : 8,
      .components = 3, .across = {2, 1, 1}, .down = {2, 1, 1}, .orientation = 1,
      // Brightness and color in full resolution, once as coded and once turned, and the rows.
      .memory = (coded > shown ? coded : shown) * sample * (alpha ? 12 : 10) + ((uint64_t)8 << 20)};
  read_metadata(reader);
  if (!header->gain_map) note_other_pictures(reader);
  if (header->orientation) leave_turning(reader, header->orientation);
  *header = reader->header;
  return TT_OK;
}

// MARK: Rows

static tt_status start(tt_state *state) {
  tt_heif_reader *reader = (tt_heif_reader *)state;
  bool wide = reader->header.depth == 16, alpha = reader->header.alpha;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  enum heif_chroma words = alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
#else
  enum heif_chroma words = alpha ? heif_chroma_interleaved_RRGGBBAA_BE : heif_chroma_interleaved_RRGGBB_BE;
#endif
  enum heif_chroma bytes = alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
  struct heif_decoding_options *options = heif_decoding_options_alloc();
  if (!options) return tt_refuse(state, TT_LIMIT, "out of memory");
  options->ignore_transformations = reader->leaves_turning;
  struct heif_error error =
      heif_decode_image(reader->picture, &reader->decoded, heif_colorspace_RGB, wide ? words : bytes, options);
  heif_decoding_options_free(options);
  if (error.code) return refused(reader, error);
  if (heif_image_get_decoding_warnings(reader->decoded, 0, NULL, 0) > 0) {
    if (!reader->state.salvages) return tt_refuse(state, TT_LOST, "a part of the picture is missing or damaged");
    reader->state.loss = (tt_loss){.any = true, .row = 0, .stage = 1};
  }
  reader->pixels = heif_image_get_plane_readonly(reader->decoded, heif_channel_interleaved, &reader->pixels_stride);
  reader->bits = heif_image_get_bits_per_pixel_range(reader->decoded, heif_channel_interleaved);
  int width = heif_image_get_width(reader->decoded, heif_channel_interleaved);
  int height = heif_image_get_height(reader->decoded, heif_channel_interleaved);
  if (!reader->pixels || width != (int)reader->header.width || height != (int)reader->header.height ||
      (wide ? reader->bits < 9 || reader->bits > 16 : reader->bits != 8 && reader->bits != 24 && reader->bits != 32))
    return tt_refuse(state, TT_CORRUPT, "the picture differs from what its boxes say");
  return TT_OK;
}

static tt_status read_rows(tt_state *state, uint8_t *rows, size_t stride, uint32_t count) {
  tt_heif_reader *reader = (tt_heif_reader *)state;
  if (count > reader->header.height - reader->next_row) return tt_refuse(state, TT_CORRUPT, "there are no more rows");
  const size_t channels = reader->header.alpha ? 4 : 3, samples = channels * reader->header.width;
  for (uint32_t i = 0; i < count; i++, reader->next_row++) {
    const uint8_t *from = reader->pixels + (size_t)reader->next_row * (size_t)reader->pixels_stride;
    uint8_t *to = rows + i * stride;
    if (reader->header.depth == 8) {
      memcpy(to, from, samples);
    } else {
      const uint32_t most = (1u << reader->bits) - 1;
      for (size_t s = 0; s < samples; s++) {
        uint32_t value = ((const uint16_t *)from)[s];
        ((uint16_t *)to)[s] = (uint16_t)(((value > most ? most : value) * 65535u + most / 2) / most);
      }
    }
    if (reader->is_premultiplied && channels == 4) tt_unmultiply(to, reader->header.width, reader->header.depth);
  }
  return TT_OK;
}

static void prepare(void) { heif_init(NULL); }

const tt_codec tt_heif_codec = {
  .version = heif_get_version, .prepare = prepare, .open = open_reader, .header = read_header, .start = start,
  .rows = read_rows, .close = close_reader,
};

#endif
