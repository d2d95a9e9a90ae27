import TintypeIntrinsics

/// A function that shaders lack, or have with other edge cases. The text is in the words of Metal.
enum ShaderFunction: String, CaseIterable {
  case power, root, logarithm, smooth, remainder, sine, cosine, tangent, angle, decoded, encoded, hash, noise
  case at, nearest, bilinear, bicubic, cube, curves, letters

  /// The functions that it calls.
  var needs: [ShaderFunction] {
    switch self {
    case .decoded, .encoded: [.power]
    case .noise: [.hash]
    case .cosine: [.sine]
    case .tangent: [.sine, .cosine]
    case .nearest, .bilinear, .bicubic: [.at]
    case .power, .root, .logarithm, .smooth, .remainder, .sine, .angle, .hash, .at, .cube, .curves, .letters: []
    }
  }

  /// The name in a shader.
  var name: String { "tt_" + rawValue }

  /// The number of operands that may have several lanes; nil for functions of single numbers only.
  var lanes: Int? {
    switch self {
    case .root, .logarithm, .sine, .cosine, .tangent, .decoded, .encoded: 1
    case .power, .remainder, .angle: 2
    case .smooth: 3
    case .hash, .noise, .at, .nearest, .bilinear, .bicubic, .cube, .curves, .letters: nil
    }
  }

