#include "tintype_lanes.h"

typedef double doubles __attribute__((ext_vector_type(4)));
// The integers that a comparison of doubles gives: of 64 bits, by whichever name the platform has for them.
typedef __typeof__((doubles)0.0 < 0.0) integers;

tt_float4 tt_fma4(tt_float4 a, tt_float4 b, tt_float4 c) {
  // A product of floats is exact as a double.
  const doubles product = __builtin_convertvector(a, doubles) * __builtin_convertvector(b, doubles);
  const doubles addend = __builtin_convertvector(c, doubles), sum = product + addend;
  // What the sum lost (Knuth, TAOCP 4.2.2, theorem B); NaN where it is not finite.
  const doubles back = sum - product, rest = (product - (sum - back)) + (addend - back);
  // Where it lost something, it is the odd one of the two doubles around the exact sum: rounded once more, to a float,
  // that gives what the exact sum gives (Boldo and Melquiond, Emulation of FMA and correctly rounded sums, 2008).
  const integers isLess = rest < 0.0, isMore = rest > 0.0, isPositive = sum > 0.0;
  const integers step = (isMore ^ isPositive) | 1, isEven = ((integers)sum & 1) - 1;
  const doubles odd = (doubles)((integers)sum + (step & (isLess | isMore) & isEven));
  return __builtin_convertvector(odd, tt_float4);
}
