#include "kernel_limits.h"

#include <string.h>

typedef float f8 __attribute__((ext_vector_type(8)));
typedef int i8 __attribute__((ext_vector_type(8)));
typedef uint32_t u8v __attribute__((ext_vector_type(8)));
typedef uint8_t b8 __attribute__((ext_vector_type(8)));
typedef uint8_t b16 __attribute__((ext_vector_type(16)));

#define INLINE static inline __attribute__((always_inline))

typedef struct {
  f8 r, g, b;
} color8;

INLINE b16 bytes(const uint8_t *at) {
  b16 v;
  memcpy(&v, at, sizeof v);
  return v;
}

INLINE f8 channel(const uint8_t *at) {
  b16 low = bytes(at), high = bytes(at + 6);
  b8 codes = __builtin_shufflevector(low, high, 0, 3, 6, 9, 12, 15, 28, 31);
  return __builtin_convertvector(__builtin_convertvector(codes, i8), f8) * (1 / 255.f);
}

/// Reads one byte less than 24 from `at`.
INLINE color8 load(const uint8_t *at) { return (color8){channel(at), channel(at + 1), channel(at + 2)}; }

INLINE f8 least(f8 a, f8 b) { return a < b ? a : b; }
INLINE f8 most(f8 a, f8 b) { return a > b ? a : b; }
INLINE f8 fma8(f8 a, f8 b, f8 c) { return __builtin_elementwise_fma(a, b, c); }

INLINE b8 code(f8 x) {
  return __builtin_convertvector(__builtin_convertvector(fma8(least(most(x, 0), 1), 255, 0.5f), i8), b8);
}

