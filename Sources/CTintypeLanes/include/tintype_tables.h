// Entries of a color table for eight pixels at once. In C because Swift cannot combine two vectors into one register.
#pragma once

#include "tintype_lanes.h"

typedef float tt_float4 __attribute__((ext_vector_type(4)));

/// Eight lanes in Swift's memory: Swift aligns no vector to more than 16 bytes.
typedef float tt_stored8 __attribute__((ext_vector_type(8), aligned(16)));

/// The entries of two pixels side by side, at byte offsets from the first entry.
TT_INLINE tt_float8 tt_pair(const char *entries, int a, int b) {
  return __builtin_shufflevector(*(const tt_float4 *)(entries + (unsigned)a),
                                 *(const tt_float4 *)(entries + (unsigned)b), 0, 1, 2, 3, 4, 5, 6, 7);
}

/// The lanes of pixels k and k + 4, each repeated four times.
#define TT_SPREAD(x, k) __builtin_shufflevector(x, x, k, k, k, k, k + 4, k + 4, k + 4, k + 4)

/// The colors of pixels k and k + 4: the weighted sum of the entries at four corners.
#define TT_WEIGHED(k)                                                                                                  \
  tt_fma(tt_pair(entries, at[3][k], at[3][k + 4]), TT_SPREAD(weights[3], k),                                           \
         tt_fma(tt_pair(entries, at[2][k], at[2][k + 4]), TT_SPREAD(weights[2], k),                                    \
                tt_fma(tt_pair(entries, at[1][k], at[1][k + 4]), TT_SPREAD(weights[1], k),                             \
                       tt_pair(entries, at[0][k], at[0][k + 4]) * TT_SPREAD(weights[0], k))))

/// The weighted sum of the entries at four corners, from the first to the last, for eight pixels.
///
/// An entry is four floats, aligned as a vector. (Swift does not import pointers to vectors.)
TT_INLINE void tt_weigh(const float *numbers, tt_int8 a, tt_int8 b, tt_int8 c, tt_int8 d, tt_float8 wa, tt_float8 wb,
                        tt_float8 wc, tt_float8 wd, float *red, float *green, float *blue) {
  const char *entries = (const char *)numbers;
  tt_int8 at[4] = {a << 4, b << 4, c << 4, d << 4};
  tt_float8 weights[4] = {wa, wb, wc, wd};
  // Both go through memory, hidden from the compiler: a load is cheaper than extracting a lane from a register. If the
  // compiler saw that single lanes are used, it would compute the weights lane by lane.
  __asm__("" : "+m"(at), "+m"(weights));
  // Each register holds red, green, blue and padding of one pixel, then of the fourth one after it.
  tt_float8 p0 = TT_WEIGHED(0), p1 = TT_WEIGHED(1), p2 = TT_WEIGHED(2), p3 = TT_WEIGHED(3);
  tt_float8 low01 = __builtin_shufflevector(p0, p1, 0, 8, 1, 9, 4, 12, 5, 13);
  tt_float8 low23 = __builtin_shufflevector(p2, p3, 0, 8, 1, 9, 4, 12, 5, 13);
  tt_float8 high01 = __builtin_shufflevector(p0, p1, 2, 10, 3, 11, 6, 14, 7, 15);
  tt_float8 high23 = __builtin_shufflevector(p2, p3, 2, 10, 3, 11, 6, 14, 7, 15);
  *(tt_stored8 *)red = __builtin_shufflevector(low01, low23, 0, 1, 8, 9, 4, 5, 12, 13);
  *(tt_stored8 *)green = __builtin_shufflevector(low01, low23, 2, 3, 10, 11, 6, 7, 14, 15);
  *(tt_stored8 *)blue = __builtin_shufflevector(high01, high23, 0, 1, 8, 9, 4, 5, 12, 13);
}

/// One lane of each of eight entries.
TT_INLINE tt_float8 tt_lane(const float *numbers, tt_int8 index, int lane) {
  const float *x = numbers + lane;
  return (tt_float8){x[4 * index[0]], x[4 * index[1]], x[4 * index[2]], x[4 * index[3]],
                     x[4 * index[4]], x[4 * index[5]], x[4 * index[6]], x[4 * index[7]]};
}
