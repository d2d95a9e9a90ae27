// Core Image's side of the Metal Shading Language, as far as exported kernels need it, for clang as C++.
#pragma once
#include <cstddef>
#include <utility>

#include "../Lanes.h"

typedef lanes2 float2;
typedef lanes3 float3;
typedef lanes4 float4;
typedef ints2 int2;
typedef ints3 int3;
#define float2(...) make2(__VA_ARGS__)
#define float3(...) make3(__VA_ARGS__)
#define float4(...) make4(__VA_ARGS__)
#define int2(...) makeInts(__VA_ARGS__)
#define int3(...) makeInts(__VA_ARGS__)

typedef lanes4 sample_t;

struct destination {
  lanes2 place;
  lanes2 coord() const { return place; }
};

namespace metal { using namespace shading; }

namespace coreimage {
// An image whose first row is the top one. Outside the part that the filter's region of interest promised, there is
// nothing: a number that shows in the result.
struct sampler {
  const float *pixels;
  const double *extent, *region;
  lanes2 transform(lanes2 place) const { return place; }
  lanes4 sample(lanes2 place) const {
    bool isThere = place.x > region[0] && place.x < region[0] + region[2] && place.y > region[1]
      && place.y < region[1] + region[3];
    if (!isThere) return make4(12345.0f);
    int column = (int)__builtin_floor(place.x - extent[0]);
    int row = (int)__builtin_floor(extent[1] + extent[3] - place.y);
    const float *pixel = pixels + 4 * (row * (size_t)extent[2] + column);
    return make4(pixel[0], pixel[1], pixel[2], pixel[3]);
  }
};
}  // namespace coreimage

// The arguments of a kernel: images, and numbers where there is none.
struct Arguments {
  const float *const *pixels;
  const double *extents, *regions;
  const float *numbers;
  lanes2 place;

  coreimage::sampler image(int i) const { return {pixels[i], extents + 4 * i, regions + 4 * i}; }
};
template <class T> struct Argument;
template <> struct Argument<coreimage::sampler> {
  static coreimage::sampler of(const Arguments &all, int i) { return all.image(i); }
};
template <> struct Argument<float> { static float of(const Arguments &all, int i) { return all.numbers[4 * i]; } };
template <> struct Argument<lanes2> {
  static lanes2 of(const Arguments &all, int i) { return make2(all.numbers[4 * i], all.numbers[4 * i + 1]); }
};
template <> struct Argument<lanes3> {
  static lanes3 of(const Arguments &all, int i) {
    return make3(all.numbers[4 * i], all.numbers[4 * i + 1], all.numbers[4 * i + 2]);
  }
};
template <> struct Argument<lanes4> {
  static lanes4 of(const Arguments &all, int i) {
    const float *numbers = all.numbers + 4 * i;
    return all.pixels[i] ? all.image(i).sample(all.place) : make4(numbers[0], numbers[1], numbers[2], numbers[3]);
  }
};
template <> struct Argument<destination> {
  static destination of(const Arguments &all, int) { return destination{all.place}; }
};

struct Kernel {
  const char *name;
  void (*function)();
  lanes4 (*call)(void (*)(), const Arguments &);
};
template <class... A, size_t... I> lanes4 callKernel(lanes4 (*kernel)(A...), const Arguments &all,
                                                     std::index_sequence<I...>) {
  return kernel(Argument<A>::of(all, (int)I)...);
}
template <class... A> Kernel kernelNamed(const char *name, lanes4 (*kernel)(A...)) {
  return {name, (void (*)())kernel, [](void (*function)(), const Arguments &all) {
            return callKernel((lanes4(*)(A...))function, all, std::index_sequence_for<A...>());
          }};
}
