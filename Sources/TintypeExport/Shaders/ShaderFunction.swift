import TintypeIntrinsics

/// A function that shaders lack, or have with other edge cases. The text is in the words of Metal.
enum ShaderFunction: String, CaseIterable {
  case power, root, logarithm, smooth, remainder, angle, decoded, encoded, hash, noise

  /// The functions that it calls.
  var needs: [ShaderFunction] {
    switch self {
    case .decoded, .encoded: [.power]
    case .noise: [.hash]
    case .power, .root, .logarithm, .smooth, .remainder, .angle, .hash: []
    }
  }

  /// The name in a shader.
  var name: String { "tt_" + rawValue }

  /// The number of operands that may have several lanes; nil for functions of single numbers only.
  var lanes: Int? {
    switch self {
    case .root, .logarithm, .decoded, .encoded: 1
    case .power, .remainder, .angle: 2
    case .smooth: 3
    case .hash, .noise: nil
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
