// What shading languages have in common, for clang's vectors: enough to run exported shaders on the CPU.
#pragma once

typedef unsigned int uint;
typedef float lanes2 __attribute__((ext_vector_type(2)));
typedef float lanes3 __attribute__((ext_vector_type(3)));
typedef float lanes4 __attribute__((ext_vector_type(4)));
typedef int ints2 __attribute__((ext_vector_type(2)));
typedef int ints3 __attribute__((ext_vector_type(3)));

template <class V> struct Width;
template <> struct Width<lanes2> { static const int count = 2; };
template <> struct Width<lanes3> { static const int count = 3; };
template <> struct Width<lanes4> { static const int count = 4; };

static inline lanes2 make2(float a) { return lanes2{a, a}; }
static inline lanes2 make2(float a, float b) { return lanes2{a, b}; }
static inline lanes2 make2(lanes2 a) { return a; }
static inline lanes2 make2(ints2 a) { return lanes2{(float)a.x, (float)a.y}; }
static inline lanes3 make3(float a) { return lanes3{a, a, a}; }
static inline lanes3 make3(float a, float b, float c) { return lanes3{a, b, c}; }
static inline lanes3 make3(lanes3 a) { return a; }
static inline lanes3 make3(lanes2 a, float b) { return lanes3{a.x, a.y, b}; }
static inline lanes4 make4(float a) { return lanes4{a, a, a, a}; }
static inline lanes4 make4(float a, float b, float c, float d) { return lanes4{a, b, c, d}; }
static inline lanes4 make4(lanes3 a, float b) { return lanes4{a.x, a.y, a.z, b}; }
static inline lanes4 make4(lanes2 a, lanes2 b) { return lanes4{a.x, a.y, b.x, b.y}; }
static inline lanes4 make4(lanes4 a) { return a; }
static inline lanes3 make3(float a, lanes2 b) { return lanes3{a, b.x, b.y}; }
static inline lanes4 make4(float a, lanes3 b) { return lanes4{a, b.x, b.y, b.z}; }
static inline lanes4 make4(lanes2 a, float b, float c) { return lanes4{a.x, a.y, b, c}; }
static inline lanes4 make4(float a, lanes2 b, float c) { return lanes4{a, b.x, b.y, c}; }
static inline lanes4 make4(float a, float b, lanes2 c) { return lanes4{a, b, c.x, c.y}; }
static inline ints2 makeInts(int a, int b) { return ints2{a, b}; }
static inline ints2 makeInts(int a) { return ints2{a, a}; }
static inline ints2 makeInts(ints2 a) { return a; }
static inline ints3 makeInts(int a, int b, int c) { return ints3{a, b, c}; }
static inline ints3 makeInts(lanes3 a) { return ints3{(int)a.x, (int)a.y, (int)a.z}; }
static inline ints2 makeInts(lanes2 a) { return ints2{(int)a.x, (int)a.y}; }

#define EACH1(name, call)                                                       \
  static inline float name(float x) { return call; }                           \
  template <class V, int n = Width<V>::count> static inline V name(V v) {       \
    V r;                                                                        \
    for (int i = 0; i < n; i++) r[i] = name((float)v[i]);                       \
    return r;                                                                   \
  }
#define EACH2(name, call)                                                       \
  static inline float name(float x, float y) { return call; }                  \
  template <class V, int n = Width<V>::count> static inline V name(V v, V w) {  \
    V r;                                                                        \
    for (int i = 0; i < n; i++) r[i] = name((float)v[i], (float)w[i]);          \
    return r;                                                                   \
  }
#define EACH3(name, call)                                                            \
  static inline float name(float x, float y, float z) { return call; }              \
  template <class V, int n = Width<V>::count> static inline V name(V u, V v, V w) {  \
    V r;                                                                             \
    for (int i = 0; i < n; i++) r[i] = name((float)u[i], (float)v[i], (float)w[i]);  \
    return r;                                                                        \
  }

namespace shading {
EACH1(abs, __builtin_fabsf(x))
EACH1(floor, __builtin_floorf(x))
EACH1(fract, x - __builtin_floorf(x))
EACH1(sign, x > 0 ? 1.0f : x < 0 ? -1.0f : 0.0f)
EACH1(sqrt, __builtin_sqrtf(x))
EACH1(exp, __builtin_expf(x))
EACH1(exp2, __builtin_exp2f(x))
EACH1(log2, __builtin_log2f(x))
EACH1(sin, __builtin_sinf(x))
EACH1(cos, __builtin_cosf(x))
EACH1(tan, __builtin_tanf(x))
EACH1(atan, __builtin_atanf(x))
EACH2(min, y < x ? y : x)
EACH2(max, x < y ? y : x)
EACH2(step, y < x ? 0.0f : 1.0f)
EACH3(clamp, x < y ? y : x > z ? z : x)
EACH3(mix, x * (1.0f - z) + y * z)

static inline ints2 clamp(ints2 a, ints2 low, ints2 high) {
  return ints2{a.x < low.x ? low.x : a.x > high.x ? high.x : a.x, a.y < low.y ? low.y : a.y > high.y ? high.y : a.y};
}

template <class V, int n = Width<V>::count> static inline float dot(V v, V w) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += v[i] * w[i];
  return sum;
}
template <class V, int n = Width<V>::count> static inline float length(V v) { return __builtin_sqrtf(dot(v, v)); }
}  // namespace shading
