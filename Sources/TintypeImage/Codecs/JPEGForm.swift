/// How a JPEG wraps metadata into APPn and COM segments.
enum JPEGForm: MetadataForm {
  static let kinds: [MetadataItem.Kind] = [.density, .exif, .xmp, .iccProfile, .iptc, .comment]
  static let notedKinds: [MetadataItem.Kind] = [.text, .other]

  /// The longest content of a segment, whose length counts in 16 bits and includes itself.
  static let maxPayload = 65_533

  /// The segments whose content is known: marker, the first bytes of the payload, and the kind, or nil for a segment
  /// that must not be copied into another file.
  private static let segments: [(marker: UInt8, prefix: [UInt8], kind: MetadataItem.Kind?)] = [
    (0xE0, Array("JFIF\0".utf8), .density),
    (0xE0, Array("JFXX\0".utf8), nil),  // a thumbnail of the original
    (0xE1, EXIFBlock.prefix, .exif),
    (0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8), .xmp),
    (0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8), .extendedXMP),
    (0xE2, Array("ICC_PROFILE\0".utf8), .iccProfile),
    (0xE2, MultiPicture.prefix, nil),  // its offsets become stale
    (0xE2, GainMap.segmentPrefix, nil),  // the map itself is not copied
    (0xED, PhotoshopResources.prefix, .iptc),
    (0xEE, Array("Adobe".utf8), nil),  // how the pixels of this file are stored
    (0xFE, [], .comment),
  ]

  /// The kind of an APPn or COM segment; nil for one that must not be copied into another file.
  static func kind(marker: UInt8, _ payload: [UInt8]) -> MetadataItem.Kind? {
    let known = segments.first { $0.marker == marker && payload.starts(with: $0.prefix) }
    return known.map(\.kind) ?? .other
  }

  static func canHold(_ item: MetadataItem) -> Bool {
    guard let marker = item.segmentMarker, item.place == .segment(marker: marker) else { return false }
    return JPEGSegments.isMetadata(marker) && item.payload.count <= maxPayload
      && kind(marker: marker, item.payload) == item.kind
  }

  /// The first bytes of the payload of a kind.
  static func prefix(of kind: MetadataItem.Kind) -> [UInt8] { segments.first { $0.kind == kind }?.prefix ?? [] }

  /// A segment of a kind.
  private static func segment(_ kind: MetadataItem.Kind, _ content: [UInt8]) -> MetadataItem {
    let marker = segments.first { $0.kind == kind }?.marker ?? 0
    return MetadataItem(kind, at: .segment(marker: marker), prefix(of: kind) + content)
  }

  static func items(_ kind: MetadataItem.Kind, holding block: [UInt8]) -> [MetadataItem] {
    switch kind {
    case .exif, .xmp, .comment: [segment(kind, block)]
    case .iccProfile: iccProfile(block)
    // A resource may continue in the next segment, as Photoshop writes it.
    case .iptc: parts(of: block, bytes: maxPayload - prefix(of: kind).count).map { segment(kind, $0) }
    case .extendedXMP, .density, .color, .text, .other: []
    }
  }

  static func block(in item: MetadataItem) -> [UInt8]? {
    Array(item.payload.dropFirst(prefix(of: item.kind).count))
  }

  private static func parts(of block: [UInt8], bytes: Int) -> [[UInt8]] {
    stride(from: 0, to: block.count, by: bytes).map { Array(block[$0..<min($0 + bytes, block.count)]) }
  }

  /// At most 255 parts, numbered from 1.
  private static func iccProfile(_ profile: [UInt8]) -> [MetadataItem] {
    let parts = parts(of: profile, bytes: maxPayload - prefix(of: .iccProfile).count - 2)
    guard parts.count <= 255 else { return [] }
    return parts.enumerated().map { segment(.iccProfile, [UInt8($0 + 1), UInt8(parts.count)] + $1) }
  }

  /// ICC.1:2022, B.4: after the name a part's number, from 1, and the number of parts. Nil unless each is there once.
  static func profile(in items: [MetadataItem]) -> [UInt8]? {
    let prefix = prefix(of: .iccProfile).count
    var numbered: [UInt8: ArraySlice<UInt8>] = [:]
    for part in items.map(\.payload) where part.count >= prefix + 2 {
      guard numbered.updateValue(part[(prefix + 2)...], forKey: part[prefix]) == nil else { return nil }
    }
    guard let count = items.first?.payload.dropFirst(prefix + 1).first, count > 0, numbered.count == Int(count) else {
      return nil
    }
    var profile: [UInt8] = []
    for number in 1...count {
      guard let part = numbered[number] else { return nil }
      profile += part
    }
    return profile
  }

  /// The JFIF header, version 1.01, without a thumbnail; nil where a number does not fit into 16 bits.
  static func item(holding density: PixelDensity) -> MetadataItem? {
    guard let density = density.inJFIF else { return nil }
    let numbers = [density.x, density.y].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return segment(.density, [1, 1, density.unit.rawValue] + numbers + [0, 0])
  }

  static func density(in item: MetadataItem) -> PixelDensity? {
    let payload = item.payload
    guard payload.count >= 12, let unit = PixelDensity.Unit(rawValue: payload[7]), unit != .meter else { return nil }
    return PixelDensity(unit, x: payload.bigEndian16(at: 8), y: payload.bigEndian16(at: 10))
  }

  static func name(of item: MetadataItem) -> String? {
    guard item.kind == .other, let marker = item.segmentMarker else { return "a comment" }
    let name = String(decoding: item.payload.prefix(16).prefix { (0x21..<0x7F).contains($0) }, as: UTF8.self)
    return "the APP\(marker & 15) segment" + (name.isEmpty ? "" : " '\(name)'")
  }

  /// Boxes of JUMBF (ISO 19566-5), in which C2PA keeps content credentials, and those of JPEG XT beside them.
  static func isSignature(_ item: MetadataItem) -> Bool {
    item.segmentMarker == 0xEB && item.payload.starts(with: "JP".utf8)
  }

  /// JFIF's header stays the first segment.
  static func firstPlace(in items: [MetadataItem]) -> Int { items.first?.kind == .density ? 1 : 0 }
}

extension MetadataItem.Place {
  static func segment(marker: UInt8) -> Self { Self(type: .jpeg, tag: [marker]) }
}

extension MetadataItem {
  /// The marker of a JPEG's segment; nil for an item of another format.
  var segmentMarker: UInt8? { place.type == .jpeg ? place.tag.first : nil }
}

extension PixelDensity {
  var inJFIF: PixelDensity? {
    let density = unit == .meter ? PixelDensity(.inch, x: x.scaled(by: 0.0254), y: y.scaled(by: 0.0254)) : self
    let range = 1...0xFFFF
    return range.contains(density.x) && range.contains(density.y) ? density : nil
  }
}
