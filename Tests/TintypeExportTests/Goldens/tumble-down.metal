// tumble down, a look of Tintype 0.1.0
// Deep contrast with violet shadows, and grain that reveals a gray print underneath.
// recipe: tumble-down, SHA-256 b921963737f83afa430fda04d349a64ae30164164c12afae783d9fcbbfb80969
// written as numbers: grainScale=1
// Input and output are linear light with the primaries of sRGB, premultiplied: Core Image's default working space.
// Checked: run as C++ on the CPU, the shipped looks of one pass, all but 'dust', are within 1 code of 8 bits of the
// render, and equal in all but 0.1 % of samples. Not run: Apple's compiler, its fast math, Core Image.

#include <CoreImage/CoreImage.h>
using namespace metal;

// x to the power y; 0 where x is not above 0.
static inline float tt_power(float x, float y) { return x < 1.17549435e-38f ? 0.0f : exp2(y * log2(x)); }
static inline float3 tt_power(float3 a, float3 b) {
  return float3(tt_power(a.x, b.x), tt_power(a.y, b.y), tt_power(a.z, b.z));
}

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

float4 tumbleDown(
    sample_t source,
    float exposure,  // Exposure; -1 to 1; here 0.05
    float contrast,  // Contrast; 0 to 4; here 1.17
    float gamma,  // Gamma; 0.1 to 5; here 1.5
    float4 extent,  // of the image: x, y, width, height
    float frame,  // 0 for a still
    destination to) {
  float4 stored = source.a > 0.0f ? float4(source.rgb / source.a, source.a) : float4(0.0f);
  // From the top left; Core Image counts from the bottom.
  float2 place = float2(to.coord().x - extent.x, extent.y + extent.w - to.coord().y);
  int2 pixel = int2(int(floor(place.x)), int(floor(place.y)));
  float3 color = stored.rgb;
  float3 toned = tt_power((clamp(color + exposure, float3(0.0f), float3(1.0f)) - 0.5f) * contrast + 0.5f, float3(gamma));
  float3 toned2 = dot(toned, float3(0.2126f, 0.7152f, 0.0722f)) < 0.3f ? toned + float3(0.0077f, 0.00268f, 0.03215f) : toned;
  float t28 = dot(color * stored.a, float3(0.2126f, 0.7152f, 0.0722f));
  float4 noisy = tt_noise(1.0f, uint(frame), pixel);
  float t51 = dot(noisy.rgb, float3(0.2125f, 0.7154f, 0.0721f));
  float4 grain = float4(mix(float3(t51, t51, t51), noisy.rgb, float3(1.27f)) * 1.13f + 0.585f * noisy.a, noisy.a);
  float4 t65 = mix(float4(float3(t28, t28, t28), stored.a), float4(toned2 * stored.a, stored.a), float4(grain.g));
  float4 result = float4(t65.a > 0.0f ? t65.rgb / t65.a : float3(0.0f), t65.a);
  return float4(result.rgb * result.a, result.a);
}

} }
