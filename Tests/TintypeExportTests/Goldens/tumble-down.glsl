#version 300 es
// tumble down, a look of Tintype 0.1.0
// Deep contrast with violet shadows, and grain that reveals a gray print underneath.
// recipe: tumble-down, SHA-256 e3eed80eb39910004c0f5d58a6244e8f363f2e40c32b2d59113839edfe4c8fbd
// written as numbers: grainScale=1
// Reads and writes sRGB codes with straight alpha; row 0 of the texture and of the result is the top row.
// Checked: run in WebGL2 on the CPU (SwiftShader and llvmpipe), the shipped looks, all but 'dust', are within 1 code of
// 8 bits of the render, and equal to it in all but 0.1 % of samples. Not run: graphics processors.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D source;
uniform ivec2 origin;  // the first pixel of this pass, in pixels of the photo
uniform float param_exposure;  // Exposure; -1 to 1; here 0.05
uniform float param_contrast;  // Contrast; 0 to 4; here 1.17
uniform float param_gamma;  // Gamma; 0.1 to 5; here 1.5
uniform uint frame;  // 0 for a still
out vec4 result;

// x to the power y; 0 where x is not above 0.
float tt_power(float x, float y) {
  return x < 1.17549435e-38 ? 0.0 : exp2(y * log2(x));
}

// A hash of 32 bits (multipliers by Wellons).
uint tt_hash(uint number) {
  uint h = number;
  h ^= h >> 16u;
  h *= 0x21f0aaadu;
  h ^= h >> 15u;
  h *= 0x735a2d97u;
  return h ^ (h >> 15u);
}

// One of 2^24 equally likely numbers from 0 to 1, bit for bit as Tintype has it.
float tt_channel(uint seed, uint frame, uint channel, uint column, uint row) {
  uint first = tt_hash(tt_hash(tt_hash(tt_hash(0x9e3779b9u + seed) + frame) + channel) + row);
  uint second = tt_hash(tt_hash(tt_hash(tt_hash(0x85ebca6bu + seed) + frame) + channel) + row);
  uint h = column + first;
  h ^= h >> 16u;
  h *= 0x21f0aaadu;
  h ^= second;
  h ^= h >> 15u;
  h *= 0x735a2d97u;
  h ^= h >> 15u;
  return float(h >> 8u) / 16777216.0;
}
vec4 tt_noise(float seed, uint frame, int column, int row) {
  uint start = uint(clamp(seed, 0.0, 16777216.0));
  uint x = uint(column);
  uint y = uint(row);
  return vec4(tt_channel(start, frame, 0u, x, y), tt_channel(start, frame, 1u, x, y),
    tt_channel(start, frame, 2u, x, y), tt_channel(start, frame, 3u, x, y));
}

// Linear light of an sRGB code value (IEC 61966-2-1), mirrored about 0.
float tt_srgbToLinear(float x) {
  float t1 = abs(x);
  float t2 = t1 <= 0.04045 ? t1 * 0.07739938 : tt_power(t1 * 0.9478673 + 0.0521327, 2.4);
  return x < 0.0 ? -t2 : t2;
}

vec3 tt_srgbToLinear3(vec3 a) {
  return vec3(tt_srgbToLinear(a.x), tt_srgbToLinear(a.y), tt_srgbToLinear(a.z));
}

vec3 tt_power3(vec3 a, vec3 b) {
  return vec3(tt_power(a.x, b.x), tt_power(a.y, b.y), tt_power(a.z, b.z));
}

// The sRGB code value of linear light (IEC 61966-2-1), mirrored about 0.
float tt_linearToSrgb(float x) {
  float t1 = abs(x);
  float t2 = t1 <= 0.0031308 ? t1 * 12.92 : 1.055 * tt_power(t1, 0.41666666) - 0.055;
  return x < 0.0 ? -t2 : t2;
}

vec3 tt_linearToSrgb3(vec3 a) {
  return vec3(tt_linearToSrgb(a.x), tt_linearToSrgb(a.y), tt_linearToSrgb(a.z));
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy) + origin;
  vec4 stored = texelFetch(source, pixel, 0);
  vec3 v_source = tt_srgbToLinear3(stored.rgb);
  vec3 v_toned = tt_power3((clamp(v_source + param_exposure, vec3(0.0), vec3(1.0)) - 0.5) * param_contrast + 0.5,
    vec3(param_gamma));
  vec3 v_toned2 = dot(v_toned, vec3(0.2126, 0.7152, 0.0722)) < 0.3 ? v_toned + vec3(0.0077, 0.00268, 0.03215) : v_toned;
  float t1 = dot(v_source * stored.a, vec3(0.2126, 0.7152, 0.0722));
  vec4 v_noisy = tt_noise(1.0, frame, pixel.x, pixel.y);
  float t2 = dot(v_noisy.rgb, vec3(0.2125, 0.7154, 0.0721));
  vec4 t3 = mix(vec4(vec3(t1, t1, t1), stored.a), vec4(v_toned2 * stored.a, stored.a),
    vec4(vec4(mix(vec3(t2, t2, t2), v_noisy.rgb, vec3(1.27)) * 1.13 + 0.585 * v_noisy.a, v_noisy.a).g));
  result = vec4(tt_linearToSrgb3(t3.a > 0.0 ? t3.rgb / t3.a : vec3(0.0)), t3.a);
}
