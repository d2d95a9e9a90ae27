/// An RGB color space: a tone curve for each channel and a matrix to the ICC profile connection space.
public struct RGBSpace: Sendable, Hashable {
  /// The display name.
  public let name: String

  /// The tone curves of red, green and blue.
  public let curves: [ToneCurve]

  /// The matrix from linear RGB to XYZ under D50; its columns are the colorants.
  public let colorants: Matrix3

  /// The inverse of ``colorants``.
  let fromColorants: Matrix3

  /// The matrix that adapted the white point to D50, if known.
  package let adaptation: Matrix3?

  /// Creates a space with a curve for each channel. Nil if the matrix or a curve cannot be inverted, or has numbers
  /// that no profile can state.
  public init?(name: String, curves: [ToneCurve], colorants: Matrix3, adaptation: Matrix3? = nil) {
    guard let back = colorants.inverse, colorants.areColorants, adaptation?.isStorable ?? true,
      curves.count == 3, curves.allSatisfy({ $0.isUsable })
    else { return nil }
    (self.name, self.curves, self.colorants, fromColorants) = (name, curves.map { $0.named }, colorants, back)
    self.adaptation = adaptation
  }

  /// Creates a space with one curve for all channels. Nil if the matrix or the curve cannot be inverted.
  public init?(name: String, curve: ToneCurve, _ chromaticities: Chromaticities) {
    guard let colorants = chromaticities.colorants else { return nil }
    self.init(
      name: name, curves: [curve, curve, curve], colorants: colorants, adaptation: chromaticities.adaptation)
  }

  /// Whether codes are light.
  public var isLinear: Bool { curves.allSatisfy { $0 == .gamma(1) } }

  /// The share of red, green and blue in the luminance of white.
  package var luminance: SIMD3<Double> {
    // Colorants are adapted to D50; the shares are those under the space's own white.
    let native = adaptation.flatMap { $0.inverse }.map { $0 * colorants } ?? colorants
    let weights = SIMD3((native * SIMD3(1, 0, 0)).y, (native * SIMD3(0, 1, 0)).y, (native * SIMD3(0, 0, 1)).y)
    return weights / weights.sum()
  }

  /// The matrix from linear RGB of this space to linear RGB of another.
  public func matrix(to other: RGBSpace) -> Matrix3 { other.fromColorants * colorants }

  /// Converts a color, encoded in both spaces. The result is not clamped.
  public func converted(_ color: SIMD3<Double>, to other: RGBSpace) -> SIMD3<Double> {
    let light = matrix(to: other) * SIMD3((0..<3).map { curves[$0].light(of: color[$0]) })
    return SIMD3((0..<3).map { other.curves[$0].code(of: light[$0]) })
  }
}

extension RGBSpace: CustomStringConvertible {
  /// The display name.
  public var description: String { name }
}

extension RGBSpace {
  /// The tolerance of ``isLike(_:)`` in 8-bit codes. Profiles of sRGB by different vendors differ by up to 1.4 in white
  /// point and rounding.
  public static let likeness = 2.0

  /// Whether the spaces are interchangeable: over nine steps of each channel, converted 8-bit codes differ by
  /// ``likeness`` at most.
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
