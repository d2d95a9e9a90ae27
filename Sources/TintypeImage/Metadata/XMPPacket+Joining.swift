extension XMPPacket {
  /// Puts the descriptions of another packet behind those of this one.
  ///
  /// - Returns: false, with nothing changed, where one of both is no packet in UTF-8, or what names mean is said around
  ///   the
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
