#include "ICCProfile.h"

#include <stdlib.h>
#include <string.h>

static void ignore_errors(cmsContext context, cmsUInt32Number code, const char *text) {
  (void)context, (void)code, (void)text;
}

/// Removes the floating-point DToB tags, which Little CMS prefers to all others. They may be chains of any length: a
/// hundred thousand elements for each of some hundred thousand grid points would take hours. A valid profile always has
/// other tables or curves as well.
static void remove_chains(cmsHPROFILE profile) {
  static const cmsTagSignature chains[] = {cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag, cmsSigDToB3Tag};
  for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
    if (cmsIsTag(profile, chains[i])) cmsWriteTag(profile, chains[i], NULL);
  }
}

tt_icc_profile *tt_icc_profile_open(const uint8_t *bytes, size_t count) {
  if (count > UINT32_MAX) return NULL;
  tt_icc_profile *profile = calloc(1, sizeof *profile);
  if (!profile) return NULL;
  profile->context = cmsCreateContext(NULL, NULL);
  if (profile->context) {
    cmsSetLogErrorHandlerTHR(profile->context, ignore_errors);
    profile->profile = cmsOpenProfileFromMemTHR(profile->context, bytes, (cmsUInt32Number)count);
  }
  if (profile->profile) {
    remove_chains(profile->profile);
    return profile;
  }
  tt_icc_profile_close(profile);
  return NULL;
}

void tt_icc_profile_close(tt_icc_profile *profile) {
  if (!profile) return;
  if (profile->profile) cmsCloseProfile(profile->profile);
  if (profile->context) cmsDeleteContext(profile->context);
  free(profile);
}

static bool describe_curve(cmsHPROFILE profile, cmsTagSignature tag, tt_icc_curve *curve) {
  const cmsToneCurve *read = cmsReadTag(profile, tag);
  if (!read) return false;
  // Little CMS numbers parametric functions from 1 and inverted ones below 0.
  cmsInt32Number function = cmsGetToneCurveParametricType(read);
  const cmsFloat64Number *parameters = cmsGetToneCurveParams(read);
  if (function >= 1 && function <= 5 && parameters) {
    curve->function = function - 1;
    memcpy(curve->parameters, parameters, sizeof curve->parameters);
    return true;
  }
  curve->function = -1;
  curve->entries = cmsGetToneCurveEstimatedTable(read);
  curve->count = cmsGetToneCurveEstimatedTableEntries(read);
  return curve->entries && curve->count >= 2;
}

static bool describe_colorant(cmsHPROFILE profile, cmsTagSignature tag, double colorant[3]) {
  const cmsCIEXYZ *read = cmsReadTag(profile, tag);
  if (!read) return false;
  colorant[0] = read->X, colorant[1] = read->Y, colorant[2] = read->Z;
  return true;
}

static tt_icc_colors colors_of(cmsColorSpaceSignature space) {
  switch (space) {
    case cmsSigRgbData: return TT_ICC_RGB;
    case cmsSigGrayData: return TT_ICC_GRAY;
    case cmsSigCmykData: return TT_ICC_CMYK;
    default: return TT_ICC_OTHER;
  }
}

static bool is_device_class(cmsProfileClassSignature class) {
  return class == cmsSigInputClass || class == cmsSigDisplayClass || class == cmsSigOutputClass ||
         class == cmsSigColorSpaceClass;
}

/// Whether the profile has tables for any intent. They take precedence over curves.
static bool has_tables(cmsHPROFILE profile) {
  static const cmsTagSignature tables[] = {cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    if (cmsIsTag(profile, tables[i])) return true;
  }
  return false;
}

bool tt_icc_profile_describe(tt_icc_profile *opened, tt_icc_description *description) {
  cmsHPROFILE profile = opened->profile;
  *description = (tt_icc_description){.colors = colors_of(cmsGetColorSpace(profile))};
  if (!is_device_class(cmsGetDeviceClass(profile))) return false;
  if (has_tables(profile)) return true;
  switch (description->colors) {
    case TT_ICC_RGB: {
      static const cmsTagSignature colorants[] = {cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
      static const cmsTagSignature curves[] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
      if (cmsGetPCS(profile) != cmsSigXYZData) return false;
      for (int i = 0; i < 3; i++) {
        if (!describe_colorant(profile, colorants[i], description->colorants[i])) return false;
        if (!describe_curve(profile, curves[i], &description->curves[i])) return false;
      }
      description->is_plain = true;
      return true;
    }
    case TT_ICC_GRAY:
      if (!describe_curve(profile, cmsSigGrayTRCTag, &description->curves[0])) return false;
      // With Lab as connection space the curve gives lightness, not linear light.
      description->is_plain = cmsGetPCS(profile) == cmsSigXYZData;
      return true;
    default: return false;
  }
}

int tt_icc_version(void) { return cmsGetEncodedCMMversion(); }
