extension PictureMetadata {
  /// Edits the blocks that can be parsed, in place. All other items, and blocks without a change, keep their bytes.
  mutating func edit(
    exif editBlock: ((inout EXIFBlock) -> Void)? = nil, xmp editPacket: ((inout XMPPacket) -> Void)? = nil
  ) {
    for index in items.indices {
      let kind = items[index].kind
      guard kind == .exif || kind == .xmp, let old = items[index].block else { continue }
      var new = old
      if kind == .exif, let editBlock, var block = EXIFBlock(old) {
        editBlock(&block)
        new = block.bytes
      } else if kind == .xmp, let editPacket {
        var packet = XMPPacket(old)
        editPacket(&packet)
        new = packet.bytes
      }
      if new != old { items[index].block = new }
    }
  }
}
