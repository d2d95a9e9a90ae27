/// Which metadata of a photo its result keeps.
public enum MetadataPolicy: String, CaseIterable, Hashable, Sendable {
  /// Everything.
  case all
  /// Everything except positions.
  case noGPS = "no-gps"
  /// Color, density, artist and copyright, and the rights that XMP states.
  case minimal
  /// The color profile and other statements on color.
  case none
}

extension PictureMetadata {
  /// The metadata that a policy keeps, and notes.
  public func reduced(to policy: MetadataPolicy) -> (metadata: PictureMetadata, notes: [String]) {
    switch policy {
    case .all: (self, [])
    case .noGPS: withoutPosition()
    case .minimal: (withRightsOnly(), [])
    case .none: (keeping([.iccProfile, .color]), [])
    }
  }

  private func withRightsOnly() -> PictureMetadata {
    var result = keeping([.iccProfile, .color, .density])
    if let rights = exifBlock?.rights { result.exif = EXIFBlock.block(rights: rights) }
    if let rights = xmpPacket?.rights, var packet = result.editablePacket, packet.add(rights) {
      result.setPacket(packet.bytes)
    }
    return result
  }
}

extension XMPPacket {
  /// Who made the picture, and what may be done with it: a description's attributes and elements, given a prefix of
  /// `rdf`; nil where nothing is stated.
  fileprivate var rights: ((_ rdf: String) -> (attributes: String, elements: String))? {
    let found = [
      ("dc:rights", "Alt"), ("dc:creator", "Seq"), ("xmpRights:UsageTerms", "Alt"), ("xmpRights:WebStatement", nil),
      ("xmpRights:Marked", nil),
    ].map { (name: $0, list: $1, items: items(of: $0)) }.filter { !$0.items.isEmpty }
    guard !found.isEmpty else { return nil }
    return { rdf in
      let elements = found.map { name, list, items in
        guard let list else { return "\n <\(name)>\(items[0])</\(name)>" }
        let isAlt = list == "Alt"
        // Of several languages the first is the default.
        let entries = (isAlt ? [items[0]] : items).map { item in
          "<\(rdf)li\(isAlt ? " xml:lang=\"x-default\"" : "")>\(item)</\(rdf)li>"
        }
        return "\n <\(name)><\(rdf)\(list)>\(entries.joined())</\(rdf)\(list)></\(name)>"
      }
      return (
        "\n xmlns:dc=\"\(Namespace.dublinCore)\"\n xmlns:xmpRights=\"\(Namespace.basic)rights/\"", elements.joined()
      )
    }
  }
}
