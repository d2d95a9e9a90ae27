// minimal life, a look of Tintype 0.1.0
// Black and white, with grain that reveals a flatter print underneath.
// recipe: minimal-life, SHA-256 94080f44d217804d37199bafc6b9377665e278ae6f6fb55b79d6910fecc4fefc
// written as numbers: contrast=0.75; grainScale=1
// Input and output are linear light with the primaries of sRGB, premultiplied: Core Image's default working space.
// Checked: run as C++ on the CPU, the shipped looks of one pass, all but 'dust', are within 1 code of 8 bits of the
// render, and equal in all but 0.1 % of samples. Not run: Apple's compiler, its fast math, Core Image.

#include <CoreImage/CoreImage.h>
using namespace metal;

// x to the power y; 0 where x is not above 0.
static inline float tt_power(float x, float y) { return x < 1.17549435e-38f ? 0.0f : exp2(y * log2(x)); }

// A hash of 32 bits (multipliers by Wellons).
static inline uint tt_hash(uint h) {
  h ^= h >> 16u;
  h *= 0x21f0aaadu;
  h ^= h >> 15u;
  h *= 0x735a2d97u;
  return h ^ (h >> 15u);
}

// One of 2^24 equally likely numbers from 0 to 1, bit for bit as Tintype has it.
static inline float tt_noise(uint seed, uint frame, uint channel, int2 pixel) {
  uint row = uint(pixel.y);
  uint first = tt_hash(tt_hash(tt_hash(tt_hash(0x9e3779b9u + seed) + frame) + channel) + row);
  uint second = tt_hash(tt_hash(tt_hash(tt_hash(0x85ebca6bu + seed) + frame) + channel) + row);
  uint h = uint(pixel.x) + first;
  h ^= h >> 16u;
  h *= 0x21f0aaadu;
  h ^= second;
  h ^= h >> 15u;
  h *= 0x735a2d97u;
  h ^= h >> 15u;
  return float(h >> 8u) / 16777216.0f;
}
static inline float4 tt_noise(float seed, uint frame, int2 pixel) {
  uint start = uint(clamp(seed, 0.0f, 16777216.0f));
  return float4(tt_noise(start, frame, 0u, pixel), tt_noise(start, frame, 1u, pixel),
    tt_noise(start, frame, 2u, pixel), tt_noise(start, frame, 3u, pixel));
}

extern "C" { namespace coreimage {

float4 minimalLife(
    sample_t source,
    float exposure,  // Exposure; -1 to 1; here 0.03
    float gamma,  // Gamma; 0.1 to 5; here 2
    float4 extent,  // of the image: x, y, width, height
    float frame,  // 0 for a still
    destination to) {
  float4 stored = source.a > 0.0f ? float4(source.rgb / source.a, source.a) : float4(0.0f);
  // From the top left; Core Image counts from the bottom.
  float2 place = float2(to.coord().x - extent.x, extent.y + extent.w - to.coord().y);
  int2 pixel = int2(int(floor(place.x)), int(floor(place.y)));
  float3 color = stored.rgb;
  float t17 = dot(clamp(color + exposure, float3(0.0f), float3(1.0f)), float3(0.299f, 0.587f, 0.114f)) - 0.5f;
  float t20 = tt_power(t17 * 0.75f + 0.5f, gamma);
  float t25 = dot(color * stored.a, float3(0.2126f, 0.7152f, 0.0722f));
  float4 noisy = tt_noise(1.0f, uint(frame), pixel);
  float t48 = dot(noisy.rgb, float3(0.2125f, 0.7154f, 0.0721f));
  float4 grain = float4(mix(float3(t48, t48, t48), noisy.rgb, float3(1.8f)) * 0.9f + 0.65f * noisy.a, noisy.a);
  float4 t62 = mix(float4(float3(t25, t25, t25), stored.a), float4(float3(t20, t20, t20) * stored.a, stored.a), float4(grain.g));
  float4 result = float4(t62.a > 0.0f ? t62.rgb / t62.a : float3(0.0f), t62.a);
  return float4(result.rgb * result.a, result.a);
}

} }
