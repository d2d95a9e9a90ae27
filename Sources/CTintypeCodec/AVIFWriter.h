// libavif's encoder, where it has one.

#ifndef TT_AVIF_WRITER_H
#define TT_AVIF_WRITER_H

#include "Codec.h"

/// Whether the library comes with the encoder that is asked for here: aom, under the BSD license.
bool tt_avif_can_write(void);

/// Encodes the rows of a writer: 8 bits, or 10 or 12 from 16.
tt_status tt_avif_encode(tt_state *writer);

#endif
