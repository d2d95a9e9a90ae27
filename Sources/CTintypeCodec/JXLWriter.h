// libjxl's encoder.

#ifndef TT_JXL_WRITER_H
#define TT_JXL_WRITER_H

#include "Codec.h"

/// Encodes the rows of a writer: 8 or 16 bits.
tt_status tt_jxl_encode(tt_state *writer);

#endif
