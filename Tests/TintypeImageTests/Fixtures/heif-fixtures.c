// Writes the HEIC files of this folder:
//   clang heif-fixtures.c -o heif-fixtures -lheif
//   for n in 1 2 3 4 5 6 7 8; do ./heif-fixtures $n 0 8 orientation-$n.heic; done
//   ./heif-fixtures 1 1 8 alpha.heic; ./heif-fixtures 1 0 10 ten-bits.heic; ./heif-fixtures 6 2 8 gain-map.heic
// Each holds the same 24 x 16 pixels, coded without loss but for the way from colors to brightness and back: red rises
// to the right, green downward, blue is a letter F, alpha falls to the right. A file that is turned has camera data and
// XMP with an orientation of 6, which must not count. The last one is turned, and its XMP states the headroom of a gain
// map of Apple's; a test renames alpha.

#include <libheif/heif.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 24, HEIGHT = 16 };

static const unsigned char camera_data[] = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3,
                                            0,   0,   0, 1,  0, 6, 0, 0, 0, 0, 0, 0};
static const char packet[] =
    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
    "<rdf:Description rdf:about=\"\" xmlns:tiff=\"http://ns.adobe.com/tiff/1.0/\" tiff:Orientation=\"6\"/>"
    "</rdf:RDF></x:xmpmeta>";
static const char gain_packet[] =
    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
    "<rdf:Description rdf:about=\"\" xmlns:HDRGainMap=\"http://ns.apple.com/HDRGainMap/1.0/\" "
    "HDRGainMap:HDRGainMapHeadroom=\"4\"/></rdf:RDF></x:xmpmeta>";

static int sample(int x, int y, int channel) {
  bool is_letter = x < 4 || (y < 4 && x < 16) || (y >= 7 && y < 10 && x < 12);
  switch (channel) {
    case 0: return x * 10;
    case 1: return y * 15;
    case 2: return is_letter ? 200 : 0;
    default: return 255 - x * 5;
  }
}

static void check(struct heif_error error) {
  if (!error.code) return;
  fprintf(stderr, "%s\n", error.message);
  exit(1);
}

int main(int count, char **words) {
  if (count != 5) return 64;
  int orientation = atoi(words[1]), alpha = atoi(words[2]), bits = atoi(words[3]);
  bool wide = bits > 8;
  enum heif_chroma words_of = alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
  enum heif_chroma bytes_of = alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
  struct heif_context *context = heif_context_alloc();
  struct heif_encoder *encoder;
  check(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder));
  heif_encoder_set_lossless(encoder, 1);
  heif_encoder_set_parameter(encoder, "chroma", "444");
  struct heif_image *image;
  check(heif_image_create(WIDTH, HEIGHT, heif_colorspace_RGB, wide ? words_of : bytes_of, &image));
  check(heif_image_add_plane(image, heif_channel_interleaved, WIDTH, HEIGHT, bits));
  int stride, channels = alpha ? 4 : 3;
  uint8_t *pixels = heif_image_get_plane(image, heif_channel_interleaved, &stride);
  for (int y = 0; y < HEIGHT; y++) {
    for (int i = 0; i < WIDTH * channels; i++) {
      int value = sample(i / channels, y, i % channels);
      uint8_t *row = pixels + y * stride;
      if (wide) ((uint16_t *)row)[i] = (uint16_t)(value * ((1 << bits) - 1) / 255);
      else row[i] = (uint8_t)value;
    }
  }
  struct heif_color_profile_nclx *colors = heif_nclx_color_profile_alloc();
  colors->color_primaries = 1;
  colors->transfer_characteristics = 13;
  colors->matrix_coefficients = 0;
  colors->full_range_flag = 1;
  struct heif_encoding_options *options = heif_encoding_options_alloc();
  options->output_nclx_profile = colors;
  options->image_orientation = orientation;
  options->save_alpha_channel = alpha;
  struct heif_image_handle *handle;
  check(heif_context_encode_image(context, image, encoder, options, &handle));
  if (alpha > 1) {
    check(heif_context_add_XMP_metadata(context, handle, gain_packet, sizeof gain_packet - 1));
  } else if (orientation > 1) {
    check(heif_context_add_exif_metadata(context, handle, camera_data, sizeof camera_data));
    check(heif_context_add_XMP_metadata(context, handle, packet, sizeof packet - 1));
  }
  check(heif_context_write_to_file(context, words[4]));
  return 0;
}
