/// The statements of camera data on color: EXIF 2.32, ColorSpace, and DCF 2.0, InteroperabilityIndex.
extension EXIFBlock {
  /// Whether the photo is in Adobe RGB: index R03, or ColorSpace 2, which some cameras write. ColorSpace sRGB takes
  /// precedence.
  var isAdobeRGB: Bool {
    let space = exifDirectory?.find(TIFFTag.colorSpace).flatMap(value)
    if space == ColorSpace.srgb { return false }
    return space == ColorSpace.adobeRGB || indexEntry.flatMap(text) == "R03"
  }

  /// Overwrites existing statements: sRGB, or uncalibrated for all other spaces.
  mutating func setColorSpace(isSRGB: Bool) {
    if let entry = exifDirectory?.find(TIFFTag.colorSpace) {
      setValue(isSRGB ? ColorSpace.srgb : ColorSpace.uncalibrated, of: entry)
    }
    if let entry = indexEntry, text(of: entry) == "R03" { setText(Array("R98".utf8), of: entry) }
  }

  private enum ColorSpace {
    static let srgb = 1
    static let adobeRGB = 2
    static let uncalibrated = 0xFFFF
  }

  private var indexEntry: TIFFDirectory.Entry? {
    exifDirectory?.find(TIFFTag.interoperabilityDirectory).flatMap(value).flatMap(directory)?
      .find(TIFFTag.interoperabilityIndex)
  }
}
