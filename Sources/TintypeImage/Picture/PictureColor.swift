public import TintypeColor

/// What the numbers of a picture's rows mean.
public struct PictureColor: Hashable, Sendable {
  /// How a file says what its colors are.
  public enum Statement: CaseIterable, Hashable, Sendable {
    /// Nothing usable: sRGB is assumed.
    case nothing
    /// An ICC profile, which every format can hold.
    case profile
    /// A statement that only the file's own format has, such as PNG's sRGB.
    case format
    /// Code points of high dynamic range, which the rows do not have any more.
    case codePoints
    /// Camera data, which few programs heed.
    case cameraData
    /// The caller, whatever the file says.
    case caller
  }

  /// What the rows are in.
  public var space: RGBSpace

  /// The logarithmic codes that the rows are, which a program decodes to sRGB with light beyond 0 to 1; then
  /// ``space`` is sRGB. Nil for other rows.
  public var log: InputSpace?

  /// How the file says so.
  public var statement: Statement

  /// Whether the file has an unusable profile, which results do not carry.
  public var hasBrokenProfile = false

  /// The color model that cannot be written, "CMYK" for example, so that a result has to be in another space; nil where
  /// a result can be in the photo's space.
  public var lostSpace: String?

  /// Bits of a sample in the file; converted rows have more.
  public var storedDepth: SampleDepth

  /// Whether the rows are light of the scene, where the gray card is 0.18, instead of a finished picture.
  public var isSceneLight = false

  /// The space of the file's codes where the rows are light that was made of them, with the same primaries; nil where
  /// rows have the file's codes. A result of codes is in this space.
  public var codes: RGBSpace?

  /// How many times as bright as white a finished picture may be: 1, and more where a gain map was applied.
  public var headroom = 1.0

  /// What is done to the light of the rows before a look sees it; nil for nothing.
  public var correction: LightCorrection?

  /// What the file's gain map states, whether it was applied or not; nil without one that can be used.
  public var gainMap: StatedGainMap?

  /// Whether the file codes light as PQ or HLG, which a finished picture does not hold.
  package var isHighDynamicRange: Bool { statement == .codePoints }

  /// A file that says nothing: codes of sRGB, or linear light with sRGB's primaries.
  public static func assumed(_ depth: SampleDepth) -> PictureColor {
    PictureColor(
      space: depth.isLight ? .linearSRGB : .srgb, statement: .nothing, lostSpace: nil, storedDepth: depth,
      isSceneLight: depth.isLight)
  }

  /// The same with a correction, which may make light beyond white.
  func corrected(by correction: LightCorrection?) -> PictureColor {
    var color = self
    color.correction = correction
    if let correction, !isSceneLight { color.headroom *= correction.headroom }
    return color
  }
}
