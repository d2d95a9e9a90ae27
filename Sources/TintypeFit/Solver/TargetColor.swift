import TintypeColor

/// A target color, and the difference of other colors from it.
struct TargetColor: Sendable {
  let lab: LabColor
  private let along: SIMD2<Double>
  private let chromaScale: Double
  private let hueScale: Double

  init(_ lab: LabColor) {
    self.lab = lab
    let chroma = (lab.a * lab.a + lab.b * lab.b).squareRoot()
    along = chroma < 1e-6 ? SIMD2(1, 0) : SIMD2(lab.a, lab.b) / chroma
    (chromaScale, hueScale) = (1 / (1 + 0.045 * chroma), 1 / (1 + 0.015 * chroma))
  }

  /// The difference of a color in lightness, chroma and hue, weighted as CIE94 weights them. Its length is about the
  /// difference in dE2000 where that is small; it is smooth, and each part is linear in the color.
  func residual(of color: LabColor) -> SIMD3<Float> {
    let (a, b) = (color.a - lab.a, color.b - lab.b)
    return SIMD3(
      Float(color.lightness - lab.lightness), Float((a * along.x + b * along.y) * chromaScale),
      Float((b * along.x - a * along.y) * hueScale))
  }
}

extension SIMD3<Float> {
  /// The Euclidean length.
  var length: Float { (self * self).sum().squareRoot() }
}
