#include <stdlib.h>
#include <string.h>

#include "JPEGBlocks.h"
#include "JPEGCodec.h"

#include <jerror.h>

typedef struct tt_jpeg_reader tt_jpeg_reader;

struct tt_jpeg_reader {
  tt_state state;
  struct jpeg_decompress_struct codec;
  struct jpeg_error_mgr manager;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  int descriptor;
  off_t start;  // of the picture in the file
  off_t offset;
  off_t end;  // the end of the data that can be salvaged
  bool in_header;
  bool multiple_scans;  // copied, because libjpeg does not answer after the end
  bool refined;         // copied too: every coefficient has all its bits
  bool past_end;        // libjpeg asked for bytes behind the end of the data
  tt_loss end_of_data;  // the decoder's position at that moment
  JBLOCKROW *block_rows[MAX_COMPONENTS];  // of all blocks, once they are read
  uint8_t buffer[TT_BUFFER_BYTES];
};

static void init_source(j_decompress_ptr codec) { (void)codec; }
static void term_source(j_decompress_ptr codec) { (void)codec; }

static boolean fill_input_buffer(j_decompress_ptr codec) {
  tt_jpeg_reader *reader = (tt_jpeg_reader *)codec->client_data;
  size_t wanted = sizeof reader->buffer;
  if (reader->offset >= reader->end) wanted = 0;
  else if ((off_t)wanted > reader->end - reader->offset) wanted = (size_t)(reader->end - reader->offset);
  ssize_t count = tt_read_at(reader->descriptor, reader->buffer, wanted, reader->offset);
  if (count < 0) tt_fail_errno(&reader->state);
  if (count == 0) {
    if (reader->in_header) tt_fail(&reader->state, TT_CORRUPT, "the file ends inside its header");
    // The entropy decoder reads ahead of what it needs. An invented end marker lets it finish a picture of which only
    // the end marker is missing; where data is missing it warns, and the warning is an error here.
    if (!reader->past_end) reader->end_of_data = tt_jpeg_place(&reader->codec);
    reader->past_end = true;
    reader->buffer[0] = 0xFF;
    reader->buffer[1] = JPEG_EOI;
    count = 2;
  }
  reader->offset += count;
  reader->source.next_input_byte = reader->buffer;
  reader->source.bytes_in_buffer = (size_t)count;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr codec, long count) {
  tt_jpeg_reader *reader = (tt_jpeg_reader *)codec->client_data;
  if (count <= 0) return;
  size_t wanted = (size_t)count;
  if (wanted <= reader->source.bytes_in_buffer) {
    reader->source.next_input_byte += wanted;
    reader->source.bytes_in_buffer -= wanted;
    return;
  }
  reader->offset += (off_t)(wanted - reader->source.bytes_in_buffer);
  reader->source.bytes_in_buffer = 0;
}

/// libjpeg calls it between the rows of a scan. A scan costs a file a few bytes, and a decoder a pass over all
/// coefficients.
static void progress_monitor(j_common_ptr common) {
  tt_jpeg_reader *reader = (tt_jpeg_reader *)common->client_data;
  if (reader->codec.input_scan_number > TT_SCANS_MAX) {
    tt_fail(&reader->state, TT_LIMIT, "more than 100 scans");
  }
}

static void close_reader(tt_state *state) {
  tt_jpeg_reader *reader = (tt_jpeg_reader *)state;
  for (int i = 0; i < MAX_COMPONENTS; i++) free(reader->block_rows[i]);
  jpeg_destroy_decompress(&reader->codec);
  free(reader);
}

static tt_state *open_reader(int descriptor, bool salvages) {
  tt_jpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->descriptor = descriptor;
  reader->end = INT64_MAX;
  reader->state.salvages = salvages;
  tt_jpeg_install((j_common_ptr)&reader->codec, &reader->manager, &reader->state);
  if (setjmp(reader->state.jump)) {
    close_reader(&reader->state);
    return NULL;
  }
  jpeg_create_decompress(&reader->codec);
  reader->codec.mem->max_memory_to_use = 0;  // else the JPEGMEM variable of the environment decides
  reader->source.init_source = init_source;
  reader->source.fill_input_buffer = fill_input_buffer;
  reader->source.skip_input_data = skip_input_data;
  reader->source.resync_to_restart = jpeg_resync_to_restart;
  reader->source.term_source = term_source;
  reader->codec.src = &reader->source;
  reader->progress.progress_monitor = progress_monitor;
  reader->codec.progress = &reader->progress;
  return &reader->state;
}

static bool has_inks(J_COLOR_SPACE space) { return space == JCS_CMYK || space == JCS_YCCK; }

