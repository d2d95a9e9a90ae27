/// Which metadata of a photo its result keeps.
public enum MetadataPolicy: String, CaseIterable, Hashable, Sendable {
  /// Everything.
  case all
  /// Everything except positions.
  case noGPS = "no-gps"
  /// Color, density, artist and copyright.
  case minimal
  /// The color profile and other statements on color.
  case none
}

extension PictureMetadata {
  /// The metadata that a policy keeps, and notes.
  public func reduced(to policy: MetadataPolicy) -> (metadata: PictureMetadata, notes: [String]) {
    switch policy {
    case .all: (self, [])
    case .noGPS: withoutPosition()
    case .minimal: (withRightsOnly(), [])
    case .none: (keeping([.iccProfile, .color]), [])
    }
  }

  private func withRightsOnly() -> PictureMetadata {
    var result = keeping([.iccProfile, .color, .density])
    if let rights = exifBlock?.rights { result.exif = EXIFBlock.block(rights: rights) }
    return result
  }
}
