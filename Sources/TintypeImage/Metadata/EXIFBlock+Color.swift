import TintypeColor

/// The statements of camera data on color: EXIF 2.32, ColorSpace, and DCF 2.0, InteroperabilityIndex.
extension EXIFBlock {
  /// Whether the photo is in Adobe RGB: index R03, or ColorSpace 2, which some cameras write. ColorSpace sRGB takes
  /// precedence.
  var isAdobeRGB: Bool {
    let space = exifDirectory?.find(TIFFTag.colorSpace).flatMap(value)
    if space == ColorSpace.srgb { return false }
    return space == ColorSpace.adobeRGB
      || interoperabilityDirectory?.find(TIFFTag.interoperabilityIndex).flatMap(text) == "R03"
  }

  /// Overwrites existing statements: sRGB, or uncalibrated for all other spaces, of which only Adobe RGB has an index.
  mutating func setColorSpace(_ space: RGBSpace) {
    if let entry = exifDirectory?.find(TIFFTag.colorSpace) {
      setValue(space == .srgb ? ColorSpace.srgb : ColorSpace.uncalibrated, of: entry)
    }
    guard let directory = interoperabilityDirectory, let entry = directory.find(TIFFTag.interoperabilityIndex),
      ["R98", "R03"].contains(text(of: entry))
    else { return }
    if space == .srgb || space.isLike(.adobeRGB) {
      setText(Array((space == .srgb ? "R98" : "R03").utf8), of: entry)
    } else {
      remove([entry], from: directory)
    }
  }

  private enum ColorSpace {
    static let srgb = 1
    static let adobeRGB = 2
    static let uncalibrated = 0xFFFF
  }

  private var interoperabilityDirectory: TIFFDirectory? {
    exifDirectory?.find(TIFFTag.interoperabilityDirectory).flatMap(value).flatMap(directory)
  }
}