/// The 8 x 8 blocks of all components, without padding or padded to whole MCUs.
static uint64_t count_blocks(const tt_header *header, unsigned most_across, unsigned most_down, bool is_padded) {
  uint64_t sum = 0;
  for (int i = 0; i < header->components; i++) {
    const unsigned across = header->across[i], down = header->down[i];
    uint64_t columns = ((uint64_t)header->width * across + 8 * most_across - 1) / (8 * most_across);
    uint64_t rows = ((uint64_t)header->height * down + 8 * most_down - 1) / (8 * most_down);
    if (is_padded) columns = (columns + across - 1) / across * across;
    if (is_padded) rows = (rows + down - 1) / down * down;
    sum += columns * rows;
  }
  return sum;
}

static void describe(const tt_jpeg_reader *reader, tt_header *header) {
  const struct jpeg_decompress_struct *codec = &reader->codec;
  *header = (tt_header){.width = codec->image_width, .height = codec->image_height, .depth = 8,
                        .components = (uint8_t)codec->num_components};
  if (codec->jpeg_color_space == JCS_GRAYSCALE) header->colors = TT_GRAY;
  // Programs that write Adobe's marker store inks inverted, as Adobe does.
  if (has_inks(codec->jpeg_color_space)) header->colors = codec->saw_Adobe_marker ? TT_INVERTED_INKS : TT_INKS;
  unsigned most_across = 1, most_down = 1;
  for (int i = 0; i < codec->num_components; i++) {
    header->across[i] = (uint8_t)codec->comp_info[i].h_samp_factor;
    header->down[i] = (uint8_t)codec->comp_info[i].v_samp_factor;
    if (header->across[i] > most_across) most_across = header->across[i];
    if (header->down[i] > most_down) most_down = header->down[i];
  }
  // Strips of samples and of upsampled rows, and the descriptor's buffer.
  const uint64_t mcu_row = 8 * most_down;
  const uint64_t strips =
    ((uint64_t)header->width + 64) * (6 * mcu_row * header->components / 3 + 3 * mcu_row) + (256 << 10);
  const uint64_t coefficients = count_blocks(header, most_across, most_down, true) * sizeof(JBLOCK);
  header->memory = reader->multiple_scans ? strips + coefficients : strips;
  // A block takes at least 2 bits, a DC code and an end of block, or 1 bit in the first scan of a progressive picture.
  // Arithmetic coding has no such minimum.
  const uint64_t blocks = count_blocks(header, most_across, most_down, false);
  if (!codec->arith_code) header->least_bytes = blocks * (codec->progressive_mode ? 1 : 2) / 8;
  // A file of one component is not interleaved: its MCUs are blocks. Moving them takes all coefficients, and rows of
  // both files.
  header->block_width = (uint8_t)(header->components == 1 ? 8 : 8 * most_across);
  header->block_height = (uint8_t)(header->components == 1 ? 8 : 8 * most_down);
  header->block_memory = strips * 2 + coefficients;
}

static tt_status read_header(tt_state *state, tt_header *header) {
  tt_jpeg_reader *reader = (tt_jpeg_reader *)state;
  if (setjmp(reader->state.jump)) return reader->state.status;
  struct jpeg_decompress_struct *codec = &reader->codec;
  if (header->start) reader->start = reader->offset = (off_t)header->start;
  reader->in_header = true;
  jpeg_read_header(codec, TRUE);
  reader->in_header = false;
  reader->multiple_scans = jpeg_has_multiple_scans(codec);
  const J_COLOR_SPACE space = codec->jpeg_color_space;
  if ((space != JCS_GRAYSCALE && space != JCS_RGB && space != JCS_YCbCr && !has_inks(space)) ||
      codec->num_components > 4) {
    char message[TT_TEXT_MAX];
    snprintf(message, sizeof message, "a JPEG with %d components is not read", codec->num_components);
    return tt_refuse(state, TT_UNSUPPORTED, message);
  }
  describe(reader, header);
  return TT_OK;
}

/// Whether every coefficient of a progressive picture has all its bits.
static bool is_refined(const struct jpeg_decompress_struct *codec) {
  for (int i = 0; codec->coef_bits && i < codec->num_components; i++) {
    for (int k = 0; k < DCTSIZE2; k++) {
      if (codec->coef_bits[i][k] != 0) return false;
    }
  }
  return true;
}

/// Fails, or records that all data after the current position are lost.
static void lose_rest(tt_jpeg_reader *reader, const char *message) {
  if (!reader->state.salvages) tt_fail(&reader->state, TT_LOST, message);
  if (reader->state.loss.any) return;
  reader->state.loss = reader->end_of_data;
  if (!reader->codec.arith_code) {  // a Huffman scan is complete, or libjpeg had warned
    reader->state.loss = (tt_loss){.any = true, .stage = reader->codec.input_scan_number + 1};
  }
}

