#ifndef TT_ICC_PROFILE_H
#define TT_ICC_PROFILE_H

#include <lcms2.h>

#include "tintype_icc.h"

struct tt_icc_profile {
  cmsContext context;  // not shared with other threads
  cmsHPROFILE profile;
};

/// The rendering intent for profiles with a table for each.
enum { TT_ICC_INTENT = INTENT_RELATIVE_COLORIMETRIC };

#endif
