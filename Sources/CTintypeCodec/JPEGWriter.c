#include <stdlib.h>
#include <string.h>

#include "JPEGBlocks.h"
#include "JPEGCodec.h"

typedef struct {
  tt_state state;
  struct jpeg_compress_struct codec;
  struct jpeg_error_mgr manager;
  struct jpeg_destination_mgr destination;
  bool in_memory;   // the buffer grows and holds the whole JPEG; else it is written to the descriptor when full
  int descriptor;
  uint8_t *buffer;
  size_t capacity;
  size_t count;     // the bytes of a finished JPEG in memory
  tt_jpeg_move move;
  tt_moved_component moved[MAX_COMPONENTS];
  jvirt_barray_ptr arrays[MAX_COMPONENTS];  // pointers to `moved`, which libjpeg only hands on
} tt_jpeg_writer;

static void init_destination(j_compress_ptr codec) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)codec->client_data;
  writer->destination.next_output_byte = writer->buffer;
  writer->destination.free_in_buffer = writer->capacity;
}

/// libjpeg's contract: the buffer is full, whatever free_in_buffer says.
static boolean empty_output_buffer(j_compress_ptr codec) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)codec->client_data;
  if (!writer->in_memory) {
    tt_write_all(&writer->state, writer->descriptor, writer->buffer, writer->capacity);
    init_destination(codec);
    return TRUE;
  }
  size_t used = writer->capacity;
  uint8_t *larger = realloc(writer->buffer, used * 2);
  if (!larger) tt_fail(&writer->state, TT_LIMIT, "out of memory");
  writer->buffer = larger;
  writer->capacity = used * 2;
  writer->destination.next_output_byte = larger + used;
  writer->destination.free_in_buffer = used;
  return TRUE;
}

static void term_destination(j_compress_ptr codec) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)codec->client_data;
  writer->count = writer->capacity - writer->destination.free_in_buffer;
  if (!writer->in_memory) tt_write_all(&writer->state, writer->descriptor, writer->buffer, writer->count);
}

static tt_state *create(bool in_memory, int descriptor) {
  tt_jpeg_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->in_memory = in_memory;
  writer->descriptor = descriptor;
  writer->capacity = TT_BUFFER_BYTES;
  writer->buffer = malloc(writer->capacity);
  tt_jpeg_install((j_common_ptr)&writer->codec, &writer->manager, &writer->state);
  if (!writer->buffer || setjmp(writer->state.jump)) {
    tt_jpeg_destroy(&writer->state);
    return NULL;
  }
  jpeg_create_compress(&writer->codec);
  writer->codec.mem->max_memory_to_use = 0;  // else the JPEGMEM variable of the environment decides
  writer->destination.init_destination = init_destination;
  writer->destination.empty_output_buffer = empty_output_buffer;
  writer->destination.term_destination = term_destination;
  writer->codec.dest = &writer->destination;
  return &writer->state;
}

tt_state *tt_jpeg_create(int descriptor) { return create(false, descriptor); }

tt_state *tt_jpeg_create_in_memory(void) { return create(true, -1); }

void tt_jpeg_destroy(tt_state *state) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)state;
  jpeg_destroy_compress(&writer->codec);
  free(writer->buffer);
  free(writer);
}

static void set_header(struct jpeg_compress_struct *codec, const tt_settings *settings) {
  codec->write_JFIF_header = settings->jfif;
  codec->JFIF_major_version = settings->jfif_major;
  codec->JFIF_minor_version = settings->jfif_minor;
  codec->density_unit = settings->density_unit;
  codec->X_density = settings->density_x;
  codec->Y_density = settings->density_y;
}

tt_status tt_jpeg_begin(tt_state *state, const tt_settings *settings) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)state;
  if (setjmp(writer->state.jump)) return writer->state.status;
  struct jpeg_compress_struct *codec = &writer->codec;
  jpeg_abort_compress(codec);  // the JPEG before, in memory, may be unfinished
  codec->image_width = settings->width;
  codec->image_height = settings->height;
  codec->input_components = 3;
  codec->in_color_space = JCS_RGB;
  jpeg_set_defaults(codec);
  jpeg_set_colorspace(codec, JCS_YCbCr);
  jpeg_set_quality(codec, settings->quality, TRUE);
  codec->dct_method = JDCT_ISLOW;
  codec->optimize_coding = FALSE;
  codec->comp_info[0].h_samp_factor = settings->across;
  codec->comp_info[0].v_samp_factor = settings->down;
  codec->restart_in_rows = 1;  // bands of MCU rows can be encoded independently
  set_header(codec, settings);
  jpeg_start_compress(codec, TRUE);
  return TT_OK;
}

