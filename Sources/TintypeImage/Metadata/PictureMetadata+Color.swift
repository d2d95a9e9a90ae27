public import TintypeColor

extension PictureMetadata {
  /// The metadata of a picture whose colors were brought into a space: its profile in the place of all that was said
  /// before.
  public func stating(_ space: RGBSpace) -> PictureMetadata {
    var result = self
    result.iccProfile = space.profile
    for index in result.items.indices {
      let item = result.items[index]
      switch item.kind {
      case .exif:
        guard var block = EXIFBlock(item.exifBlock) else { continue }
        block.setColorSpace(isSRGB: space == .srgb)
        result.items[index].exifBlock = block.bytes
      case .xmp:
        guard var packet = item.xmpPacket.map(XMPPacket.init) else { continue }
        if packet.blank(where: { $0 == "ICCProfile" || $0 == "ColorSpace" }) {
          result.items[index].xmpPacket = packet.bytes
        }
      default: break
      }
    }
    return result
  }

  /// The metadata without a color profile.
  public func withoutProfile() -> PictureMetadata {
    var kinds = Set(MetadataItem.Kind.allCases)
    kinds.remove(.iccProfile)
    return keeping(kinds)
  }
}
