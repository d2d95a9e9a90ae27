// What a fragment shader of OpenGL ES 3.00 finds around itself, as far as exported shaders need it, for clang as C++.
#pragma once
#include "Lanes.h"

typedef lanes2 vec2;
typedef lanes3 vec3;
typedef lanes4 vec4;
typedef ints2 ivec2;
#define vec2(...) make2(__VA_ARGS__)
#define vec3(...) make3(__VA_ARGS__)
#define vec4(...) make4(__VA_ARGS__)
#define ivec2(...) makeInts(__VA_ARGS__)
using namespace shading;

struct sampler2D {
  int width, height;
  const unsigned char *codes;
};
static inline lanes4 texelFetch(const sampler2D &picture, ints2 at, int) {
  const unsigned char *code = picture.codes + 3 * (at.y * picture.width + at.x);
  return lanes4{code[0] / 255.0f, code[1] / 255.0f, code[2] / 255.0f, 1.0f};
}
static inline ints2 textureSize(const sampler2D &picture, int) { return ints2{picture.width, picture.height}; }

static lanes4 gl_FragCoord;
#define precision typedef
#define highp
#define uniform static
#define out static
#define main shade
