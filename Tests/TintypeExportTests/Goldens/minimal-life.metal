// minimal life, a look of Tintype 0.1.0
// Black and white, with grain that reveals a flatter print underneath.
// recipe: minimal-life, SHA-256 c160b82cdf8e566c4129c63e5bd055ec303b1efb1c3bbae3b0febce6b000d274
// written as numbers: contrast=0.75; grainScale=1
// Kernels of Core Image; compile with -fcikernel. Images are linear light with the primaries of sRGB, premultiplied,
// the default working space; intermediate ones want CIContextOption.workingFormat to be CIFormat.RGBAf.
// Checked: compiled as C++ and run on the CPU by the class that is written beside, the shipped looks, all but 'dust',
// are within 1 code of 8 bits of the render, and equal to it in all but 0.1 % of samples. Not run: Apple's compiler and
// its fast math, Core Image, graphics processors.

#include <CoreImage/CoreImage.h>
using namespace metal;

// Without the factor of alpha.
static inline float4 tt_straight(float4 color) {
  return color.a > 0.0f ? float4(color.rgb / color.a, color.a) : float4(0.0f);
}

// x to the power y; 0 where x is not above 0.
static inline float tt_power(float x, float y) {
  return x < 1.17549435e-38f ? 0.0f : exp2(y * log2(x));
}

// A hash of 32 bits (multipliers by Wellons).
static inline uint tt_hash(uint number) {
  uint h = number;
  h ^= h >> 16u;
  h *= 0x21f0aaadu;
  h ^= h >> 15u;
  h *= 0x735a2d97u;
  return h ^ (h >> 15u);
}

// One of 2^24 equally likely numbers from 0 to 1, bit for bit as Tintype has it.
static inline float tt_channel(uint seed, uint frame, uint channel, uint column, uint row) {
  uint first = tt_hash(tt_hash(tt_hash(tt_hash(0x9e3779b9u + seed) + frame) + channel) + row);
  uint second = tt_hash(tt_hash(tt_hash(tt_hash(0x85ebca6bu + seed) + frame) + channel) + row);
  uint h = column + first;
  h ^= h >> 16u;
  h *= 0x21f0aaadu;
  h ^= second;
  h ^= h >> 15u;
  h *= 0x735a2d97u;
  h ^= h >> 15u;
  return float(h >> 8u) / 16777216.0f;
}
static inline float4 tt_noise(float seed, uint frame, int column, int row) {
  uint start = uint(clamp(seed, 0.0f, 16777216.0f));
  uint x = uint(column);
  uint y = uint(row);
  return float4(tt_channel(start, frame, 0u, x, y), tt_channel(start, frame, 1u, x, y),
    tt_channel(start, frame, 2u, x, y), tt_channel(start, frame, 3u, x, y));
}

extern "C" { namespace coreimage {

float4 LookMinimalLife_result(
    sample_t source,
    float param_exposure,  // Exposure; -1 to 1; here 0.03
    float param_gamma,  // Gamma; 0.1 to 5; here 2
    float number_frame,  // 0 for a still
    float4 extent,  // of the photo: x, y, width, height
    destination to) {
  int2 pixel = int2(int(floor(to.coord().x - extent.x)), int(floor(extent.y + extent.w - to.coord().y)));
  uint frame = uint(number_frame);
  float4 stored = tt_straight(source);
  float3 v_source = stored.rgb;
  float v_gray = dot(clamp(v_source + param_exposure, float3(0.0f), float3(1.0f)), float3(0.299f, 0.587f, 0.114f));
  float t1 = tt_power((v_gray - 0.5f) * 0.75f + 0.5f, param_gamma);
  float t2 = dot(v_source * stored.a, float3(0.2126f, 0.7152f, 0.0722f));
  float4 v_noisy = tt_noise(1.0f, frame, pixel.x, pixel.y);
  float t3 = dot(v_noisy.rgb, float3(0.2125f, 0.7154f, 0.0721f));
  float4 v_grain = float4(mix(float3(t3, t3, t3), v_noisy.rgb, float3(1.8f)) * 0.9f + 0.65000004f * v_noisy.a,
    v_noisy.a);
  float4 t4 = mix(float4(float3(t2, t2, t2), stored.a), float4(float3(t1, t1, t1) * stored.a, stored.a),
    float4(v_grain.g));
  float4 result = float4(t4.a > 0.0f ? t4.rgb / t4.a : float3(0.0f), t4.a);
  return float4(result.rgb * result.a, result.a);
}

} }
