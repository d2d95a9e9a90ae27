/// How much of what a photo carries goes into its result.
public enum MetadataPolicy: String, CaseIterable, Hashable, Sendable {
  /// Everything.
  case all
  /// Everything but where it was taken.
  case noGPS = "no-gps"
  /// Color, density, and whose it is.
  case minimal
  /// What the pixels mean: the color profile.
  case none
}

extension PictureMetadata {
  /// The metadata that a policy leaves, and what there is to say about it.
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
