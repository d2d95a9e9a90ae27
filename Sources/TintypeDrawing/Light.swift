import TintypeIntrinsics

/// Between 8-bit sRGB and linear light, by tables made with the language's own arithmetic, so that drawn pictures have the
/// same bytes on every machine.
enum Light {
  /// The linear light of each code.
  static let ofCode: [Float] = (0...255).map { converted(.srgbToLinear, Float($0) / 255) }

  /// The code of linear light 0 to 1, clamped and rounded.
  static func code(_ light: Float) -> UInt8 {
    let bounded = light > 0 ? (light < 1 ? light : 1) : 0
    // The curve is steep near black: the square root spreads the table's entries where they are needed.
    return codes[Int(bounded.squareRoot() * Float(codes.count - 1) + 0.5)]
  }

  private static let codes: [UInt8] = (0...8191).map { index in
    let root = Float(index) / 8191
    return UInt8(converted(.linearToSrgb, root * root) * 255 + 0.5)
  }

  private static func converted(_ intrinsic: Intrinsic, _ value: Float) -> Float {
    intrinsic.definition.formula.scalar(operandWidths: [1]).evaluated { _, _ in value }
  }
}

extension RGB8 {
  /// The colour in linear light.
  var light: SIMD3<Float> { SIMD3(Light.ofCode[Int(red)], Light.ofCode[Int(green)], Light.ofCode[Int(blue)]) }

  /// The nearest colour to linear light, clamped.
  init(light: SIMD3<Float>) { self.init(Light.code(light.x), Light.code(light.y), Light.code(light.z)) }
}
