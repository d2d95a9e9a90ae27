import TintypeColor

/// What a file says of its colors, in one of several ways.
enum ColorStatement: Hashable {
  /// PNG's cICP.
  case codePoints(primaries: Int, transfer: Int, isRGB: Bool)
  /// An ICC profile; nil where its parts do not fit together.
  case profile([UInt8]?)
  /// PNG's sRGB.
  case srgb
  /// PNG's gAMA and cHRM.
  case measured(gamma: Double?, Chromaticities?)
  /// EXIF's mark for Adobe RGB (DCF 2.0, 5.3.2, or the older 2 in ColorSpace).
  case adobeRGB
}

extension PictureMetadata {
  /// What the file says, the statement first that takes precedence.
  var colorStatements: [ColorStatement] { form.colorStatements(of: self) }

  /// The profile, where there is one.
  var profileStatements: [ColorStatement] {
    items.contains { $0.kind == .iccProfile } ? [.profile(iccProfile)] : []
  }

  /// What the camera data says.
  var cameraStatements: [ColorStatement] { exifBlock?.isAdobeRGB ?? false ? [.adobeRGB] : [] }
}
