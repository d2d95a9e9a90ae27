extension PictureMetadata {
  /// The metadata for a picture that was rendered from this one, upright, `width` by `height` pixels.
  ///
  /// In EXIF and XMP the orientation becomes 1 and the size the new one, in place: no other byte of a block of camera
  /// data moves. Thumbnails in EXIF, XMP and Photoshop's resources are removed, because they show the original. EXIF
  /// keeps room for a new one, which a ``ThumbnailMaker`` fills. A block that cannot be parsed is carried unchanged.
  public func adjusted(width: Int, height: Int) -> PictureMetadata {
    var result = self
    var isFirst = true
    result.edit(
      exif: { block in
        block.setOrientation(1)
        block.setSize(width: width, height: height)
        // Camera data that a JPEG has twice are filled in once.
        if !isFirst || !block.reserveThumbnail() { block.dropThumbnail() }
        isFirst = false
      },
      xmp: { packet in
        packet.setOrientation(1)
        packet.setSize(width: width, height: height)
        packet.blankThumbnails()
      })
    result.dropPhotoshopThumbnails()
    return result
  }

  /// All items are joined first, because a resource may continue in the next one.
  private mutating func dropPhotoshopThumbnails() {
    let isReadable = !items.contains { $0.kind == .iptc && $0.block == nil }
    guard isReadable, let resources = iptc else { return }
    let others = PhotoshopResources.withoutThumbnails(resources)
    if others != resources { replace([.iptc], with: others.isEmpty ? [] : form.items(.iptc, holding: others)) }
  }

  /// The orientation that the file states: EXIF before XMP.
  var orientation: Orientation { Orientation(exif: exifBlock?.orientation ?? xmpPacket?.orientation) }
}
