/// Where camera data lies in a file that is being written, so that a thumbnail can be filled in at the end.
struct EXIFSlot {
  private var slot: (item: MetadataItem, offset: Int)?

  /// Remembers the first item of camera data; `offset` is where its payload begins in the file.
  mutating func note(_ item: MetadataItem, at offset: Int) {
    if item.kind == .exif, slot == nil { slot = (item, offset) }
  }

  /// The item with a block of the same length, and where its payload begins; nil for a file without camera data.
  func replaced(with block: [UInt8]) -> (item: MetadataItem, offset: Int)? {
    guard var slot else { return nil }
    precondition(slot.item.exifBlock.count == block.count, "camera data of the same length")
    slot.item.exifBlock = block
    return slot
  }
}
