/// Taking out where a photo was taken, wherever it hides.
extension PictureMetadata {
  /// The metadata without positions.
  ///
  /// Bytes that say one are overwritten where their form is known, and all others stay in their places. What cannot be
  /// read goes as a whole; what may hold a position in a form that only its maker knows stays. Notes name both.
  func withoutPosition() -> (metadata: PictureMetadata, notes: [String]) {
    var result = PictureMetadata(source: source, items: [])
    var (left, lost) = (NoteList(), NoteList())
    // So much text is looked through: a small file may inflate to a great deal.
    var textBytes = 16 << 20
    let extensionStays = extendedXMPHasNoPosition
    let (captions, captionNotes) = captionsWithoutPosition
    captionNotes.forEach { lost.append($0) }
    for var item in items {
      switch item.kind {
      case .exif:
        guard var block = EXIFBlock(item.exifBlock), let names = block.dropPosition() else {
          lost.append("camera data that cannot be read")
          continue
        }
        names.forEach { left.append($0) }
        item.exifBlock = block.bytes
      case .xmp:
        guard var packet = item.xmpPacket.map(XMPPacket.init), packet.isReadable else {
          lost.append("XMP that cannot be read")
          continue
        }
        let isChanged = packet.blankPositions()
        let isShorter = !extensionStays && packet.blank { $0 == "HasExtendedXMP" }
        if isChanged || isShorter { item.xmpPacket = packet.bytes }
      case .extendedXMP:
        guard extensionStays else {
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
        // Behind its numbers a JFIF header has a picture.
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
      notes.append("left out, for it says or may say a position: " + lost.notes.joined(separator: ", "))
    }
    if !left.notes.isEmpty {
      notes.append("left as it is, and may hold a position: " + left.notes.joined(separator: ", "))
    }
    return (result, notes)
  }

  /// The parts of extended XMP are held together by a hash, so that nothing can be overwritten in them.
  private var extendedXMPHasNoPosition: Bool {
    guard var packet = form.extendedPacket(of: self).map(XMPPacket.init), packet.isReadable else { return false }
    return !packet.blankPositions()
  }

  /// Photoshop's resources without positions, where something had to be changed.
  private var captionsWithoutPosition: (resources: [UInt8]?, notes: [String]) {
    guard items.contains(where: { $0.kind == .iptc }) else { return (nil, []) }
    let blocks = items.filter { $0.kind == .iptc }.map(\.photoshopResources)
    guard !blocks.contains(nil) else { return ([], ["captions that cannot be read"]) }
    let old = blocks.compactMap { $0 }.flatMap { $0 }
    let (new, isWhole) = PhotoshopResources.withoutPosition(old)
    return (new == old ? nil : new, isWhole ? [] : ["resources of Photoshop"])
  }
}

extension MetadataItem {
  /// Whether it mentions a position, or holds camera data or XMP in disguise. What cannot be read here others may read.
  ///
  /// An action camera, say, keeps where it was beside its other measurements.
  /// - Parameter bytesLeft: how much may be looked through; what is beyond it counts as unreadable.
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
