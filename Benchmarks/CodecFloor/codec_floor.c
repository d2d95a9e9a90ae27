// The least that rendering a JPEG into a JPEG can cost: libjpeg-turbo decodes and encodes it in one process, sixteen
// rows at a time, with the settings of the renderer (slow integer DCT, fancy upsampling, standard Huffman tables,
// 4:2:0).
//
//     codec-floor IN.jpg OUT.jpg [QUALITY]
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

enum { STRIP_ROWS = 16 };

int main(int count, char **words) {
  if (count < 3) {
    fprintf(stderr, "usage: codec-floor IN.jpg OUT.jpg [QUALITY]\n");
    return 64;
  }
  FILE *input = fopen(words[1], "rb");
  FILE *output = fopen(words[2], "wb");
  if (!input || !output) {
    perror("codec-floor");
    return 66;
  }
  struct jpeg_error_mgr errors;
  struct jpeg_decompress_struct reader = {.err = jpeg_std_error(&errors)};
  jpeg_create_decompress(&reader);
  jpeg_stdio_src(&reader, input);
  jpeg_read_header(&reader, TRUE);
  reader.out_color_space = JCS_RGB;
  jpeg_start_decompress(&reader);

  struct jpeg_compress_struct writer = {.err = &errors};
  jpeg_create_compress(&writer);
  jpeg_stdio_dest(&writer, output);
  writer.image_width = reader.output_width;
  writer.image_height = reader.output_height;
  writer.input_components = 3;
  writer.in_color_space = JCS_RGB;
  jpeg_set_defaults(&writer);
  jpeg_set_quality(&writer, count > 3 ? atoi(words[3]) : 95, TRUE);
  jpeg_start_compress(&writer, TRUE);

  size_t row_bytes = (size_t)reader.output_width * 3;
  unsigned char *strip = malloc(row_bytes * STRIP_ROWS);
  if (!strip) return 75;
  JSAMPROW rows[STRIP_ROWS];
  for (int i = 0; i < STRIP_ROWS; i++) rows[i] = strip + row_bytes * (size_t)i;
  while (reader.output_scanline < reader.output_height) {
    JDIMENSION wanted = reader.output_height - reader.output_scanline;
    if (wanted > STRIP_ROWS) wanted = STRIP_ROWS;
    for (JDIMENSION got = 0; got < wanted;) got += jpeg_read_scanlines(&reader, rows + got, wanted - got);
    jpeg_write_scanlines(&writer, rows, wanted);
  }
  jpeg_finish_compress(&writer);
  jpeg_finish_decompress(&reader);
  free(strip);
  return fclose(output) == 0 ? 0 : 74;
}