/// libjpeg asks for block rows as if they were in an array of its own. They are made here, so the result is never whole
/// in memory.
static JBLOCKARRAY moved_rows(
  j_common_ptr codec, jvirt_barray_ptr array, JDIMENSION first, JDIMENSION count, boolean writable
) {
  (void)codec, (void)writable;
  const tt_moved_component *component = (const tt_moved_component *)(const void *)array;
  tt_move_blocks(component, first, count);
  return component->rows;
}

/// Everything about the picture that is the source's, but for its size, its axes and the blocks.
static void copy_parameters(struct jpeg_compress_struct *codec, struct jpeg_decompress_struct *source,
                            const tt_jpeg_move *move) {
  jpeg_copy_critical_parameters(source, codec);
  codec->write_Adobe_marker = source->saw_Adobe_marker;
  codec->optimize_coding = TRUE;
  codec->restart_in_rows = source->restart_interval > 0;
  codec->image_width = move->exchanges_axes ? move->height : move->width;
  codec->image_height = move->exchanges_axes ? move->width : move->height;
#if JPEG_LIB_VERSION >= 70
  codec->jpeg_width = codec->image_width;
  codec->jpeg_height = codec->image_height;
#endif
  for (int i = 0; i < codec->num_components; i++) {
    jpeg_component_info *component = &codec->comp_info[i];
    // A single component has MCUs of one block, whatever its factors.
    if (codec->num_components == 1) component->h_samp_factor = component->v_samp_factor = 1;
    if (!move->exchanges_axes) continue;
    int across = component->h_samp_factor;
    component->h_samp_factor = component->v_samp_factor;
    component->v_samp_factor = across;
  }
  for (int i = 0; i < NUM_QUANT_TBLS; i++) {
    if (codec->quant_tbl_ptrs[i]) tt_move_table(codec->quant_tbl_ptrs[i]->quantval, move);
  }
  if (source->progressive_mode) jpeg_simple_progression(codec);
}

tt_status tt_jpeg_begin_moved(
  tt_state *state, tt_state *reader, const tt_jpeg_move *move, const tt_settings *settings, size_t *bytes
) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)state;
  if (setjmp(writer->state.jump)) return writer->state.status;
  struct jpeg_compress_struct *codec = &writer->codec;
  struct jpeg_decompress_struct *source = tt_jpeg_reader_codec(reader);
  writer->move = *move;
  copy_parameters(codec, source, move);
  set_header(codec, settings);
  for (int i = 0; i < codec->num_components; i++) writer->arrays[i] = (jvirt_barray_ptr)(void *)&writer->moved[i];
  jpeg_write_coefficients(codec, writer->arrays);
  for (int i = 0; i < codec->num_components; i++) {
    jpeg_component_info *component = &codec->comp_info[i];
    // Factors of the source, by which its MCUs are divided into blocks.
    JDIMENSION across = (JDIMENSION)(move->exchanges_axes ? component->v_samp_factor : component->h_samp_factor);
    JDIMENSION down = (JDIMENSION)(move->exchanges_axes ? component->h_samp_factor : component->v_samp_factor);
    int most_across = move->exchanges_axes ? codec->max_v_samp_factor : codec->max_h_samp_factor;
    int most_down = move->exchanges_axes ? codec->max_h_samp_factor : codec->max_v_samp_factor;
    writer->moved[i] = (tt_moved_component){
      .source = tt_jpeg_reader_block_rows(reader, i),
      .left = move->left / (JDIMENSION)(most_across * DCTSIZE) * across,
      .top = move->top / (JDIMENSION)(most_down * DCTSIZE) * down,
      .width = component->width_in_blocks,
      .height = component->height_in_blocks,
      .rows = codec->mem->alloc_barray(
        (j_common_ptr)codec, JPOOL_IMAGE, component->width_in_blocks, (JDIMENSION)component->v_samp_factor),
      .move = &writer->move,
    };
  }
  codec->mem->access_virt_barray = moved_rows;
  *bytes = writer->capacity - writer->destination.free_in_buffer;
  return TT_OK;
}

