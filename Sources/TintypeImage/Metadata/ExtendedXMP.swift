/// What of XMP a JPEG has no room for in one segment (XMP specification, part 3, 1.1.3.1), brought together with what it had.
extension PictureMetadata {
  /// The packet with its extension in it; nil where there is none, and where parts are missing or do not fit.
  var wholeXMP: [UInt8]? {
    guard var packet = xmp.map(XMPPacket.init), let more = xmpExtension, packet.addDescriptions(of: XMPPacket(more))
    else { return nil }
    packet.remove(namespace: Self.noteNamespace)
    return packet.bytes
  }

  /// The packet in the extension that the main packet names; nil where parts are missing.
  var xmpExtension: [UInt8]? {
    xmp.map(XMPPacket.init)?.text(of: "HasExtendedXMP", in: Self.noteNamespace).flatMap(joinedExtension)
  }

  private static let noteNamespace = "http://ns.adobe.com/xmp/note/"

  /// The parts of one name, in their order: behind the prefix a name of 32 digits, the length of all, the place of this part.
  private func joinedExtension(_ name: String) -> [UInt8]? {
    let head = JPEGForm.extendedXMPPrefix.count
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

extension XMPPacket {
  /// Puts the descriptions of another packet behind those of this one.
  ///
  /// - Returns: false, with nothing changed, where one of both is no packet in UTF-8, or what names mean is said around the
  ///   descriptions of the other one, which do not stand alone then.
  mutating func addDescriptions(of other: XMPPacket) -> Bool {
    guard isReadable, other.isReadable, let end = XMLTags(bytes).first(where: { $0.kind == .end && $0.isRDF }) else {
      return false
    }
    var start: Int?
    for tag in XMLTags(other.bytes) {
      if tag.kind == .end, tag.isRDF, let start, tag.name == end.name {
        bytes.insert(
          contentsOf: other.bytes[start..<tag.range.lowerBound] + [UInt8(ascii: "\n")], at: end.range.lowerBound)
        return true
      }
      guard start == nil else { continue }
      let names = tag.attributes.filter { $0.name.hasPrefix("xmlns:") && !["xmlns:x", "xmlns:rdf"].contains($0.name) }
      guard names.isEmpty else { return false }
      if tag.kind == .start, tag.isRDF { start = tag.range.upperBound }
    }
    return false
  }
}

extension XMLTags.Tag {
  fileprivate var isRDF: Bool { name == "RDF" || name.hasSuffix(":RDF") }
}
