// tumble down, a look of Tintype 0.1.0
// Deep contrast with violet shadows, and grain that reveals a gray print underneath.
// recipe: tumble-down, SHA-256 e3eed80eb39910004c0f5d58a6244e8f363f2e40c32b2d59113839edfe4c8fbd
// written as numbers: grainScale=1
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

static inline float3 tt_power3(float3 a, float3 b) {
  return float3(tt_power(a.x, b.x), tt_power(a.y, b.y), tt_power(a.z, b.z));
}

extern "C" { namespace coreimage {

float4 LookTumbleDown_result(
    sample_t source,
    float param_exposure,  // Exposure; -1 to 1; here 0.05
    float param_contrast,  // Contrast; 0 to 4; here 1.17
    float param_gamma,  // Gamma; 0.1 to 5; here 1.5
    float number_frame,  // 0 for a still
    float4 extent,  // of the photo: x, y, width, height
    destination to) {
  int2 pixel = int2(int(floor(to.coord().x - extent.x)), int(floor(extent.y + extent.w - to.coord().y)));
  uint frame = uint(number_frame);
  float4 stored = tt_straight(source);
  float3 v_source = stored.rgb;
  float3 t1 = (clamp(v_source + param_exposure, float3(0.0f), float3(1.0f)) - 0.5f) * param_contrast + 0.5f;
  float3 v_toned = tt_power3(t1, float3(param_gamma));
  float3 v_toned2 = dot(v_toned, float3(0.2126f, 0.7152f, 0.0722f)) < 0.3f ? v_toned
    + float3(0.0077f, 0.00268f, 0.03215f) : v_toned;
  float t2 = dot(v_source * stored.a, float3(0.2126f, 0.7152f, 0.0722f));
  float4 v_noisy = tt_noise(1.0f, frame, pixel.x, pixel.y);
  float t3 = dot(v_noisy.rgb, float3(0.2125f, 0.7154f, 0.0721f));
  float4 v_grain = float4(mix(float3(t3, t3, t3), v_noisy.rgb, float3(1.27f)) * 1.13f + 0.585f * v_noisy.a, v_noisy.a);
  float4 t4 = mix(float4(float3(t2, t2, t2), stored.a), float4(v_toned2 * stored.a, stored.a), float4(v_grain.g));
  float4 result = float4(t4.a > 0.0f ? t4.rgb / t4.a : float3(0.0f), t4.a);
  return float4(result.rgb * result.a, result.a);
}

} }
