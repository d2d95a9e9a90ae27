/// Codes for light that goes far beyond what a print or an ordinary screen shows as white (ITU-R BT.2100).
///
/// Such pictures are refused, or mapped to what a screen shows (``ToneMapping``).
enum HighDynamicRange: String {
  case pq = "PQ"
  case hlg = "HLG"

  /// By ITU-T H.273, table 3.
  init?(transfer: Int) {
    switch transfer {
    case 16: self = .pq
    case 18: self = .hlg
    default: return nil
    }
  }

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
