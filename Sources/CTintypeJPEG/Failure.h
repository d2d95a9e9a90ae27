// How libjpeg's errors and warnings become a tt_failure.

#ifndef TT_JPEG_FAILURE_H
#define TT_JPEG_FAILURE_H

#include <stdio.h>

#include <jpeglib.h>

#include "CTintypeJPEG.h"

enum { TT_SCANS_MAX = 100, TT_CUTS_MAX = 16 };

/// Makes `manager` report into `failure`. Call before jpeg_create_*, which may already fail.
void tt_jpeg_failure_install(j_common_ptr codec, struct jpeg_error_mgr *manager, tt_failure *failure);

/// Where a decoder is: what is lost from there on.
tt_loss tt_jpeg_place(const struct jpeg_decompress_struct *codec);

#endif