  /// The text, in lines.
  var text: [String] {
    switch self {
    case .power:
      [
        "// x to the power y; 0 where x is not above 0.",
        "float tt_power(float x, float y) { return x < 1.17549435e-38 ? 0.0 : exp2(y * log2(x)); }",
      ]
    case .root: ["float tt_root(float x) { return sqrt(max(x, 0.0)); }"]
    case .logarithm:
      [
        "// To base 2, of at least the smallest normal number.",
        "float tt_logarithm(float x) { return log2(max(x, 1.17549435e-38)); }",
      ]
    case .smooth:
      [
        "// 0 at low, 1 at high, which may be below low.",
        "float tt_smooth(float low, float high, float x) {",
        "  float t = clamp((x - low) / (high - low), 0.0, 1.0);",
        "  return t * t * (3.0 - 2.0 * t);",
        "}",
      ]
    case .remainder: ["float tt_remainder(float x, float y) { return x - y * floor(x / y); }"]
    case .sine:
      [
        "// The sine, turned on by quarters (Cody and Waite): that of a graphics processor may be off by 2^-11.",
        "float tt_sine(float x, int quarters) {",
        "  float n = floor((abs(x) <= 65536.0 ? x : 0.0) * 0.63661977 + 0.5);",
        "  float r = ((x - n * 1.5703125) - n * 4.837512969970703e-4) - n * 7.549789954891882e-8;",
        "  float s = r * r;",
        "  bool isCosine = ((int(n) + quarters) & 1) == 1;",
        "  float value = isCosine",
        "    ? 1.0 + s * (s * (0.041666646868 + s * (-0.0013887367516 + s * 2.4438451575e-5)) - 0.5)",
        "    : r + r * s * (-0.1666665460955 + s * (0.008332160762 - s * 1.9515283207e-4));",
        "  return abs(x) > 65536.0 ? float(quarters) : ((int(n) + quarters) & 2) == 2 ? -value : value;",
        "}",
        "float tt_sine(float x) { return tt_sine(x, 0); }",
      ]
    case .cosine: ["float tt_cosine(float x) { return tt_sine(x, 1); }"]
    case .tangent: ["float tt_tangent(float x) { return tt_sine(x, 0) / tt_sine(x, 1); }"]
    case .angle: ["float tt_angle(float y, float x) { return x == 0.0 && y == 0.0 ? 0.0 : atan2(y, x); }"]
    case .decoded:
      [
        "// Linear light of an sRGB code (IEC 61966-2-1), mirrored about 0.",
        "float tt_decoded(float code) {",
        "  float x = abs(code);",
        "  float light = x <= 0.04045 ? x / 12.92 : tt_power((x + 0.055) / 1.055, 2.4);",
        "  return code < 0.0 ? -light : light;",
        "}",
      ]
    case .encoded:
      [
        "// The sRGB code of linear light, mirrored about 0.",
        "float tt_encoded(float light) {",
        "  float x = abs(light);",
        "  float code = x <= 0.0031308 ? x * 12.92 : 1.055 * tt_power(x, 0.41666667) - 0.055;",
        "  return light < 0.0 ? -code : code;",
        "}",
      ]
    case .hash:
      [
        "// A hash of 32 bits (multipliers by Wellons).",
        "uint tt_hash(uint h) {",
        "  h ^= h >> 16u;",
        "  h *= 0x21f0aaadu;",
        "  h ^= h >> 15u;",
        "  h *= 0x735a2d97u;",
        "  return h ^ (h >> 15u);",
        "}",
      ]
    case .noise:
      [
        "// One of 2^24 equally likely numbers from 0 to 1, bit for bit as Tintype has it.",
        "float tt_noise(uint seed, uint frame, uint channel, int2 pixel) {",
        "  uint row = uint(pixel.y);",
        "  uint first = tt_hash(tt_hash(tt_hash(tt_hash(0x9e3779b9u + seed) + frame) + channel) + row);",
        "  uint second = tt_hash(tt_hash(tt_hash(tt_hash(0x85ebca6bu + seed) + frame) + channel) + row);",
        "  uint h = uint(pixel.x) + first;",
        "  h ^= h >> 16u;",
        "  h *= 0x21f0aaadu;",
        "  h ^= second;",
        "  h ^= h >> 15u;",
        "  h *= 0x735a2d97u;",
        "  h ^= h >> 15u;",
        "  return float(h >> 8u) / 16777216.0;",
        "}",
        "float4 tt_noise(float seed, uint frame, int2 pixel) {",
        "  uint start = uint(clamp(seed, 0.0, 16777216.0));",
        "  return float4(tt_noise(start, frame, 0u, pixel), tt_noise(start, frame, 1u, pixel),",
        "    tt_noise(start, frame, 2u, pixel), tt_noise(start, frame, 3u, pixel));",
        "}",
      ]
    case .at:
      [
        "// A pixel of a picture, whose edges are repeated outside.",
        "float4 tt_at(sampler2D picture, int2 pixel) {",
        "  return texelFetch(picture, clamp(pixel, int2(0), textureSize(picture, 0) - 1), 0);",
        "}",
      ]
    case .nearest:
      [
        "// The pixel of a picture that contains a place.",
        "float4 tt_nearest(sampler2D picture, int2 origin, float2 place) {",
        "  float2 low = float2(origin) - 4.0;",
        "  float2 bounded = clamp(place, low, low + float2(textureSize(picture, 0)) + 8.0);",
        "  return tt_at(picture, int2(floor(bounded)) - origin);",
        "}",
      ]
    case .bilinear:
      [
        "// A picture at a place, linear between the centers of pixels.",
        "float4 tt_bilinear(sampler2D picture, int2 origin, float2 place) {",
        "  float2 low = float2(origin) - 4.0;",
        "  float2 at = clamp(place, low, low + float2(textureSize(picture, 0)) + 8.0) - 0.5;",
        "  float2 f = at - floor(at);",
        "  int2 first = int2(floor(at)) - origin;",
        "  float4 above = tt_at(picture, first) * (1.0 - f.x) + tt_at(picture, first + int2(1, 0)) * f.x;",
        "  first.y += 1;",
        "  float4 below = tt_at(picture, first) * (1.0 - f.x) + tt_at(picture, first + int2(1, 0)) * f.x;",
        "  return above * (1.0 - f.y) + below * f.y;",
        "}",
      ]
    case .bicubic:
      [
        "// The weights of four pixels, at a fraction behind the second (Catmull and Rom).",
        "float4 tt_cubic(float f) {",
        "  float g = f * f;",
        "  return float4(f * (f * (1.0 - 0.5 * f) - 0.5), g * (1.5 * f - 2.5) + 1.0,",
        "    f * (f * (2.0 - 1.5 * f) + 0.5), g * (0.5 * f - 0.5));",
        "}",
        "// A picture at a place, cubic between the centers of pixels.",
        "float4 tt_bicubic(sampler2D picture, int2 origin, float2 place) {",
        "  float2 low = float2(origin) - 4.0;",
        "  float2 at = clamp(place, low, low + float2(textureSize(picture, 0)) + 8.0) - 0.5;",
        "  int2 first = int2(floor(at)) - origin - 1;",
        "  float4 across = tt_cubic(at.x - floor(at.x));",
        "  float4 down = tt_cubic(at.y - floor(at.y));",
        "  float4 sum = float4(0.0);",
        "  for (int row = 0; row < 4; row++) {",
        "    float4 line = float4(0.0);",
        "    for (int column = 0; column < 4; column++) {",
        "      line += tt_at(picture, first + int2(column, row)) * across[column];",
        "    }",
        "    sum += line * down[row];",
        "  }",
        "  return sum;",
        "}",
      ]
    case .cube:
      [
        "// A color in a table of three dimensions, between the four entries around it (tetrahedral).",
        "float3 tt_cube(sampler3D table, float3 scale, float3 offset, float3 color) {",
        "  float last = float(textureSize(table, 0).x - 1);",
        "  float3 at = clamp(color * scale + offset, 0.0, last);",
        "  float3 cell = min(floor(at), last - 1.0);",
        "  float3 f = at - cell;",
        "  float most = max(max(f.r, f.g), f.b);",
        "  float least = min(min(f.r, f.g), f.b);",
        "  float middle = max(min(f.r, f.g), min(max(f.r, f.g), f.b));",
        "  int3 low = int3(cell);",
        "  int3 first = f.r >= f.g && f.r >= f.b ? int3(1, 0, 0) : f.g >= f.b ? int3(0, 1, 0) : int3(0, 0, 1);",
        "  int3 other = f.g >= f.b && f.r >= f.b ? int3(0, 0, 1) : f.r < f.g && f.r < f.b ? int3(1, 0, 0)",
        "    : int3(0, 1, 0);",
        "  return texelFetch(table, low, 0).rgb * (1.0 - most)",
        "    + texelFetch(table, low + first, 0).rgb * (most - middle)",
        "    + texelFetch(table, low + 1 - other, 0).rgb * (middle - least)",
        "    + texelFetch(table, low + 1, 0).rgb * least;",
        "}",
      ]
    case .curves:
      [
        "// The channels of a color, each in a table of its own, whose entries stand in rows.",
        "float3 tt_curves(sampler2D table, float3 scale, float3 offset, float3 color) {",
        "  int2 size = textureSize(table, 0);",
        "  float last = texelFetch(table, int2(0, size.y - 1), 0).r;",
        "  float3 at = clamp(color * scale + offset, 0.0, last);",
        "  float3 cell = min(floor(at), last - 1.0);",
        "  float3 result;",
        "  for (int lane = 0; lane < 3; lane++) {",
        "    int entry = int(cell[lane]);",
        "    float a = texelFetch(table, int2(entry % size.x, entry / size.x), 0)[lane];",
        "    float b = texelFetch(table, int2((entry + 1) % size.x, (entry + 1) / size.x), 0)[lane];",
        "    result[lane] = a * (1.0 - (at[lane] - cell[lane])) + b * (at[lane] - cell[lane]);",
        "  }",
        "  return result;",
        "}",
      ]
    case .letters:
      [
        "// The part of a pixel that a line of text covers. A row of strokes holds in heights of a capital the middle",
        "// and direction of a stroke, half of its length and width, and whether its ends are pointed.",
        "float tt_letters(sampler2D strokes, float2 place, float2 anchor, float2 part, float height, float width,",
        "    float4 box) {",
        "  float2 start = anchor - part * float2(width * height, height);",
        "  bool near = all(greaterThan(place, start + box.xy * height - 1.0))",
        "    && all(lessThan(place, start + box.zw * height + 1.0));",
        "  if (!near || !(height > 0.0)) return 0.0;",
        "  float covered = 0.0;",
        "  for (int row = 0; row < textureSize(strokes, 0).y; row++) {",
        "    float4 line = texelFetch(strokes, int2(0, row), 0);",
        "    float4 pen = texelFetch(strokes, int2(1, row), 0);",
        "    float2 away = place - (start + line.xy * height);",
        "    float along = abs(dot(away, line.zw));",
        "    float across = abs(away.x * line.w - away.y * line.z);",
        "    float reach = pen.x * height;",
        "    float radius = max(pen.y * height, 0.5);",
        "    float inside = pen.z > 0.0 ? min(radius - across, (reach - (along + across)) * 0.70710678)",
        "      : radius - length(float2(max(along - reach, 0.0), across));",
        "    covered = max(covered, clamp(inside + 0.5, 0.0, 1.0) * min(2.0 * pen.y * height, 1.0));",
        "  }",
        "  return covered;",
        "}",
      ]
    }
  }

  /// The same function lane by lane.
  func text(width: Int) -> [String] {
    guard let lanes else { return [] }
    let type = "float\(width)"
    let names = ["a", "b", "c"].prefix(lanes)
    let calls = ["x", "y", "z", "w"].prefix(width).map { lane in
      "\(name)(\(names.map { "\($0).\(lane)" }.joined(separator: ", ")))"
    }
    return [
      "\(type) \(name)(\(names.map { "\(type) \($0)" }.joined(separator: ", "))) {",
      "  return \(type)(\(calls.joined(separator: ", ")));", "}",
    ]
  }
}
