#include "CTestJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf jump;
} failure;

static void error_exit(j_common_ptr codec) { longjmp(((failure *)codec->err)->jump, 1); }
static void say_nothing(j_common_ptr codec) { (void)codec; }

uint8_t *test_jpeg_encode(const test_jpeg_recipe *recipe, const uint8_t *samples, size_t *length) {
  struct jpeg_compress_struct codec;
  failure failed;
  unsigned char *bytes = NULL;
  unsigned long count = 0;
  codec.err = jpeg_std_error(&failed.manager);
  failed.manager.error_exit = error_exit;
  failed.manager.output_message = say_nothing;
  if (setjmp(failed.jump)) {
    jpeg_destroy_compress(&codec);
    return NULL;
  }
  jpeg_create_compress(&codec);
  jpeg_mem_dest(&codec, &bytes, &count);
  int channels = recipe->colors == TEST_JPEG_GRAY ? 1 : recipe->colors >= TEST_JPEG_CMYK ? 4 : 3;
  codec.image_width = recipe->width;
  codec.image_height = recipe->height;
  codec.input_components = channels;
  codec.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 4 ? JCS_CMYK : JCS_RGB;
  jpeg_set_defaults(&codec);
  switch (recipe->colors) {
    case TEST_JPEG_GRAY: jpeg_set_colorspace(&codec, JCS_GRAYSCALE); break;
    case TEST_JPEG_YCC: jpeg_set_colorspace(&codec, JCS_YCbCr); break;
    case TEST_JPEG_RGB: jpeg_set_colorspace(&codec, JCS_RGB); break;
    case TEST_JPEG_CMYK: jpeg_set_colorspace(&codec, JCS_CMYK); break;
    case TEST_JPEG_YCCK: jpeg_set_colorspace(&codec, JCS_YCCK); break;
  }
  jpeg_set_quality(&codec, 90, TRUE);
  if (recipe->across > 0) codec.comp_info[0].h_samp_factor = recipe->across;
  if (recipe->down > 0) codec.comp_info[0].v_samp_factor = recipe->down;
  codec.arith_code = recipe->arithmetic;
  codec.restart_in_rows = recipe->restart_rows;
  codec.restart_interval = recipe->restart_interval;
  jpeg_scan_info scans[4];
  if (recipe->progressive) jpeg_simple_progression(&codec);
  if (recipe->separate_scans) {
    for (int i = 0; i < channels; i++) {
      scans[i] = (jpeg_scan_info){.comps_in_scan = 1, .component_index = {i}, .Ss = 0, .Se = 63};
    }
    codec.scan_info = scans;
    codec.num_scans = channels;
  }
  jpeg_start_compress(&codec, TRUE);
  while (codec.next_scanline < codec.image_height) {
    JSAMPROW row = (JSAMPROW)samples + (size_t)codec.next_scanline * recipe->width * channels;
    jpeg_write_scanlines(&codec, &row, 1);
  }
  jpeg_finish_compress(&codec);
  jpeg_destroy_compress(&codec);
  *length = count;
  return bytes;
}

uint8_t *test_jpeg_decode(const uint8_t *bytes, size_t length, int *width, int *height) {
  struct jpeg_decompress_struct codec;
  failure failed;
  uint8_t *volatile rows = NULL;
  codec.err = jpeg_std_error(&failed.manager);
  failed.manager.error_exit = error_exit;
  failed.manager.output_message = say_nothing;
  if (setjmp(failed.jump)) {
    jpeg_destroy_decompress(&codec);
    free(rows);
    return NULL;
  }
  jpeg_create_decompress(&codec);
  jpeg_mem_src(&codec, bytes, length);
  jpeg_read_header(&codec, TRUE);
  codec.out_color_space = JCS_RGB;
  jpeg_start_decompress(&codec);
  *width = codec.output_width;
  *height = codec.output_height;
  rows = malloc((size_t)codec.output_width * codec.output_height * 3);
  while (codec.output_scanline < codec.output_height) {
    JSAMPROW row = rows + (size_t)codec.output_scanline * codec.output_width * 3;
    jpeg_read_scanlines(&codec, &row, 1);
  }
  jpeg_finish_decompress(&codec);
  jpeg_destroy_decompress(&codec);
  return rows;
}
