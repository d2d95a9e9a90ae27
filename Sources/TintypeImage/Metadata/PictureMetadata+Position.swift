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
          result.items += source == .png ? [PNGForm.iptc(captions)] : captions.isEmpty ? [] : JPEGForm.iptc(captions)
        }
        continue
      case .comment, .text:
        guard let name = item.nameOfTextWithoutPosition(&textBytes) else {
          lost.append(item.kind == .comment ? "a comment" : "text")
          continue
        }
        left.append(name)
      case .density:
        // Behind its 14 bytes a JFIF header has a picture.
        if case .segment = item.place, item.payload.count > 14 { item.payload = item.payload[..<12] + [0, 0] }
      case .iccProfile: if mentionsPosition(item.payload) { left.append("the color profile") }
      case .color: break
      case .other:
        guard let name = item.nameOfPrivateDataWithoutPosition else {
          lost.append("private data")
          continue
        }
        if name != "the chunk 'tIME'" { left.append(name) }
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
    guard var packet = xmpExtension.map(XMPPacket.init), packet.isReadable else { return false }
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
  /// What a text that says no position is called; nil for one that does, or cannot be read.
  ///
  /// - Parameter bytesLeft: how much may be looked through; what is beyond it counts as unreadable.
  fileprivate func nameOfTextWithoutPosition(_ bytesLeft: inout Int) -> String? {
    guard case .chunk(let type, _) = place else {
      return mentionsPosition(payload, isText: true) ? nil : "a comment"
    }
    // What cannot be read here others may read.
    let most = min(8 << 20, bytesLeft)
    guard most > 0, let text = PNGText(type: type, payload, maxBytes: most) else {
      bytesLeft -= most
      return nil
    }
    bytesLeft -= text.text.count
    if mentionsPosition(text.keyword + text.language, isText: true) || mentionsPosition(text.text, isText: true) {
      return nil
    }
    if text.isRawProfile {
      // Camera data that were no EXIF block to us are still camera data.
      guard let block = RawProfile.block(in: text), !RawProfile.isCameraData(payload), !mentionsPosition(block),
        !holdsCameraData(block)
      else { return nil }
    }
    return kind == .comment ? "a comment" : "the text '\(printable(String(decoding: text.keyword, as: UTF8.self)))'"
  }

  /// What a segment or chunk is called; nil for one that mentions a position, or holds camera data or XMP in disguise.
  ///
  /// An action camera, say, keeps where it was beside its other measurements.
  fileprivate var nameOfPrivateDataWithoutPosition: String? {
    guard !mentionsPosition(payload), !holdsCameraData(payload) else { return nil }
    switch place {
    case .segment(let marker):
      let name = String(decoding: payload.prefix(16).prefix { (0x21..<0x7F).contains($0) }, as: UTF8.self)
      return "the APP\(marker & 15) segment" + (name.isEmpty ? "" : " '\(name)'")
    case .chunk(let type, _): return "the chunk '\(printable(String(decoding: type, as: UTF8.self)))'"
    }
  }

  private func holdsCameraData(_ bytes: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], Array("<x:xmp".utf8), Array("<rdf:".utf8)]
    let isNamed = bytes.prefix(4).map { $0 | 0x20 } == Array("exif".utf8)
    return isNamed
      || bytes.indices.contains { index in
        marks.contains { $0[0] == bytes[index] && bytes[index...].starts(with: $0) }
      }
  }
}