tt_status tt_jpeg_item(tt_state *state, const uint8_t *marker, const uint8_t *bytes, size_t count) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)state;
  if (setjmp(writer->state.jump)) return writer->state.status;
  jpeg_write_marker(&writer->codec, marker[0], bytes, (unsigned int)count);
  return TT_OK;
}

tt_status tt_jpeg_append(tt_state *state, const uint8_t *rows, size_t stride, uint32_t count) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)state;
  if (setjmp(writer->state.jump)) return writer->state.status;
  uint32_t done = 0;
  while (done < count) {
    JSAMPROW pointers[16];
    uint32_t wanted = count - done < 16 ? count - done : 16;
    for (uint32_t i = 0; i < wanted; i++) pointers[i] = (JSAMPROW)(rows + (size_t)(done + i) * stride);
    done += jpeg_write_scanlines(&writer->codec, pointers, wanted);
  }
  return TT_OK;
}

tt_status tt_jpeg_end(tt_state *state) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)state;
  if (setjmp(writer->state.jump)) return writer->state.status;
  jpeg_finish_compress(&writer->codec);
  return TT_OK;
}

tt_status tt_jpeg_begin_bands(tt_state *state) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)state;
  uint8_t *row = calloc(writer->codec.image_width, 3);
  if (!row) return TT_LIMIT;
  // The first row makes libjpeg write the headers of frame and scan. The row itself is still in libjpeg's buffer.
  tt_status status = tt_jpeg_append(state, row, 0, 1);
  free(row);
  if (status != TT_OK) return status;
  if (setjmp(writer->state.jump)) return writer->state.status;
  term_destination(&writer->codec);
  jpeg_abort_compress(&writer->codec);
  return TT_OK;
}

tt_status tt_jpeg_append_band(tt_state *state, const uint8_t *bytes, size_t count) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)state;
  if (setjmp(writer->state.jump)) return writer->state.status;
  tt_write_all(&writer->state, writer->descriptor, bytes, count);
  return TT_OK;
}

void tt_jpeg_file(const tt_state *state, const uint8_t **bytes, size_t *count) {
  const tt_jpeg_writer *writer = (const tt_jpeg_writer *)state;
  *bytes = writer->buffer;
  *count = writer->count;
}

/// The offset of the entropy-coded data, which follow the first SOS segment.
static size_t header_bytes(const tt_jpeg_writer *writer) {
  size_t place = 2;
  while (place + 4 <= writer->count) {
    int marker = writer->buffer[place + 1];
    place += 2 + ((size_t)writer->buffer[place + 2] << 8 | writer->buffer[place + 3]);
    if (marker == 0xDA) return place;
  }
  return writer->count;
}

/// libjpeg numbers restart markers from 0. In a picture the numbers continue from band to band.
static void count_markers_from(int first, uint8_t *bytes, size_t count) {
  const uint8_t *end = bytes + count;
  while (first && (bytes = memchr(bytes, 0xFF, (size_t)(end - bytes))) && bytes + 1 < end) {
    if ((bytes[1] & 0xF8) == JPEG_RST0) bytes[1] = (uint8_t)(JPEG_RST0 + ((bytes[1] + first) & 7));
    bytes += 2;
  }
}

tt_status tt_jpeg_scan(tt_state *state, int first_marker, const uint8_t **bytes, size_t *count) {
  tt_jpeg_writer *writer = (tt_jpeg_writer *)state;
  if (setjmp(writer->state.jump)) return writer->state.status;
  size_t header = header_bytes(writer);
  if (header + 2 > writer->count) tt_fail(&writer->state, TT_LIMIT, "a band without a scan");
  *bytes = writer->buffer + header;
  *count = writer->count - header - 2;  // without EOI
  count_markers_from(first_marker, writer->buffer + header, *count);
  return TT_OK;
}
