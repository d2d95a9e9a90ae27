/// How a JPEG wraps metadata into APPn and COM segments.
enum JPEGForm: MetadataForm {
  static let kinds: [MetadataItem.Kind] = [.density, .exif, .xmp, .iccProfile, .iptc, .comment]
  static let notedKinds: [MetadataItem.Kind] = [.text]

  /// The longest content of a segment, whose length counts in 16 bits and includes itself.
  static let maxPayload = 65_533

  static let jfifPrefix = Array("JFIF\0".utf8)
  static let exifPrefix = EXIFBlock.prefix
  static let xmpPrefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let extendedXMPPrefix = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  static let iccPrefix = Array("ICC_PROFILE\0".utf8)

  enum Marker {
    static let app0: UInt8 = 0xE0
    static let app1: UInt8 = 0xE1
    static let app2: UInt8 = 0xE2
    static let app11: UInt8 = 0xEB
    static let app13: UInt8 = 0xED
    static let app14: UInt8 = 0xEE
    static let app15: UInt8 = 0xEF
    static let comment: UInt8 = 0xFE
  }

  /// The kind of an APPn or COM segment; nil for one that must not go into another file.
  static func kind(marker: UInt8, _ payload: [UInt8]) -> MetadataItem.Kind? {
    switch marker {
    case Marker.app0 where payload.starts(with: jfifPrefix): .density
    case Marker.app0 where payload.starts(with: "JFXX\0".utf8): nil  // a thumbnail of the original
    case Marker.app1 where payload.starts(with: exifPrefix): .exif
    case Marker.app1 where payload.starts(with: xmpPrefix): .xmp
    case Marker.app1 where payload.starts(with: extendedXMPPrefix): .extendedXMP
    case Marker.app2 where payload.starts(with: iccPrefix): .iccProfile
    case Marker.app2 where isMultiPicture(payload): nil  // its offsets go stale
    case Marker.app13 where payload.starts(with: PhotoshopResources.prefix): .iptc
    case Marker.app14 where payload.starts(with: "Adobe".utf8): nil  // says how these pixels are stored
    case Marker.comment: .comment
    default: .other
    }
  }

  /// Whether an APP2 segment lists further pictures behind this one (CIPA DC-007).
  static func isMultiPicture(_ payload: [UInt8]) -> Bool {
    payload.starts(with: "MPF\0".utf8)
  }

  static func items(_ kind: MetadataItem.Kind, holding block: [UInt8]) -> [MetadataItem] {
    switch kind {
    case .exif: [exif(block)]
    case .xmp: [xmp(block)]
    case .iccProfile: iccProfile(block)
    case .iptc: iptc(block)
    case .comment: [comment(block)]
    case .extendedXMP, .density, .color, .text, .other: []
    }
  }

  static func block(in item: MetadataItem) -> [UInt8]? {
    let prefix: [UInt8] =
      switch item.kind {
      case .exif: item.payload.starts(with: exifPrefix) ? exifPrefix : []
      case .xmp: xmpPrefix
      case .iptc: PhotoshopResources.prefix
      case .extendedXMP, .iccProfile, .comment, .density, .color, .text, .other: []
      }
    return Array(item.payload.dropFirst(prefix.count))
  }

  static func exif(_ block: [UInt8]) -> MetadataItem {
    MetadataItem(.exif, at: .segment(marker: Marker.app1), exifPrefix + block)
  }

  static func xmp(_ packet: [UInt8]) -> MetadataItem {
    MetadataItem(.xmp, at: .segment(marker: Marker.app1), xmpPrefix + packet)
  }

  static func iccProfile(_ profile: [UInt8]) -> [MetadataItem] {
    let partBytes = maxPayload - iccPrefix.count - 2
    let count = (profile.count + partBytes - 1) / partBytes
    guard (1...255).contains(count) else { return [] }
    return (0..<count).map { index in
      let part = profile[(index * partBytes)..<min((index + 1) * partBytes, profile.count)]
      let payload = iccPrefix + [UInt8(index + 1), UInt8(count)] + part
      return MetadataItem(.iccProfile, at: .segment(marker: Marker.app2), payload)
    }
  }

  /// ICC.1:2022, B.4: after the name a part's number, from 1, and the number of parts. Nil unless each is there once.
  static func profile(in items: [MetadataItem]) -> [UInt8]? {
    let prefix = iccPrefix.count
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

  /// Photoshop's resources, in as many segments as they need.
  static func iptc(_ resources: [UInt8]) -> [MetadataItem] {
    let most = maxPayload - PhotoshopResources.prefix.count
    return stride(from: 0, to: resources.count, by: most).map { start in
      // A resource may continue in the next segment, as Photoshop writes it.
      let part = resources[start..<min(start + most, resources.count)]
      return MetadataItem(.iptc, at: .segment(marker: Marker.app13), PhotoshopResources.prefix + part)
    }
  }

  static func comment(_ text: [UInt8]) -> MetadataItem {
    MetadataItem(.comment, at: .segment(marker: Marker.comment), text)
  }

  /// The JFIF header, version 1.01, without a thumbnail; nil where a number does not fit into 16 bits.
  static func item(holding density: PixelDensity) -> MetadataItem? {
    guard let density = density.inJFIF else { return nil }
    var payload = jfifPrefix + [1, 1, density.unit.rawValue]
    for number in [density.x, density.y] { payload += [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)] }
    return MetadataItem(.density, at: .segment(marker: Marker.app0), payload + [0, 0])
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
    item.segmentMarker == Marker.app11 && item.payload.starts(with: "JP".utf8)
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
