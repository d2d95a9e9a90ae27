import TintypeSystem

/// Codes for light that goes far beyond what a print or an ordinary screen shows as white (ITU-R BT.2100).
///
/// Such pictures are taken as light (``DisplayLight``), mapped to what a screen shows (``ToneMapping``), or refused.
public enum HighDynamicRange: String, Sendable {
  case pq = "PQ"
  case hlg = "HLG"

  /// By ITU-T H.273, table 3.
  init?(transfer: Int) {
    guard let range = [.pq, .hlg].first(where: { (range: Self) in range.transfer == transfer }) else { return nil }
    self = range
  }

  /// By ITU-T H.273, table 3.
  var transfer: Int {
    switch self {
    case .pq: 16
    case .hlg: 18
    }
  }

  /// The brightest light that codes can state, in cd/m². HLG is relative to a display, and the usual one has so much.
  var peak: Float {
    switch self {
    case .pq: 10_000
    case .hlg: 1_000
    }
  }

  // MARK: Formulas

  // ITU-R BT.2100, table 4.
  private static let (m1, m2): (Double, Double) = (0.1593017578125, 78.84375)
  private static let (c1, c2, c3): (Double, Double, Double) = (0.8359375, 18.8515625, 18.6875)

  /// Light in cd/m² of a PQ signal.
  static func light(pq signal: Double) -> Double {
    let power = pow(max(signal, 0), 1 / m2)
    return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  /// The PQ signal of light in cd/m².
  static func pq(_ light: Double) -> Double {
    let power = pow(max(light, 0) / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  // ITU-R BT.2100, table 5.
  private static let a = 0.17883277
  private static let (b, c) = (1 - 4 * a, 0.5 - a * log(4 * a))

  /// Light of the scene, 0 to 1, of an HLG signal.
  static func light(hlg signal: Double) -> Double {
    signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }

  /// The HLG signal of light of the scene.
  static func hlg(_ light: Double) -> Double {
    light <= 1 / 12 ? (3 * max(light, 0)).squareRoot() : a * log(12 * light - b) + c
  }

  /// The system gamma of the usual display for HLG.
  static let systemGamma: Float = 1.2

  /// The transfer of what they are mapped to: sRGB's curve (ITU-T H.273).
  static let mappedTransfer = 13

  /// For a file with code points and a usable statement after them.
  var noteBeforeOthers: String {
    "light is coded as \(rawValue), of high dynamic range, which is not understood, and the next statement counts"
  }

  /// For a file with code points alone.
  var refusal: ImageError {
    ImageError(
      .unsupported, "light is coded as \(rawValue), of high dynamic range, and looks are for what a screen shows",
      remedy: .toneMapping)
  }

  /// For a file whose primaries are unknown.
  var refusalOfPrimaries: ImageError {
    ImageError(.unsupported, "light is coded as \(rawValue), of high dynamic range and unknown primaries")
  }

  /// For a file that is mapped.
  var note: String {
    "light is coded as \(rawValue), of high dynamic range, and is mapped "
      + "from \(Int(ToneMapping.peak)) cd/m² to a white of \(Int(ToneMapping.white))"
  }

  /// For a file whose light is used.
  ///
  /// - Parameter headroom: of the light, a ratio.
  func noteOnLight(_ headroom: Double) -> String {
    "light is coded as \(rawValue), of high dynamic range, and is taken as it is: up to "
      + "\((headroom * 10).rounded() / 10) times as bright as white; a result of standard range cuts what stays above"
  }

  /// For a file whose profile has a `cicp` tag beside curves or tables.
  var noteOnProfile: String {
    "the color profile is for \(rawValue), of high dynamic range: what its curves or tables say counts, "
      + "as on an ordinary screen"
  }
}

extension ColorProfile {
  /// What the tag `cicp` of a profile says (ICC.1:2022, 9.2.17).
  static func highDynamicRange(in profile: [UInt8]) -> HighDynamicRange? {
    guard profile.count >= 132 else { return nil }
    for index in 0..<min(profile.bigEndian32(at: 128), mostTags) {
      let entry = 132 + 12 * index
      guard entry + 12 <= profile.count else { return nil }
      guard profile[entry..<(entry + 4)].elementsEqual("cicp".utf8) else { continue }
      let place = profile.bigEndian32(at: entry + 4)
      // A type, nothing, then primaries, transfer, matrix and range.
      guard place <= profile.count - 12 else { return nil }
      return HighDynamicRange(transfer: Int(profile[place + 9]))
    }
    return nil
  }

  /// Profiles have some dozens.
  private static let mostTags = 1_000
}
