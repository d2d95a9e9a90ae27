// Core Image's side of the Metal Shading Language, as far as exported kernels need it, for clang as C++.
#pragma once
#include "../Lanes.h"

typedef lanes2 float2;
typedef lanes3 float3;
typedef lanes4 float4;
typedef ints2 int2;
#define float2(...) make2(__VA_ARGS__)
#define float3(...) make3(__VA_ARGS__)
#define float4(...) make4(__VA_ARGS__)
#define int2(...) makeInts(__VA_ARGS__)

typedef lanes4 sample_t;

struct destination {
  lanes2 place;
  lanes2 coord() const { return place; }
};

namespace metal { using namespace shading; }
