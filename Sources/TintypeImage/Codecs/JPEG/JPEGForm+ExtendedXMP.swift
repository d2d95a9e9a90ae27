/// XMP that has no room in one segment (XMP specification, part 3, 1.1.3.1), joined with its main packet.
extension JPEGForm {
  /// The packet with its extension; nil where there is none, and where parts are missing or do not fit together.
  static func wholePacket(of metadata: PictureMetadata) -> [UInt8]? {
    guard var packet = metadata.xmp.map(XMPPacket.init), let more = extendedPacket(of: metadata),
      packet.addDescriptions(of: XMPPacket(more))
    else { return nil }
    packet.remove(namespace: noteNamespace)
    return packet.bytes
  }

  /// The packet in the extension that the main packet names.
  static func extendedPacket(of metadata: PictureMetadata) -> [UInt8]? {
    metadata.xmp.map(XMPPacket.init)?.text(of: "HasExtendedXMP", in: noteNamespace)
      .flatMap { joinedExtension($0, metadata.items) }
  }

  private static let noteNamespace = "http://ns.adobe.com/xmp/note/"

  /// The parts of one name, joined. After the prefix a part has a name of 32 digits, the length of all parts, its
  /// offset.
  private static func joinedExtension(_ name: String, _ items: [MetadataItem]) -> [UInt8]? {
    let head = extendedXMPPrefix.count
    let parts = items.filter { $0.kind == .extendedXMP && $0.payload.count >= head + 40 }.map(\.payload)
      .filter { $0[head..<(head + 32)].elementsEqual(name.utf8) }
      .map { (length: $0.bigEndian32(at: head + 32), place: $0.bigEndian32(at: head + 36), bytes: $0[(head + 40)...]) }
      .sorted { $0.place < $1.place }
    var joined: [UInt8] = []
    for part in parts {
      guard part.place == joined.count else { return nil }
      joined += part.bytes
    }
    return parts.first?.length == joined.count ? joined : nil
  }
}