INLINE void store(uint8_t *at, color8 c) {
  b8 r = code(c.r), g = code(c.g), b = code(c.b);
  b16 rg = __builtin_shufflevector(r, g, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  b16 bb = __builtin_shufflevector(b, b, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
  b16 first = __builtin_shufflevector(rg, bb, 0, 8, 16, 1, 9, 17, 2, 10, 18, 3, 11, 19, 4, 12, 20, 5);
  b8 last = __builtin_shufflevector(rg, bb, 13, 21, 6, 14, 22, 7, 15, 23);
  memcpy(at, &first, sizeof first);
  memcpy(at + 16, &last, sizeof last);
}

/// x^y for x above 0, relative error about 2e-7; 0 elsewhere.
INLINE f8 power(f8 x, f8 y) {
  i8 bits = (i8)x - 0x3f3504f3;
  f8 f = (f8)((bits & 0x007fffff) + 0x3f3504f3) - 1;
  f8 e = __builtin_convertvector(bits >> 23, f8);
  f8 p = 0.12583701f;
  p = fma8(p, f, -0.20726974f);
  p = fma8(p, f, 0.2157156f);
  p = fma8(p, f, -0.23894483f);
  p = fma8(p, f, 0.28791624f);
  p = fma8(p, f, -0.36070368f);
  p = fma8(p, f, 0.48091064f);
  p = fma8(p, f, -0.72134734f);
  p = fma8(p, f, 1.442695f);
  f8 exponent = least(most((e + p * f) * y, -127), 128);
  f8 whole = __builtin_elementwise_floor(exponent);
  f8 r = exponent - whole;
  f8 q = 0.00021612915f;
  q = fma8(q, r, 0.0012467846f);
  q = fma8(q, r, 0.0096754516f);
  q = fma8(q, r, 0.05548528f);
  q = fma8(q, r, 0.2402293f);
  q = fma8(q, r, 0.69314706f);
  q = fma8(q, r, 1);
  f8 result = q * (f8)((__builtin_convertvector(whole, i8) + 127) << 23);
  return x > 0x1p-126f ? result : 0;
}

INLINE f8 luma709(color8 c) { return fma8(c.b, 0.0722f, fma8(c.g, 0.7152f, c.r * 0.2126f)); }

INLINE f8 lit(f8 x, f8 exposure) { return least(most(x + exposure, 0), 1); }

INLINE color8 evening(color8 c, f8 exposure, f8 contrast, f8 gamma) {
  color8 toned = {
      power(fma8(lit(c.r, exposure) - 0.5f, contrast, 0.5f), gamma),
      power(fma8(lit(c.g, exposure) - 0.5f, contrast, 0.5f), gamma),
      power(fma8(lit(c.b, exposure) - 0.5f, contrast, 0.5f), gamma)};
  i8 dark = luma709(toned) < 0.3f;
  toned.r += (f8)(dark & (i8)(f8)0.0077f);
  toned.g += (f8)(dark & (i8)(f8)0.00268f);
  toned.b += (f8)(dark & (i8)(f8)0.03215f);
  return toned;
}

INLINE f8 silver(color8 c, f8 exposure, f8 contrast) {
  f8 gray = lit(c.r, exposure) * 0.299f;
  gray = fma8(lit(c.b, exposure), 0.114f, fma8(lit(c.g, exposure), 0.587f, gray));
  f8 toned = fma8(gray - 0.5f, contrast, 0.5f);
  return toned * toned;
}

void limit_w1(const uint8_t *source, uint8_t *result, size_t pixels, float exposure, float contrast) {
  for (size_t i = 0; i + 8 <= pixels; i += 8) {
    f8 toned = silver(load(source + 3 * i), exposure, contrast);
    store(result + 3 * i, (color8){toned, toned, toned});
  }
}

void limit_w2(const uint8_t *source, uint8_t *result, size_t pixels, float exposure, float contrast, float gamma) {
  for (size_t i = 0; i + 8 <= pixels; i += 8) {
    store(result + 3 * i, evening(load(source + 3 * i), exposure, contrast, gamma));
  }
}

/// Two rounds of multiply and shift on (column, row, channel): as much work as any good hash.
INLINE f8 noise(u8v column, uint32_t row) {
  u8v h = column + row;
  h ^= h >> 16;
  h *= 0x21f0aaadu;
  h ^= row;
  h ^= h >> 15;
  h *= 0x735a2d97u;
  h ^= h >> 15;
  return __builtin_convertvector((i8)(h >> 8), f8) * 0x1p-24f;
}

INLINE f8 blend(f8 under, f8 over, f8 mask) { return fma8(over, mask, under * (1 - mask)); }

/// Toned over its gray print, through noise as a mask.
INLINE color8 grainy(color8 c, u8v column, uint32_t key, f8 exposure, f8 contrast, f8 gamma) {
  color8 toned = evening(c, exposure, contrast, gamma);
  color8 n = {noise(column, key + 1), noise(column, key + 2), noise(column, key + 3)};
  f8 gray = luma709(n);
  f8 mask = fma8(fma8(n.g - gray, 1.27f, gray) - 0.5f, 1.13f, 1.15f);
  mask = least(most(mask, 0), 1);
  f8 print = luma709(c);
  return (color8){blend(print, toned.r, mask), blend(print, toned.g, mask), blend(print, toned.b, mask)};
}

static const u8v first_columns = {0, 1, 2, 3, 4, 5, 6, 7};

void limit_w3(
    const uint8_t *source, uint8_t *result, size_t width, size_t height, float exposure, float contrast, float gamma) {
  for (size_t y = 0; y < height; y++) {
    uint32_t key = (uint32_t)y * 0x9e3779b9u;
    u8v column = first_columns;
    for (size_t x = 0; x + 8 <= width; x += 8, column += 8) {
      color8 c = load(source + 3 * (y * width + x));
      store(result + 3 * (y * width + x), grainy(c, column, key, exposure, contrast, gamma));
    }
  }
}

// MARK: Planes of floats

INLINE f8 plane(const float *at) {
  f8 v;
  memcpy(&v, at, sizeof v);
  return v;
}

INLINE color8 planes(const float *at, size_t width) {
  return (color8){plane(at), plane(at + width), plane(at + 2 * width)};
}

INLINE void put(float *at, size_t width, color8 c) {
  memcpy(at, &c.r, sizeof c.r);
  memcpy(at + width, &c.g, sizeof c.g);
  memcpy(at + 2 * width, &c.b, sizeof c.b);
}

void limit_w1_planes(const float *source, float *result, size_t width, float exposure, float contrast) {
  for (size_t x = 0; x + 8 <= width; x += 8) {
    f8 toned = silver(planes(source + x, width), exposure, contrast);
    put(result + x, width, (color8){toned, toned, toned});
  }
}

void limit_w2_planes(const float *source, float *result, size_t width, float exposure, float contrast, float gamma) {
  for (size_t x = 0; x + 8 <= width; x += 8) {
    put(result + x, width, evening(planes(source + x, width), exposure, contrast, gamma));
  }
}

void limit_w3_planes(
    const float *source, float *result, size_t width, size_t y, float exposure, float contrast, float gamma) {
  uint32_t key = (uint32_t)y * 0x9e3779b9u;
  u8v column = first_columns;
  for (size_t x = 0; x + 8 <= width; x += 8, column += 8) {
    put(result + x, width, grainy(planes(source + x, width), column, key, exposure, contrast, gamma));
  }
}
