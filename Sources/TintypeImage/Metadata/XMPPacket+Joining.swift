extension XMPPacket {
  /// Appends the descriptions of another packet.
  ///
  /// - Returns: false, with nothing changed, if one packet is not in UTF-8, or if the other one declares namespaces
  ///   outside of its descriptions.
  mutating func addDescriptions(of other: XMPPacket) -> Bool {
    guard isReadable, other.isReadable, let end = endOfRDF() else { return false }
    var start: Int?
    for tag in XMLTags(other.bytes) {
      if tag.kind == .end, tag.isRDF, let start, tag.written == end.written {
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