/// A missing end marker is harmless if nothing else can be missing. Huffman decoding warns when a scan is short;
/// arithmetic decoding does not. Only coefficients without all their bits show that more scans should follow.
static void check_scans_ended(tt_jpeg_reader *reader) {
  if (!reader->past_end) return;
  if (reader->codec.arith_code || !reader->refined) lose_rest(reader, "a part of the picture is missing");
}

/// libjpeg paints a component that is in no scan mid gray, without a warning.
static void check_components_present(tt_jpeg_reader *reader) {
  struct jpeg_decompress_struct *codec = &reader->codec;
  for (int i = 0; i < codec->num_components; i++) {
    bool absent = codec->comp_info[i].quant_table == NULL;
    if (codec->coef_bits && codec->coef_bits[i][0] < 0) absent = true;
    // Without lightness there is no picture to salvage.
    if (absent && i == 0) tt_fail(&reader->state, TT_CORRUPT, "the picture itself is missing");
    if (absent) lose_rest(reader, "a part of the picture is missing");
  }
}

static tt_status scale(tt_state *state, uint32_t eighths, uint32_t *width, uint32_t *height) {
  tt_jpeg_reader *reader = (tt_jpeg_reader *)state;
  if (setjmp(reader->state.jump)) return reader->state.status;
  reader->codec.scale_num = eighths;
  reader->codec.scale_denom = 8;
  jpeg_calc_output_dimensions(&reader->codec);
  *width = reader->codec.output_width;
  *height = reader->codec.output_height;
  return TT_OK;
}

/// The offset of the last marker before `place`, restart markers excepted; that of the picture for none.
static off_t marker_before(tt_jpeg_reader *reader, off_t place) {
  off_t start = place - reader->start > (off_t)sizeof reader->buffer ? place - (off_t)sizeof reader->buffer
                                                                     : reader->start;
  ssize_t count = tt_read_at(reader->descriptor, reader->buffer, (size_t)(place - start), start);
  for (ssize_t i = count - 2; i >= 0; i--) {
    int next = reader->buffer[i + 1];
    if (reader->buffer[i] == 0xFF && next != 0 && next != 0xFF && (next & 0xF8) != JPEG_RST0) return start + i;
  }
  return reader->start;
}

/// Truncates the data at the last marker before the error and rewinds; false if nothing would be left.
static bool truncate_before_error(tt_jpeg_reader *reader) {
  tt_state *state = &reader->state;
  if (!state->salvages || state->status != TT_CORRUPT) return false;
  off_t place = reader->offset - (off_t)reader->source.bytes_in_buffer;
  off_t end = marker_before(reader, place < reader->end ? place : reader->end);
  if (end == reader->start) return false;
  jpeg_abort_decompress(&reader->codec);
  reader->end = end;
  reader->offset = reader->start;
  reader->past_end = false;
  reader->source.bytes_in_buffer = 0;
  state->warning_count = 0;
  state->loss.any = false;
  return true;
}

/// Reads the header again after `truncate_before_error`, and checks that the size is the same.
static tt_status read_again(tt_jpeg_reader *reader) {
  unsigned eighths = reader->codec.scale_num * 8 / reader->codec.scale_denom;
  const JDIMENSION width = reader->codec.image_width, height = reader->codec.image_height;
  const int components = reader->codec.num_components;
  tt_header header = {0};
  tt_status status = read_header(&reader->state, &header);
  if (status == TT_OK && (reader->codec.image_width != width || reader->codec.image_height != height ||
                               reader->codec.num_components != components)) {
    snprintf(reader->state.message, sizeof reader->state.message, "the file changed while it was read");
    return TT_CORRUPT;
  }
  reader->codec.scale_num = eighths;
  reader->codec.scale_denom = 8;
  return status;
}

static tt_status start_once(tt_jpeg_reader *reader) {
  if (setjmp(reader->state.jump)) return reader->state.status;
  struct jpeg_decompress_struct *codec = &reader->codec;
  bool inks = has_inks(codec->jpeg_color_space);
  codec->out_color_space = inks ? JCS_CMYK : JCS_RGB;
  codec->dct_method = JDCT_ISLOW;
  codec->do_fancy_upsampling = TRUE;
  jpeg_start_decompress(codec);
  if (codec->output_components != (inks ? 4 : 3)) {
    tt_fail(&reader->state, TT_UNSUPPORTED, "the colors have another number than they should");
  }
  reader->refined = is_refined(codec);
  if (reader->multiple_scans) {
    check_scans_ended(reader);
    check_components_present(reader);
  }
  return TT_OK;
}

