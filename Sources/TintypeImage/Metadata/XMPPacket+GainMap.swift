import TintypeSystem

// What XMP says of a gain map.
extension XMPPacket {
  /// Ultra HDR's formula (Adobe's gain map specification 1.0); nil for a packet that has none.
  var ultraHDR: GainMap? {
    get throws(GainMap.Flaw) {
      guard value(of: "hdrgm:Version") != nil || !values(of: "hdrgm:GainMapMax").isEmpty else { return nil }
      if value(of: "hdrgm:BaseRenditionIsHDR")?.lowercased() == "true" {
        throw GainMap.Flaw(reason: "leads to a picture that is not brighter than its base")
      }
      let minimum = try numbers("hdrgm:GainMapMin", or: 0)
      let maximum = try numbers("hdrgm:GainMapMax", or: nil)
      let gamma = try numbers("hdrgm:Gamma", or: 1)
      let base = try numbers("hdrgm:OffsetSDR", or: 1 / 64)
      let alternate = try numbers("hdrgm:OffsetHDR", or: 1 / 64)
      let count = max(minimum.count, maximum.count, gamma.count, base.count, alternate.count)
      let channels = (0..<count).map { index in
        func at(_ numbers: [Double]) -> Double { numbers[min(index, numbers.count - 1)] }
        return GainMap.Channel(
          curve: .stops(minimum: at(minimum), maximum: at(maximum), gamma: at(gamma)), baseOffset: at(base),
          alternateOffset: at(alternate))
      }
      return try GainMap(
        .ultraHDR, baseHeadroom: try numbers("hdrgm:HDRCapacityMin", or: 0)[0],
        alternateHeadroom: try numbers("hdrgm:HDRCapacityMax", or: nil)[0], channels)
    }
  }

  /// One number, or three.
  private func numbers(_ name: String, or usual: Double?) throws(GainMap.Flaw) -> [Double] {
    let texts = items(of: name)
    if texts.isEmpty, let usual { return [usual] }
    let numbers = texts.compactMap { Double($0.filter { !$0.isWhitespace }) }
    guard numbers.count == texts.count, numbers.count == 1 || numbers.count == 3 else {
      throw GainMap.Flaw(reason: "does not state its '\(name)'")
    }
    return numbers
  }

  /// Where the packet of a picture says that its gain map lies: how far from the end of the file it begins, and its
  /// length (Ultra HDR image format 1.0, GContainer: items lie behind each other, the last one at the end).
  var gainMapItem: (fromEnd: Int, length: Int)? {
    var found: (fromEnd: Int, length: Int)?
    for tag in XMLTags(bytes) {
      func value(_ name: String) -> String? {
        tag.attributes.first { $0.name == name }.map { String(decoding: bytes[$0.value], as: UTF8.self) }
      }
      guard let semantic = value("Item:Semantic"), semantic != "Primary" else { continue }
      guard let length = value("Item:Length").flatMap({ Int($0) }), (1...Self.longestItem).contains(length) else {
        return nil
      }
      found = found.map { ($0.fromEnd + length, $0.length) } ?? (semantic == "GainMap" ? (length, length) : nil)
    }
    return found
  }

  private static let longestItem = 1 << 32

  /// Whether it belongs to a gain map of Apple's.
  var isOfAppleGainMap: Bool {
    value(of: "HDRGainMap:HDRGainMapVersion") != nil
      || value(of: "apdi:AuxiliaryImageType")?.hasSuffix(":hdrgainmap") ?? false
  }

  /// The light over white that Apple's newer files state, a ratio.
  var appleHeadroom: Double? { value(of: "HDRGainMap:HDRGainMapHeadroom").flatMap { Double($0) } }
}

// What XMP of written files says of a gain map (Ultra HDR image format 1.0).
extension XMPPacket {
  private static let ultraHDRNamespace = "http://ns.adobe.com/hdr-gain-map/1.0/"

  /// The packet of a map.
  static func describing(_ map: GainMap) -> XMPPacket {
    let stated = map.stated
    let numbers = [
      ("GainMapMin", stated.minimum), ("GainMapMax", stated.maximum), ("Gamma", stated.gamma),
      ("OffsetSDR", map.channels[0].baseOffset), ("OffsetHDR", map.channels[0].alternateOffset),
      ("HDRCapacityMin", map.baseHeadroom), ("HDRCapacityMax", map.alternateHeadroom),
    ]
    let attributes = numbers.map { "\n hdrgm:\($0.0)=\"\(($0.1 * 1e6).rounded() / 1e6)\"" }.joined()
    var packet = empty
    _ = packet.add { _ in
      (
        " xmlns:hdrgm=\"\(ultraHDRNamespace)\"\n hdrgm:Version=\"1.0\"" + attributes
          + "\n hdrgm:BaseRenditionIsHDR=\"False\"", ""
      )
    }
    return packet
  }

  /// Adds that a gain map follows the picture. The length of what is added does not depend on that of the map.
  ///
  /// - Parameter bytes: the length of the map.
  /// - Returns: false for a packet that is not in UTF-8.
  mutating func addGainMap(bytes count: Int) -> Bool {
    add { rdf in
      let length = "Item:Length=\"\(count)\""
      let item = "<\(rdf)li \(rdf)parseType=\"Resource\"><Container:Item Item:Mime=\"image/jpeg\" Item:Semantic="
      let room = String(repeating: " ", count: max(0, 32 - length.utf8.count))
      return (
        " xmlns:hdrgm=\"\(Self.ultraHDRNamespace)\" xmlns:Container=\"http://ns.google.com/photos/1.0/container/\""
          + " xmlns:Item=\"http://ns.google.com/photos/1.0/container/item/\" hdrgm:Version=\"1.0\"",
        "<Container:Directory><\(rdf)Seq>\(item)\"Primary\"/></\(rdf)li>"
          + "\(item)\"GainMap\" \(length)\(room)/></\(rdf)li>"
          + "</\(rdf)Seq></Container:Directory>"
      )
    }
  }
}

// What Apple's camera data say of a gain map.
extension EXIFBlock {
  /// The light over white of Apple's gain maps, a ratio, by two fields of its maker note ("Applying Apple HDR effect
  /// to your photos", Apple's developer documentation); nil without them.
  var appleHeadroom: Double? {
    let prefix = Array("Apple iOS\0\0\u{1}MM".utf8)
    guard let note = exifDirectory?.find(TIFFTag.makerNote), note.size <= bytes.count,
      note.place <= bytes.count - note.size
    else { return nil }
    let block = Array(bytes[note.place..<(note.place + note.size)])
    guard block.starts(with: prefix),
      // Offsets count from the note, whose directory is big-endian in every file.
      let directory = try? TIFFDirectory(at: prefix.count, of: TIFFHeader(block: block, isBigEndian: true))
    else { return nil }
    func fraction(_ tag: Int) -> Double? {
      guard let entry = directory.find(tag), entry.type == 10, entry.count == 1,
        let bytes = directory.bytes(of: entry, atMost: 8)
      else { return nil }
      let (top, bottom) = (bytes.bigEndian32(at: 0), bytes.bigEndian32(at: 4))
      let number =
        Double(Int32(truncatingIfNeeded: top)) / Double(Int32(truncatingIfNeeded: bottom))
      return number.isFinite ? number : nil
    }
    guard let a = fraction(33), let b = fraction(48) else { return nil }
    let stops =
      a < 1 ? (b <= 0.01 ? 1.8 - 20 * b : 1.601 - 0.101 * b) : (b <= 0.01 ? 3 - 70 * b : 2.303 - 0.303 * b)
    return exp2(max(stops, 0))
  }
}
