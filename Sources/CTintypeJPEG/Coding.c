#include "Coding.h"

void tt_jpeg_settings_apply(const tt_jpeg_settings *settings, struct jpeg_compress_struct *codec) {
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
  codec->restart_in_rows = 1;  // so that bands of rows can be encoded on their own
  codec->write_JFIF_header = settings->jfif;
  codec->JFIF_major_version = settings->jfif_major;
  codec->JFIF_minor_version = settings->jfif_minor;
  codec->density_unit = settings->density_unit;
  codec->X_density = settings->density_x;
  codec->Y_density = settings->density_y;
}

void tt_jpeg_write_rows(struct jpeg_compress_struct *codec, const uint8_t *rows, size_t stride, uint32_t count) {
  uint32_t done = 0;
  while (done < count) {
    JSAMPROW pointers[16];
    uint32_t wanted = count - done < 16 ? count - done : 16;
    for (uint32_t i = 0; i < wanted; i++) pointers[i] = (JSAMPROW)(rows + (size_t)(done + i) * stride);
    done += jpeg_write_scanlines(codec, pointers, wanted);
  }
}
