/// Removing the position where a photo was taken, in every carrier.
extension PictureMetadata {
  /// The metadata without positions.
  ///
  /// A position in a known form is overwritten in place. An item that cannot be read is removed. An item that may hold
  /// a position in a private form stays. Notes name both.
  func withoutPosition() -> (metadata: PictureMetadata, notes: [String]) {
    var result = PictureMetadata(source: source, items: [])
    var (left, lost) = (NoteList(), NoteList())
    // The limit of searched text: a small file may inflate to a large one.
    var textBytes = 16 << 20
    let extendedXMP = extendedXMPWithoutPosition
    let captions = captionsWithoutPosition(&lost)
    for var item in items {
      switch item.kind {
      case .exif:
        guard var block = item.block.flatMap(EXIFBlock.init), let names = block.dropPosition() else {
          lost.append("camera data that cannot be read")
          continue
        }
        names.forEach { left.append($0) }
        item.block = block.bytes
      case .xmp:
        guard var packet = item.block.map(XMPPacket.init), packet.isReadable else {
          lost.append("XMP that cannot be read")
          continue
        }
        let read = packet.bytes
        packet.blankPositions()
        if extendedXMP.isEmpty { packet.blank(["HasExtendedXMP"]) }
        if packet.bytes != read { item.block = packet.bytes }
      case .extendedXMP:
        guard extendedXMP.contains(item) else {
          lost.append("extended XMP")
          continue
        }
      case .iptc:
        guard let captions else { break }
        // All parts take the place of the first one.
        if !result.items.contains(where: { $0.kind == .iptc }) {
          result.items += captions.isEmpty ? [] : form.items(.iptc, holding: captions)
        }
        continue
      case .comment, .text, .other:
        guard !item.mayHoldPosition(&textBytes) else {
          lost.append(item.kind == .other ? "private data" : item.kind == .text ? "text" : "a comment")
          continue
        }
        if let name = item.form.name(of: item) { left.append(name) }
      case .density:
        // A thumbnail follows the numbers of a JFIF header.
        if let plain = item.form.density(in: item).flatMap(item.form.item), plain.payload.count < item.payload.count {
          item = plain
        }
      case .iccProfile: if mentionsPosition(item.payload) { left.append("the color profile") }
      case .color: break
      }
      result.items.append(item)
    }
    var notes: [String] = []
    if !lost.notes.isEmpty {
      notes.append("left out, because it contains or may contain a position: " + lost.notes.joined(separator: ", "))
    }
    if !left.notes.isEmpty {
      notes.append("kept unchanged, and may contain a position: " + left.notes.joined(separator: ", "))
    }
    return (result, notes)
  }

  /// The parts of the extended XMP, if they hold no position; parts of another packet are none. A hash covers them, so
  /// nothing in them can be overwritten.
  private var extendedXMPWithoutPosition: Set<MetadataItem> {
    guard case (var packet, let parts)? = form.extendedXMP(of: self), packet.isReadable, !packet.blankPositions() else {
      return []
    }
    return Set(parts)
  }

  /// Photoshop's resources without positions; nil when nothing changes.
  private func captionsWithoutPosition(_ lost: inout NoteList) -> [UInt8]? {
    let blocks = items.filter { $0.kind == .iptc }.map(\.block)
    guard !blocks.contains(nil) else {
      lost.append("captions that cannot be read")
      return []
    }
    let old = blocks.compactMap { $0 }.flatMap { $0 }
    let (new, isWhole) = PhotoshopResources.withoutPosition(old)
    if !isWhole { lost.append("resources of Photoshop") }
    return new == old ? nil : new
  }
}

extension MetadataItem {
  /// Whether it mentions a position, or holds camera data or XMP in another carrier; true for an item that cannot be
  /// read. An action camera, for example, stores positions among its other measurements.
  ///
  /// - Parameter bytesLeft: the limit of searched bytes; what exceeds it counts as unreadable.
  fileprivate func mayHoldPosition(_ bytesLeft: inout Int) -> Bool {
    let most = min(8 << 20, bytesLeft)
    guard most > 0, let bytes = form.searchableBytes(of: self, maxBytes: most) else {
      bytesLeft -= most
      return true
    }
    if kind != .other { bytesLeft -= bytes.count }
    return mentionsPosition(bytes, isText: kind != .other) || holdsBlock(bytes)
  }

  private func holdsBlock(_ bytes: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], Array("<x:xmp".utf8), Array("<rdf:".utf8)]
    let isNamed = kind == .other && bytes.prefix(4).map { $0 | 0x20 } == Array("exif".utf8)
    return isNamed
      || bytes.indices.contains { index in
        marks.contains { $0[0] == bytes[index] && bytes[index...].starts(with: $0) }
      }
  }
}
