/// XMP that exceeds one segment (XMP specification, part 3, 1.1.3.1).
extension JPEGForm {
  /// The main packet and its extension as one; nil without an extension, and when parts are missing or do not fit.
  static func wholePacket(of metadata: PictureMetadata) -> [UInt8]? {
    guard var packet = metadata.xmpPacket, let more = extendedXMP(of: metadata)?.packet,
      packet.addDescriptions(of: more)
    else { return nil }
    packet.remove(namespace: noteNamespace)
    return packet.bytes
  }

  /// The extension that the main packet names, and its parts. In a part, a name of 32 digits, the length of the
  /// extension and the part's offset follow the prefix.
  static func extendedXMP(of metadata: PictureMetadata) -> (packet: XMPPacket, parts: [MetadataItem])? {
    guard let name = metadata.xmpPacket?.text(of: "HasExtendedXMP", in: noteNamespace) else { return nil }
    let head = prefix(of: .extendedXMP).count
    let parts = metadata.items.filter { item in
      item.kind == .extendedXMP && item.payload.count >= head + 40
        && item.payload[head..<(head + 32)].elementsEqual(name.utf8)
    }
    var joined: [UInt8] = []
    for part in parts.map(\.payload).sorted(by: { $0.bigEndian32(at: head + 36) < $1.bigEndian32(at: head + 36) }) {
      guard part.bigEndian32(at: head + 36) == joined.count else { return nil }
      joined += part[(head + 40)...]
    }
    guard let first = parts.first, first.payload.bigEndian32(at: head + 32) == joined.count else { return nil }
    return (XMPPacket(joined), parts)
  }

  private static let noteNamespace = "http://ns.adobe.com/xmp/note/"
}
