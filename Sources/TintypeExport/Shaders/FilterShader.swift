import TintypeIR

/// The fragment shaders of filters. They are the same for all looks; the number of times that they run depends on the
/// amount.
///
/// A blur runs as in a render (`GaussianSteps`): it halves the picture along x and along y while sigma is at least 4
/// pixels, weighs neighbors along x and y, and doubles along y and x.
enum FilterShader: String, CaseIterable {
  case halve, weigh, double, median

  /// Those of a spatial step.
  init?(_ operation: SpatialOperation) {
    switch operation {
    case .blur: self = .weigh
    case .median: self = .median
    case .sample: return nil
    }
  }

  /// Those that run for the step, too.
  var companions: [FilterShader] { self == .weigh ? [.halve, .weigh, .double] : [self] }

  private var about: String {
    switch self {
    case .halve: "half as many pixels along an axis, filtered with 1 4 6 4 1"
    case .weigh: "each pixel and its neighbors along an axis, weighed"
    case .double: "twice as many pixels along an axis, filtered with 1 4 6 4 1"
    case .median: "the median over a square of 2 * reach + 1 pixels, in steps of 2^-15 from -0.5 to 1.5"
    }
  }

  /// Uniforms besides the picture and the two origins.
  private var uniforms: [String] {
    switch self {
    case .halve, .double: ["uniform ivec2 axis;  // 1, 0 or 0, 1"]
    case .weigh:
      [
        "uniform ivec2 axis;  // 1, 0 or 0, 1", "uniform int reach;  // neighbors on either side",
        "uniform float weights[17];  // of the pixel and of those at each distance",
      ]
    case .median: ["uniform int reach;"]
    }
  }

  private var statements: [String] {
    switch self {
    case .halve:
      [
        "ivec2 middle = pixel * (axis + 1);",
        "result = 0.375 * at(middle) + (0.25 * (at(middle - axis) + at(middle + axis))",
        "  + 0.0625 * (at(middle - 2 * axis) + at(middle + 2 * axis)));",
      ]
    case .weigh:
      [
        "result = weights[0] * at(pixel);",
        "for (int i = 1; i <= reach; i++) result += weights[i] * (at(pixel - i * axis) + at(pixel + i * axis));",
      ]
    case .double:
      [
        "ivec2 half_ = pixel >> axis;", "bool isOdd = ((pixel.x & axis.x) | (pixel.y & axis.y)) == 1;",
        "result = isOdd ? 0.5 * (at(half_) + at(half_ + axis))",
        "  : 0.75 * at(half_) + 0.125 * (at(half_ - axis) + at(half_ + axis));",
      ]
    case .median:
      [
        "// The largest code below which at most half of the square lies, bit by bit.",
        "ivec4 found = ivec4(0);", "int most = (2 * reach + 1) * (2 * reach + 1) / 2;",
        "for (int bit = 32768; bit > 0; bit >>= 1) {", "  ivec4 below = ivec4(0);",
        "  for (int y = -reach; y <= reach; y++) {", "    for (int x = -reach; x <= reach; x++) {",
        "      vec4 bounded = clamp(at(pixel + ivec2(x, y)), -0.5, 1.499969482421875);",
        "      below += ivec4(lessThan(ivec4(bounded * 32768.0 + 16384.5), found + bit));", "    }", "  }",
        "  found += bit * ivec4(lessThanEqual(below, ivec4(most)));", "}",
        "result = (vec4(found) - 16384.0) / 32768.0;",
      ]
    }
  }

  /// The text.
  var glsl: [String] {
    ["#version 300 es", "// \(rawValue): \(about)"]
      + ["float", "int", "sampler2D"].map { "precision highp \($0);" } + [""]
      + ["uniform sampler2D picture;", "uniform ivec2 picture_origin;", "uniform ivec2 origin;"] + uniforms
      + [
        "out vec4 result;", "", "// A pixel of the picture, whose edges are repeated outside.",
        "vec4 at(ivec2 pixel) {",
        "  return texelFetch(picture, clamp(pixel - picture_origin, ivec2(0), textureSize(picture, 0) - 1), 0);", "}",
        "", "void main() {", "  ivec2 pixel = ivec2(gl_FragCoord.xy) + origin;",
      ] + statements.map { "  " + $0 } + ["}"]
  }
}
