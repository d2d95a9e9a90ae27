/// How much of what a photo carries goes into its result.
public enum MetadataPolicy: String, CaseIterable, Hashable, Sendable {
  /// Everything.
  case all
  /// Everything but where it was taken.
  case noGPS = "no-gps"
  /// Colour, density, and whose it is.
  case minimal
  /// What the pixels mean: the colour profile.
  case none
}

extension PictureMetadata {
  /// The metadata that a policy leaves, and what there is to say about it.
  public func reduced(to policy: MetadataPolicy) -> (metadata: PictureMetadata, notes: [String]) {
    switch policy {
    case .all: (self, [])
    case .noGPS: withoutPosition()
    case .minimal: (withRightsOnly(), [])
    case .none: (keeping([.iccProfile, .colour]), [])
    }
  }

  /// Overwrites positions where they lie: EXIF's GPS directory, and properties of XMP. All other bytes stay in their places.
  private func withoutPosition() -> (metadata: PictureMetadata, notes: [String]) {
    var result = self
    var notes: [String] = []
    for index in result.items.indices {
      let item = result.items[index]
      switch item.kind {
      case .exif:
        guard var block = EXIFBlock(item.exifBlock) else { continue }
        block.dropPosition()
        result.items[index].exifBlock = block.bytes
        if block.hasMakerNote { notes.append("the camera maker's note is left as it is, and may hold a position") }
      case .xmp:
        guard var packet = item.xmpPacket.map(XMPPacket.init) else { continue }
        if packet.blank(where: Self.isPosition) { result.items[index].xmpPacket = packet.bytes }
      default: break
      }
    }
    // Its parts are held together by a hash, so that nothing can be overwritten in them.
    let parts = result.items.filter { $0.kind == .extendedXMP }
    if parts.contains(where: { $0.mentionsPosition }) {
      result.items.removeAll { $0.kind == .extendedXMP }
      notes.append("extended XMP holds a position and is left out")
    }
    result.items.removeAll { $0.kind == .text && $0.mentionsPosition }
    return (result, notes)
  }

  private static func isPosition(_ name: String) -> Bool {
    let name = name.lowercased()
    // A maker of drones writes "Longtitude".
    return name.hasPrefix("gps") || ["latitude", "longitude", "longtitude"].contains(where: name.hasSuffix)
  }

  private func withRightsOnly() -> PictureMetadata {
    var result = keeping([.iccProfile, .colour, .density])
    if let rights = exif.flatMap(EXIFBlock.init)?.rights { result.exif = EXIFBlock.block(rights: rights) }
    return result
  }
}

extension MetadataItem {
  fileprivate var mentionsPosition: Bool {
    String(decoding: payload, as: UTF8.self).lowercased().contains("gps")
  }
}
