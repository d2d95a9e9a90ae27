extension PictureMetadata {
  /// The metadata for a picture that was rendered from this one, upright, `width` by `height` pixels.
  ///
  /// The orientation in EXIF and XMP becomes 1 and sizes in EXIF become the new ones, in place: no other byte of a
  /// block moves. Small pictures of the original in EXIF, XMP and Photoshop's resources go, for they would show what
  /// was edited away; in EXIF there is room for a new one, which a ``ThumbnailMaker`` fills. A block that cannot be
  /// understood is carried as it is.
  public func adjusted(width: Int, height: Int) -> PictureMetadata {
    var result = self
    for index in result.items.indices {
      let item = result.items[index]
      switch item.kind {
      case .exif:
        guard var block = EXIFBlock(item.exifBlock) else { continue }
        block.setOrientation(1)
        block.setSize(width: width, height: height)
        if !block.reserveThumbnail() { block.dropThumbnail() }
        result.items[index].exifBlock = block.bytes
      case .xmp:
        guard var packet = item.xmpPacket.map(XMPPacket.init) else { continue }
        packet.setOrientation(1)
        packet.blankThumbnails()
        if packet.bytes != item.xmpPacket { result.items[index].xmpPacket = packet.bytes }
      default:
        break
      }
    }
    result.dropPhotoshopThumbnails()
    return result
  }

  /// All items are joined first: a resource may continue in the next one.
  private mutating func dropPhotoshopThumbnails() {
    let isReadable = !items.contains { $0.kind == .iptc && $0.photoshopResources == nil }
    guard isReadable, let resources = iptc else { return }
    let others = PhotoshopResources.withoutThumbnails(resources)
    if others != resources { replace([.iptc], with: others.isEmpty ? [] : form.items(.iptc, holding: others)) }
  }

  /// How the file says its rows are to be turned: EXIF before XMP.
  var orientation: Orientation {
    if let value = exif.flatMap(EXIFBlock.init)?.orientation { return Orientation(exif: value) }
    return Orientation(exif: xmp.map(XMPPacket.init)?.orientation)
  }
}
