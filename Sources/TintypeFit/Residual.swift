import TintypeColor

/// The residual error of a fitted look at one color.
public struct Residual: Sendable {
  /// The color that was to be reached.
  let wanted: LabColor
  /// The distance in dE2000.
  public let distance: Double

  /// The lightness of that color, 0 to 100.
  public var lightness: Double { wanted.lightness }
  /// Its distance from gray in CIELAB.
  public var chroma: Double { wanted.chroma }
  /// Its hue in CIELAB, in degrees from 0 to 360.
  public var hue: Double { wanted.hue }
  /// The color as linear light with the primaries of sRGB.
  public var light: SIMD3<Float> { SIMD3<Float>(wanted.linear) }
}
