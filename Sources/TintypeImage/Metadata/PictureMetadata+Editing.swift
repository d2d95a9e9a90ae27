extension PictureMetadata {
  /// Edits the blocks that can be parsed, in place. All other items, and blocks without a change, keep their bytes.
  mutating func edit(
    exif editBlock: ((inout EXIFBlock) -> Void)? = nil, xmp editPacket: ((inout XMPPacket) -> Void)? = nil
  ) {
    for index in items.indices {
      let kind = items[index].kind
      guard kind == .exif || kind == .xmp, let old = items[index].block else { continue }
      if kind == .exif, let editBlock, var block = EXIFBlock(old) {
        editBlock(&block)
        if block.bytes != old { items[index].block = block.bytes }
      } else if kind == .xmp, let editPacket {
        let read = XMPPacket(old)
        var packet = read
        editPacket(&packet)
        if packet.bytes != read.bytes { items[index].block = packet.bytes }
      }
    }
  }
}