static tt_status start(tt_state *state) {
  tt_jpeg_reader *reader = (tt_jpeg_reader *)state;
  tt_status status = start_once(reader);
  for (int tries = 0; tries < TT_CUTS_MAX && status == TT_CORRUPT; tries++) {
    if (!truncate_before_error(reader)) return status;
    status = read_again(reader);
    if (status == TT_OK) status = start_once(reader);
  }
  return status;
}

static tt_status read_rows(tt_state *state, uint8_t *rows, size_t stride, uint32_t count) {
  tt_jpeg_reader *reader = (tt_jpeg_reader *)state;
  if (setjmp(reader->state.jump)) return reader->state.status;
  uint32_t done = 0;
  while (done < count) {
    JSAMPROW pointers[8];
    uint32_t wanted = count - done < 8 ? count - done : 8;
    for (uint32_t i = 0; i < wanted; i++) pointers[i] = rows + (size_t)(done + i) * stride;
    uint32_t got = jpeg_read_scanlines(&reader->codec, pointers, wanted);
    if (got == 0) tt_fail(&reader->state, TT_CORRUPT, "a part of the picture is missing");
    done += got;
  }
  return TT_OK;
}

static tt_status finish(tt_state *state) {
  tt_jpeg_reader *reader = (tt_jpeg_reader *)state;
  if (setjmp(reader->state.jump)) {
    // All rows are decoded, and the picture ends with them.
    bool is_harmless = reader->state.salvages && reader->state.status == TT_CORRUPT;
    if (is_harmless) tt_add_note(&reader->state, reader->state.message);
    return is_harmless ? TT_OK : reader->state.status;
  }
  jpeg_finish_decompress(&reader->codec);
  check_scans_ended(reader);
  if (reader->past_end && !reader->state.loss.any) {
    tt_add_note(&reader->state, "the end marker is missing");
  }
  return TT_OK;
}

/// A component is quantized by the table of its first scan. A later one in the same slot would be written in its place.
static void check_tables_stay(tt_jpeg_reader *reader) {
  struct jpeg_decompress_struct *codec = &reader->codec;
  for (int i = 0; i < codec->num_components; i++) {
    const JQUANT_TBL *own = codec->comp_info[i].quant_table;
    const JQUANT_TBL *slot = codec->quant_tbl_ptrs[codec->comp_info[i].quant_tbl_no];
    if (!own || !slot || memcmp(own->quantval, slot->quantval, sizeof own->quantval) != 0) {
      tt_fail(&reader->state, TT_UNSUPPORTED, "its quantization changes between scans");
    }
  }
}

tt_status tt_jpeg_read_blocks(tt_state *state) {
  tt_jpeg_reader *reader = (tt_jpeg_reader *)state;
  if (setjmp(reader->state.jump)) return reader->state.status;
  struct jpeg_decompress_struct *codec = &reader->codec;
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(codec);
  reader->refined = is_refined(codec);
  check_scans_ended(reader);
  check_components_present(reader);
  check_tables_stay(reader);
  if (reader->past_end) tt_add_note(&reader->state, "the end marker is missing");
  for (int i = 0; i < codec->num_components; i++) {
    JDIMENSION count = codec->comp_info[i].height_in_blocks;
    reader->block_rows[i] = malloc(count * sizeof(JBLOCKROW));
    if (!reader->block_rows[i]) tt_fail(&reader->state, TT_LIMIT, "out of memory");
    for (JDIMENSION row = 0; row < count; row++) {
      // Without a backing store all rows stay where they are.
      reader->block_rows[i][row] =
        codec->mem->access_virt_barray((j_common_ptr)codec, arrays[i], row, 1, FALSE)[0];
    }
  }
  return TT_OK;
}

struct jpeg_decompress_struct *tt_jpeg_reader_codec(tt_state *reader) { return &((tt_jpeg_reader *)reader)->codec; }

JBLOCKROW *tt_jpeg_reader_block_rows(tt_state *reader, int component) {
  return ((tt_jpeg_reader *)reader)->block_rows[component];
}

const tt_codec tt_jpeg_codec = {
  .version = tt_jpeg_version, .open = open_reader, .header = read_header, .scale = scale, .start = start,
  .rows = read_rows, .finish = finish, .close = close_reader, .create = tt_jpeg_create, .begin = tt_jpeg_begin,
  .item = tt_jpeg_item, .append = tt_jpeg_append, .end = tt_jpeg_end, .destroy = tt_jpeg_destroy,
};
