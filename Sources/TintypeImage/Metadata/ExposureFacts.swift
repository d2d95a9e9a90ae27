/// What a photo's metadata say of its exposure, as they are stored: EXIF, then XMP. Nothing in it is checked.
public struct ExposureFacts: Sendable, Hashable {
  /// Sensitivity, seconds, f-number and millimeters: a number, or a fraction such as `1/250`.
  public let iso, exposureTime, aperture, focalLength: String?
  /// `true` or `false`.
  public let flash: String?
  /// The models.
  public let camera, lens: String?
}

extension PictureMetadata {
  /// What the metadata say of the exposure.
  public var exposure: ExposureFacts {
    let (exif, xmp) = (exifBlock, xmpPacket)
    func first(_ stored: Double?, _ names: String...) -> String? {
      stored.map { "\($0)" } ?? names.lazy.compactMap { xmp?.value(of: $0) }.first
    }
    return ExposureFacts(
      iso: first(exif?.sensitivity, "exif:PhotographicSensitivity", "exifEX:PhotographicSensitivity")
        ?? xmp?.firstItem(of: "exif:ISOSpeedRatings"),
      exposureTime: first(exif?.exposureTime, "exif:ExposureTime"),
      aperture: first(exif?.fNumber, "exif:FNumber"), focalLength: first(exif?.focalLength, "exif:FocalLength"),
      flash: exif?.flashFired.map { "\($0)" } ?? xmp?.value(of: "exif:Fired"), camera: camera,
      lens: exif?.lens
        ?? (xmp?.value(of: "exifEX:LensModel") ?? xmp?.value(of: "aux:Lens")).map(unescapedFromXML))
  }
}
