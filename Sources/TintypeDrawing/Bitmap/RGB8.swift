/// A color in 8-bit sRGB.
public struct RGB8: Sendable, Hashable {
  /// Red, 0 to 255.
  public var red: UInt8

  /// Green, 0 to 255.
  public var green: UInt8

  /// Blue, 0 to 255.
  public var blue: UInt8

  /// Takes the three codes.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Takes a color as `0xRRGGBB`.
  public init(hex: UInt32) {
    self.init(UInt8(truncatingIfNeeded: hex >> 16), UInt8(truncatingIfNeeded: hex >> 8), UInt8(truncatingIfNeeded: hex))
  }
}

extension RGB8 {
  /// The color in linear light.
  var light: SIMD3<Float> {
    let linear = Light.ofCode
    return SIMD3(linear[Int(red)], linear[Int(green)], linear[Int(blue)])
  }

  /// The color closest to linear light, clamped.
  public init(light: SIMD3<Float>) {
    self.init(Light.code(light.x), Light.code(light.y), Light.code(light.z))
  }
}
