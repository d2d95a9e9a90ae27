#ifndef TT_ICC_PROFILE_H
#define TT_ICC_PROFILE_H

#include <lcms2.h>

#include "CTintypeICC.h"

struct tt_icc_profile {
  cmsContext context;  // of its own: nothing is shared with other threads
  cmsHPROFILE profile;
};

/// What is used of a profile that has more than one table.
enum { TT_ICC_INTENT = INTENT_RELATIVE_COLORIMETRIC };

#endif
