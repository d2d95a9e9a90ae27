// What DaVinci Resolve gives to a DCTL file, as far as exported files need it, for clang as C.
#pragma once

#define __DEVICE__ static
#define __CONSTANT__ static const
#define TIMELINE_FRAME_INDEX 0
typedef _Bool bool;
enum { false, true };

typedef struct { float x, y; } float2;
typedef struct { float x, y, z; } float3;
typedef struct { float x, y, z, w; } float4;
typedef struct { float r, g, b; } UIColor;
static inline float2 make_float2(float x, float y) { return (float2){x, y}; }
static inline float3 make_float3(float x, float y, float z) { return (float3){x, y, z}; }
static inline float4 make_float4(float x, float y, float z, float w) { return (float4){x, y, z, w}; }

static inline float _fabs(float x) { return __builtin_fabsf(x); }
static inline float _floorf(float x) { return __builtin_floorf(x); }
static inline float _fminf(float x, float y) { return y < x ? y : x; }
static inline float _fmaxf(float x, float y) { return x < y ? y : x; }
static inline float _clampf(float x, float low, float high) { return x < low ? low : x > high ? high : x; }
static inline float _sqrtf(float x) { return __builtin_sqrtf(x); }
static inline float _expf(float x) { return __builtin_expf(x); }
static inline float _exp2f(float x) { return __builtin_exp2f(x); }
static inline float _log2f(float x) { return __builtin_log2f(x); }
static inline float _atanf(float x) { return __builtin_atanf(x); }

// One channel of the photo. No file may read outside, where the manual promises nothing.
typedef struct { const unsigned char *codes; int width, height; } __TEXTURE__;
static inline float _tex2D(__TEXTURE__ plane, int x, int y) {
  if (x < 0 || y < 0 || x >= plane.width || y >= plane.height) __builtin_trap();
  return plane.codes[4 * (y * plane.width + x)] / 255.0f;
}

// A control is a variable that has its first value.
#define DEFINE_UI_PARAMS(name, label, kind, ...) kind(name, __VA_ARGS__)
#define DCTLUI_SLIDER_FLOAT(name, value, low, high, step) static float name = value;
#define DCTLUI_VALUE_BOX(name, value) static float name = value;
#define DCTLUI_CHECK_BOX(name, value) static int name = value;
#define DCTLUI_COLOR_PICKER(name, red, green, blue) static UIColor name = {red, green, blue};
#define DCTLUI_COMBO_BOX(name, value, ...) static int name = value;
#define DEFINE_UI_TOOLTIP(label, text)
#define DEFINE_DCTL_ALPHA_MODE_STRAIGHT
