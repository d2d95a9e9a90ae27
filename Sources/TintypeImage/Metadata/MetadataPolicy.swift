/// How much of what a photo carries goes into its result.
public enum MetadataPolicy: String, CaseIterable, Hashable, Sendable {
  /// Everything.
  case all
  /// Everything but where it was taken.
  case noGPS = "no-gps"
  /// Color, density, and whose it is.
  case minimal
  /// What the pixels mean: the color profile.
  case none
}

extension PictureMetadata {
  /// The metadata that a policy leaves, and what there is to say about it.
  public func reduced(to policy: MetadataPolicy) -> (metadata: PictureMetadata, notes: [String]) {
    switch policy {
    case .all: (self, [])
    case .noGPS: withoutPosition()
    case .minimal: (withRightsOnly(), [])
    case .none: (keeping([.iccProfile, .color]), [])
    }
  }

  /// Overwrites positions where they lie: EXIF's GPS directory, and properties of XMP. All other bytes stay in their places.
  private func withoutPosition() -> (metadata: PictureMetadata, notes: [String]) {
    var result = self
    var notes: [String] = []
    var unreadable: [Int] = []
    for index in result.items.indices {
      let item = result.items[index]
      switch item.kind {
      case .exif:
        guard var block = EXIFBlock(item.exifBlock) else { continue }
        block.dropPosition()
        result.items[index].exifBlock = block.bytes
        if block.hasMakerNote { notes.append("the camera maker's note is left as it is, and may hold a position") }
      case .xmp:
        guard var packet = item.xmpPacket.map(XMPPacket.init), packet.isReadable else {
          unreadable.append(index)
          continue
        }
        if packet.blank(where: Self.isPosition) { result.items[index].xmpPacket = packet.bytes }
      default: break
      }
    }
    if !unreadable.isEmpty { notes.append("XMP that cannot be read may hold a position, and is left out") }
    for index in unreadable.reversed() { result.items.remove(at: index) }
    func leaveOut(_ note: String, where holdsPosition: (MetadataItem) -> Bool) {
      let count = result.items.count
      result.items.removeAll(where: holdsPosition)
      if result.items.count < count { notes.append(note) }
    }
    // Its parts are held together by a hash, so that nothing can be overwritten in them.
    let positionIsInParts = result.items.contains { $0.kind == .extendedXMP && $0.mentionsPosition }
    leaveOut("extended XMP holds a position and is left out") { $0.kind == .extendedXMP && positionIsInParts }
    var textBytes = Self.mostTextBytes
    leaveOut("text that holds a position, or cannot be read, is left out") {
      $0.kind == .text && $0.mayHoldPosition(&textBytes)
    }
    // An action camera, say, keeps where it was beside its other measurements.
    leaveOut("a segment of a maker or another program holds a position, and is left out") {
      $0.kind == .other && $0.mentionsPosition
    }
    return (result, notes)
  }

  /// So much text is looked through: a small file may inflate to a great deal.
  private static let mostTextBytes = 16 << 20

  private static func isPosition(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("gps") || namesOfCoordinates.contains(where: name.hasSuffix)
  }

  /// A maker of drones writes "Longtitude".
  fileprivate static let namesOfCoordinates = ["latitude", "longitude", "longtitude"]

  private func withRightsOnly() -> PictureMetadata {
    var result = keeping([.iccProfile, .color, .density])
    if let rights = exif.flatMap(EXIFBlock.init)?.rights { result.exif = EXIFBlock.block(rights: rights) }
    return result
  }
}

extension MetadataItem {
  fileprivate var mentionsPosition: Bool { MetadataItem.mentionsPosition(payload) }

  private static func mentionsPosition(_ bytes: [UInt8]) -> Bool {
    // Letters of either size; text may be long, and hardly any of its letters begins such a word.
    let words = (["gps"] + PictureMetadata.namesOfCoordinates).map { Array($0.utf8) }
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.indices.contains { index in
        let first = bytes[index] | 0x20
        guard first == UInt8(ascii: "g") || first == UInt8(ascii: "l") else { return false }
        let rest = bytes[index...]
        return words.contains { word in rest.count >= word.count && zip(rest, word).allSatisfy { $0 | 0x20 == $1 } }
      }
    }
  }

  /// Whether PNG text says a position, in its keyword, in its text, or in the block that its digits are.
  ///
  /// - Parameter bytesLeft: how much may be looked through; what is beyond it counts as unreadable.
  fileprivate func mayHoldPosition(_ bytesLeft: inout Int) -> Bool {
    // What cannot be read here others may read.
    let most = min(8 << 20, bytesLeft)
    guard most > 0, let bytes = form.searchableBytes(of: self, maxBytes: most) else {
      bytesLeft -= most
      return true
    }
    bytesLeft -= bytes.count
    return MetadataItem.mentionsPosition(bytes)
  }
}
