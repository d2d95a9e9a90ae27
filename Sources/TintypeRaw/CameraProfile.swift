public import TintypeColor

/// What a DNG states of its sensor's colors, under one light or two (DNG 1.6, chapter 6: "Mapping Camera Color Space to
/// CIE XYZ Space").
public struct CameraProfile: Hashable, Sendable {
  /// The sensor under one light.
  public struct Calibration: Hashable, Sendable {
    /// The light's correlated color temperature.
    public var kelvins: Double
    /// From CIE XYZ to the colors of a reference sensor.
    public var fromXYZ: Matrix3
    /// From the reference sensor's balanced colors to XYZ under D50; nil where the file states none.
    public var forward: Matrix3?
    /// From the reference sensor's colors to this one's.
    public var individual: Matrix3

    /// See the properties.
    public init(kelvins: Double, fromXYZ: Matrix3, forward: Matrix3?, individual: Matrix3) {
      (self.kelvins, self.fromXYZ, self.forward, self.individual) = (kelvins, fromXYZ, forward, individual)
    }
  }

  private let first: Calibration
  private let second: Calibration

  /// Under one light, or between two of different temperatures.
  public init(_ first: Calibration, _ second: Calibration? = nil) {
    (self.first, self.second) = (first, second.flatMap { $0.kelvins == first.kelvins ? nil : $0 } ?? first)
  }

  /// The share of the first light: linear in the inverse temperature, and constant beyond either.
  private func share(under white: SIMD2<Double>) -> Double {
    guard first.kelvins != second.kelvins else { return 1 }
    let kelvins = CameraProfile.temperature(of: white)
    let share = (1 / kelvins - 1 / second.kelvins) / (1 / first.kelvins - 1 / second.kelvins)
    return share.isFinite ? max(0, min(share, 1)) : 1
  }

  private func interpolated(_ matrix: (Calibration) -> Matrix3, under white: SIMD2<Double>) -> Matrix3 {
    let (share, a, b) = (share(under: white), matrix(first), matrix(second))
    let rows = (0..<3).map { a.rows[$0] * share + b.rows[$0] * (1 - share) }
    return Matrix3(rows[0], rows[1], rows[2])
  }

  /// From CIE XYZ to the sensor's colors under light of this white.
  public func fromXYZ(under white: SIMD2<Double>) -> Matrix3 {
    interpolated({ $0.individual }, under: white) * interpolated({ $0.fromXYZ }, under: white)
  }

  /// The xy of a light that the sensor sees in these colors; nil where the matrices make no sense. The matrix depends
  /// on the light, and so it is found in steps.
  ///
  /// - Parameter neutral: the sensor's colors of something gray.
  public func white(ofNeutral neutral: SIMD3<Double>) -> SIMD2<Double>? {
    var white = SIMD2(0.3457, 0.3585)  // D50
    for _ in 0..<30 {
      guard let next = fromXYZ(under: white).inverse.map({ $0 * neutral }), next.sum() > 0, next.min() > 0 else {
        return nil
      }
      let last = white
      white = SIMD2(next.x, next.y) / next.sum()
      let step = white - last
      if abs(step.x) + abs(step.y) < 1e-7 { return white }
    }
    return white
  }

  /// From balanced colors to linear light of sRGB's primaries, white to white; nil where the matrices make no sense.
  ///
  /// - Parameter neutral: the sensor's colors of something gray.
  public func toSRGB(neutral: SIMD3<Double>) -> Matrix3? {
    guard neutral.min() > 0, let white = white(ofNeutral: neutral) else { return nil }
    func diagonal(_ n: SIMD3<Double>) -> Matrix3 { Matrix3([n.x, 0, 0], [0, n.y, 0], [0, 0, n.z]) }
    let toXYZ: Matrix3?
    if first.forward != nil, second.forward != nil {
      let toReference = interpolated({ $0.individual }, under: white).inverse
      let forward = interpolated({ $0.forward ?? $0.fromXYZ }, under: white)
      toXYZ = toReference.map { forward * diagonal(1 / ($0 * neutral)) * $0 }
    } else {
      toXYZ = fromXYZ(under: white).inverse.flatMap { inverse in
        Chromaticities.adaptation(from: white).map { $0 * inverse }
      }
    }
    guard let toXYZ, let toLight = RGBSpace.linearSRGB.colorants.inverse else { return nil }
    let matrix = toLight * toXYZ * diagonal(neutral)
    let brightness = (toXYZ * neutral).y
    guard brightness > 0 else { return nil }
    let rows = matrix.rows.map { $0 / brightness }
    guard rows.allSatisfy({ row in (0..<3).allSatisfy { row[$0].magnitude < 100 } }) else { return nil }
    return Matrix3(rows[0], rows[1], rows[2])
  }

  /// The correlated color temperature of a light (McCamy, Color Research and Application 17, 1992).
  static func temperature(of white: SIMD2<Double>) -> Double {
    let n = (white.x - 0.3320) / (0.1858 - white.y)
    return ((449 * n + 3_525) * n + 6_823.3) * n + 5_520.33
  }
}
