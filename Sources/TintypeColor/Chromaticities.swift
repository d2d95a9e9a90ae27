/// The primaries and the white point of an RGB space, in CIE 1931 xy.
public struct Chromaticities: Sendable, Hashable {
  /// xy of red, green and blue.
  public let primaries: [SIMD2<Double>]

  /// xy of the white point.
  public let white: SIMD2<Double>

  /// Takes xy of each primary and of the white point.
  public init(red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>) {
    primaries = [red, green, blue]
    self.white = white
  }

  /// The RGB to XYZ matrix under D50, as ICC profiles store it: XYZ of red, green and blue in columns, adapted by the
  /// Bradford transform (ICC.1:2022, annex E). Nil if the four chromaticities do not define an RGB space.
  public var colorants: Matrix3? {
    // White is a color of light. Primaries may lie beyond all colors, as those of ACES and of cameras do.
    guard white.y > 5e-5, white.x >= 0, white.x + white.y <= 1.001,
      primaries.allSatisfy({ xy in (0..<2).allSatisfy { (-0.2...2).contains(xy[$0]) } && xy.y.magnitude > 5e-5 })
    else { return nil }
    let columns = primaries.map { Self.tristimulus($0) }
    let unscaled = Matrix3(columns: columns[0], columns[1], columns[2])
    // Each primary is added: its luminance has the sign of its y.
    guard let weights = unscaled.inverse.map({ $0 * Self.tristimulus(white) }),
      (0..<3).allSatisfy({ weights[$0] * primaries[$0].y > 0 })
    else { return nil }
    let scaled = Matrix3(columns: columns[0] * weights.x, columns[1] * weights.y, columns[2] * weights.z)
    return adaptation.map { $0 * scaled }
  }

  /// The Bradford matrix that adapts XYZ from this white point to D50.
  public var adaptation: Matrix3? { Self.adaptation(from: white) }

  /// The Bradford matrix that adapts XYZ from a white point to D50.
  package static func adaptation(from white: SIMD2<Double>) -> Matrix3? {
    // Lam, "Metamerism and color constancy", 1985, as ICC.1:2022 prints it.
    let cones = Matrix3([0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])
    guard let back = cones.inverse else { return nil }
    let gain = (cones * d50) / (cones * tristimulus(white))
    return back * Matrix3([gain.x, 0, 0], [0, gain.y, 0], [0, 0, gain.z]) * cones
  }

  /// XYZ of D50, the white point of the ICC profile connection space.
  static let d50 = SIMD3(0.9642, 1, 0.8249)

  private static func tristimulus(_ xy: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(xy.x / xy.y, 1, (1 - xy.x - xy.y) / xy.y)
  }
}
