/// Light beyond what a sensor records.
///
/// Balanced colors are cut off at different heights: green at 1, the others at their factors. A color that is cut off
/// is at least as bright as the mean of the two others, and where all are cut off light is white, as bright as the
/// color that goes furthest.
struct Highlights {
  /// Where each color is cut off.
  let ends: SIMD3<Float>

  init(_ balance: SIMD3<Float>) { ends = balance }

  /// From here on a color, as a share of its end, may be cut off; at the second number it is.
  private static let (near, reached): (Float, Float) = (0.9, 0.98)

  /// The least sample of a color that may be cut off.
  func threshold(_ color: Int) -> Float { ends[color] * Self.near }

  /// The color, rebuilt.
  ///
  /// - Parameters:
  ///   - own: the color at a place.
  ///   - color: which one.
  ///   - colors: all three around the place, `own` among them.
  func rebuilt(_ own: Float, _ color: Int, of colors: SIMD3<Float>) -> Float {
    let shares = colors / ends
    let mean = (colors.sum() - colors[color]) / 2
    let rebuilt = max(own, mean)
    let whole = rebuilt + (max(colors.max(), rebuilt) - rebuilt) * Self.step(shares.min())
    return own + (whole - own) * Self.step(own / ends[color])
  }

  /// All three colors of a place, rebuilt.
  func rebuilt(_ colors: SIMD3<Float>) -> SIMD3<Float> {
    guard any(colors .>= ends * Self.near) else { return colors }
    return SIMD3(rebuilt(colors.x, 0, of: colors), rebuilt(colors.y, 1, of: colors), rebuilt(colors.z, 2, of: colors))
  }

  /// From 0 to 1 between the two numbers, smoothly.
  private static func step(_ share: Float) -> Float {
    let t = max(0, min((share - near) / (reached - near), 1))
    return t * t * (3 - 2 * t)
  }
}
