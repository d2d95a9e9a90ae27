#include <stddef.h>

#include "Codec.h"

const tt_codec *tt_codec_of(tt_format format) {
  switch (format) {
    case TT_JPEG: return &tt_jpeg_codec;
    case TT_PNG: return &tt_png_codec;
#ifdef TINTYPE_TIFF
    case TT_TIFF: return &tt_tiff_codec;
#endif
#ifdef TINTYPE_HEIF
    case TT_HEIF: return &tt_heif_codec;
#endif
#ifdef TINTYPE_AVIF
    case TT_AVIF: return &tt_avif_codec;
#endif
#ifdef TINTYPE_JXL
    case TT_JXL: return &tt_jxl_codec;
#endif
#ifdef TINTYPE_EXR
    case TT_EXR: return &tt_exr_codec;
#endif
#ifdef TINTYPE_RAW
    case TT_RAW: return &tt_raw_codec;
#endif
    default: return NULL;
  }
}
