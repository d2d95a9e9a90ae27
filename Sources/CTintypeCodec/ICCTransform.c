#include "ICCProfile.h"

#include <stdlib.h>

struct tt_icc_transform {
  cmsHTRANSFORM transform;
  tt_icc_layout layout;
};

static cmsUInt32Number source_format(tt_icc_layout layout) {
  cmsUInt32Number bytes = BYTES_SH(layout.is_16_bit ? 2u : 1u);
  unsigned alpha = layout.alpha ? 1 : 0;
  switch (layout.samples) {
    case TT_ICC_SAMPLES_RGB: return COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | EXTRA_SH(alpha) | bytes;
    case TT_ICC_SAMPLES_RGB_GRAY: return COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(2 + alpha) | bytes;
    case TT_ICC_SAMPLES_CMYK: return COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | bytes;
    case TT_ICC_SAMPLES_CMYK_INVERTED: return COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | FLAVOR_SH(1) | bytes;
  }
  return 0;
}

tt_icc_transform *tt_icc_transform_create(tt_icc_profile *from, tt_icc_profile *to, tt_icc_layout layout) {
  tt_icc_transform *transform = calloc(1, sizeof *transform);
  if (!transform) return NULL;
  cmsUInt32Number result = COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | EXTRA_SH(layout.alpha ? 1u : 0u) | BYTES_SH(2);
  // NOCACHE: threads would share the cache of the last pixel. HIGHRESPRECALC: 16-bit samples need the finer grid.
  transform->transform = cmsCreateTransformTHR(
    from->context, from->profile, source_format(layout), to->profile, result, TT_ICC_INTENT,
    cmsFLAGS_NOCACHE | cmsFLAGS_HIGHRESPRECALC | cmsFLAGS_BLACKPOINTCOMPENSATION);
  transform->layout = layout;
  if (transform->transform) return transform;
  free(transform);
  return NULL;
}

void tt_icc_transform_destroy(tt_icc_transform *transform) {
  if (!transform) return;
  cmsDeleteTransform(transform->transform);
  free(transform);
}

void tt_icc_transform_run(const tt_icc_transform *transform, const uint8_t *source, uint16_t *result, size_t count) {
  cmsDoTransform(transform->transform, source, result, (cmsUInt32Number)count);
  size_t channels = transform->layout.alpha ? 4 : 3;
  if (transform->layout.samples == TT_ICC_SAMPLES_RGB_GRAY) {
    // Tables may round the channels differently. Copy green, which contributes most to luminance, so gray stays gray.
    for (size_t i = 0; i < count; i++) result[i * channels] = result[i * channels + 2] = result[i * channels + 1];
  }
  if (!transform->layout.alpha) return;
  // Little CMS does not copy extra channels.
  const uint16_t *wide = (const uint16_t *)source;
  for (size_t i = 0; i < count; i++) {
    result[i * 4 + 3] = transform->layout.is_16_bit ? wide[i * 4 + 3] : (uint16_t)(source[i * 4 + 3] * 257);
  }
}
