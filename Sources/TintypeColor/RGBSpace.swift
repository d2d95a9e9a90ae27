/// What red, green and blue mean: a curve for each, and the colors that they are at full strength.
public struct RGBSpace: Sendable, Hashable {
  /// What people call it.
  public let name: String

  /// The curves of red, green and blue.
  public let curves: [ToneCurve]

  /// X, Y and Z of red, green and blue in columns, under D50.
  public let colorants: Matrix3

  /// The way back from ``colorants``.
  let fromColorants: Matrix3

  /// What carried its white to D50, where that is known.
  let adaptation: Matrix3?

  /// A space; nil when its colors cannot be told apart, or a curve has no way back.
  public init?(name: String, curves: [ToneCurve], colorants: Matrix3, adaptation: Matrix3? = nil) {
    guard let back = colorants.inverse, curves.count == 3, curves.allSatisfy(\.isUsable) else { return nil }
    (self.name, self.curves, self.colorants, fromColorants) = (name, curves.map(\.named), colorants, back)
    self.adaptation = adaptation
  }

  /// A space with one curve; nil as above.
  public init?(name: String, curve: ToneCurve, _ chromaticities: Chromaticities) {
    guard let colorants = chromaticities.colorants else { return nil }
    self.init(
      name: name, curves: [curve, curve, curve], colorants: colorants, adaptation: chromaticities.adaptation)
  }

  /// From light of this space to light of another.
  public func matrix(to other: RGBSpace) -> Matrix3 { other.fromColorants * colorants }

  /// A color of this space in another, not clamped.
  public func converted(_ color: SIMD3<Double>, to other: RGBSpace) -> SIMD3<Double> {
    let light = matrix(to: other) * SIMD3((0..<3).map { curves[$0].light(of: color[$0]) })
    return SIMD3((0..<3).map { other.curves[$0].code(of: light[$0]) })
  }
}

extension RGBSpace: CustomStringConvertible {
  /// Its name.
  public var description: String { name }
}

extension RGBSpace {
  /// The largest difference in 8-bit codes that the usual files of one space have from each other: the white points and the
  /// rounding of sRGB profiles alone make 1.4.
  public static let likeness = 2.0

  /// Whether no color of either looks different in the other: over nine steps of each channel, codes differ by
  /// ``likeness`` of 255 at most.
  public func isLike(_ other: RGBSpace) -> Bool {
    if curves == other.curves, colorants == other.colorants { return true }
    let steps = (0...8).map { Double($0) / 8 }
    return steps.allSatisfy { red in
      steps.allSatisfy { green in
        steps.allSatisfy { blue in
          let color = SIMD3(red, green, blue)
          let other = converted(color, to: other).clamped(lowerBound: .zero, upperBound: .one)
          return (0..<3).allSatisfy { (other[$0] - color[$0]).magnitude * 255 <= RGBSpace.likeness }
        }
      }
    }
  }
}
