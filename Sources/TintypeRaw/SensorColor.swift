public import TintypeColor

/// How a sensor's colors become light.
public struct SensorColor: Hashable, Sendable {
  /// Factors of red, green and blue that make gray equal in all three; green's is 1.
  public var balance: SIMD3<Float>

  /// From balanced colors, where 1 is the sensor's white in green, to linear light.
  public var matrix: Matrix3

  /// See the properties.
  public init(balance: SIMD3<Float>, matrix: Matrix3) { (self.balance, self.matrix) = (balance, matrix) }

  /// Where a raw picture's light is 1 above the gray card at 0.18: white of a finished picture lies at 1.86 of that
  /// light (the library's `sceneLight`), and a camera that states nothing records no more.
  public static let whiteOfSensor = 1.86

  /// Factors for light of a color temperature.
  ///
  /// - Parameters:
  ///   - kelvins: within `WhiteBalance.temperatures`.
  ///   - matrix: from CIE XYZ to the sensor's colors.
  /// - Returns: nil for a matrix that makes no sense there.
  public static func balance(forTemperature kelvins: Double, _ matrix: Matrix3) -> SIMD3<Float>? {
    balance(ofColors: matrix * WhiteBalance.light(ofTemperature: kelvins))
  }

  fileprivate static func balance(ofColors colors: SIMD3<Double>) -> SIMD3<Float>? {
    guard colors.min() > 0, colors.max() < 1e6 else { return nil }
    return SIMD3<Float>(SIMD3<Double>(repeating: colors.y) / colors)
  }
}

extension CameraProfile {
  /// Factors for light of a color temperature within `WhiteBalance.temperatures`; nil where the matrices make no sense.
  public func balance(forTemperature kelvins: Double) -> SIMD3<Float>? {
    let light = WhiteBalance.light(ofTemperature: kelvins)
    return SensorColor.balance(forTemperature: kelvins, fromXYZ(under: SIMD2(light.x, light.y) / light.sum()))
  }

  /// Factors for light of a white; nil for what is no light, and where the matrices make no sense.
  public func balance(for white: SIMD2<Double>) -> SIMD3<Float>? {
    guard white.min() > 0.01, white.sum() < 1 else { return nil }
    let light = SIMD3(white.x, white.y, 1 - white.sum()) / white.y
    return SensorColor.balance(ofColors: fromXYZ(under: white) * light)
  }
}
