import TintypeSystem

/// What is done to the light of a photo before a look sees it: what a meter found that it lacks.
///
/// Linear light of sRGB's primaries is multiplied by 2^(exposure + red), 2^exposure and 2^(exposure + blue). Then the
/// distance of its luminance from the gray card's, 0.18, in stops, is multiplied by the contrast; colors keep their
/// hue.
public struct LightCorrection: Hashable, Sendable {
  /// In stops.
  public var exposure = 0.0

  /// White balance: red and blue light over green, in stops.
  public var red = 0.0, blue = 0.0

  /// A factor.
  public var contrast = 1.0

  /// The stops that a text may state.
  static let stops = -10.0...10.0

  /// The contrast that a text may state.
  static let contrasts = 0.25...4.0

  /// A correction that changes nothing.
  public init() {}

  private typealias Path = WritableKeyPath<LightCorrection, Double>

  private static var fields: [(name: String, path: Path, range: ClosedRange<Double>)] {
    [
      ("exposure", \.exposure, stops), ("red", \.red, stops), ("blue", \.blue, stops),
      ("contrast", \.contrast, contrasts),
    ]
  }

  /// Reads what ``spelled`` writes, of which any part may be missing; nil for other texts.
  public init?(_ text: String) {
    var left = Self.fields
    for word in text.split(separator: " ") {
      let halves = word.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, let index = left.firstIndex(where: { $0.name == halves[0] }) else { return nil }
      let field = left.remove(at: index)
      guard let number = Double(halves[1]), field.range.contains(number) else { return nil }
      self[keyPath: field.path] = number
    }
    if left.count == Self.fields.count { return nil }
  }

  /// As a text: `exposure=0.35 red=0.1 blue=-0.2`. What changes nothing is left out, but for the exposure.
  public var spelled: String {
    let neutral = LightCorrection()
    return Self.fields.filter { $0.name == "exposure" || self[keyPath: $0.path] != neutral[keyPath: $0.path] }
      .map { "\($0.name)=\(self[keyPath: $0.path])" }.joined(separator: " ")
  }

  /// The factors of red, green and blue light.
  package var gains: [Double] { [exp2(exposure + red), exp2(exposure), exp2(exposure + blue)] }

  /// What the brightest white of a finished picture becomes, as a multiple of it, and at least 1.
  var headroom: Double {
    let brightest = gains.reduce(0, max)
    return max(1, brightest * pow(brightest / 0.18, contrast - 1))
  }
}
