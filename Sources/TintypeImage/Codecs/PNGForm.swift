import TintypeDiagnostics

/// How a PNG wraps metadata into chunks.
enum PNGForm: MetadataForm {
  static let kinds: [MetadataItem.Kind] = [.iccProfile, .exif, .density, .xmp, .iptc, .comment]
  static let notedKinds: [MetadataItem.Kind] = [.other, .extendedXMP]

  static let xmpKeyword = Array("XML:com.adobe.xmp".utf8)
  static let commentKeyword = Array("Comment".utf8)

  /// Chunks that are copied although the fourth letter of their type calls them unsafe to copy: their meaning is known,
  /// and rendering does not change it.
  private static let known: [String: MetadataItem.Kind] = [
    "sRGB": .color, "gAMA": .color, "cHRM": .color, "cICP": .color, "mDCV": .color, "cLLI": .color,
    "iCCP": .iccProfile, "eXIf": .exif, "pHYs": .density, "tIME": .other,
    // Taken out where pixels change, with a note.
    "caBX": .other,
  ]

  /// The kinds of which a PNG has at most one item.
  static let single: Set<MetadataItem.Kind> = [.exif, .xmp, .iccProfile, .density]

  /// The item of an ancillary chunk; nil for a chunk that must not be copied into another file.
  static func item(type: [UInt8], _ payload: [UInt8], afterPixels: Bool) -> MetadataItem? {
    guard let kind = kind(type: type, payload) else { return nil }
    if kind == .text, RawProfile.isCameraData(payload),
      let block = PNGText(type: type, payload).flatMap(RawProfile.exif)
    {
      return chunk(.exif, "eXIf", block)
    }
    // Camera data precede the pixels in the result, where a new thumbnail is filled in.
    return MetadataItem(kind, at: .chunk(type: type, afterPixels: afterPixels && kind != .exif), payload)
  }

  static func canHold(_ item: MetadataItem) -> Bool {
    guard let type = item.chunkType, type.count == 4, type[0] & 0x20 != 0 else { return false }
    return self.item(type: type, item.payload, afterPixels: item.place.isAfterPixels) == item
  }

  private static func kind(type: [UInt8], _ payload: [UInt8]) -> MetadataItem.Kind? {
    let name = String(decoding: type, as: UTF8.self)
    if let kind = known[name] { return kind }
    switch name {
    case "tEXt", "zTXt", "iTXt": return textKind(payload)
    case "tRNS", "hIST", "bKGD", "sBIT", "sPLT", "acTL", "fcTL", "fdAT": return nil
    default: return type[3] & 0x20 != 0 ? .other : nil
    }
  }

  private static func textKind(_ payload: [UInt8]) -> MetadataItem.Kind {
    let keyword = payload.prefix { $0 != 0 }
    if keyword.elementsEqual(xmpKeyword) { return .xmp }
    if RawProfile.isCaptions(payload) { return .iptc }
    return keyword.elementsEqual(commentKeyword) ? .comment : .text
  }

  static func items(_ kind: MetadataItem.Kind, holding block: [UInt8]) -> [MetadataItem] {
    switch kind {
    case .exif: [chunk(kind, "eXIf", block)]
    // Not compressed, no language, no translated keyword.
    case .xmp: [chunk(kind, "iTXt", xmpKeyword + [0, 0, 0, 0, 0] + block)]
    case .iccProfile: [chunk(kind, "iCCP", Array("ICC profile\0\0".utf8) + deflate(block))]
    // All resources, the IPTC captions among them.
    case .iptc:
      [chunk(kind, "zTXt", Array((RawProfile.prefix + "iptc\0\0").utf8) + deflate(RawProfile.text("iptc", block)))]
    case .comment: [comment(block)]
    case .extendedXMP, .density, .color, .text, .other: []
    }
  }

  static func block(in item: MetadataItem) -> [UInt8]? {
    switch item.kind {
    case .exif:
      let prefix = item.payload.starts(with: EXIFBlock.prefix) ? EXIFBlock.prefix.count : 0
      return Array(item.payload.dropFirst(prefix))
    case .xmp: return item.text()?.text
    case .iptc:
      guard let block = item.text().flatMap(RawProfile.block) else { return nil }
      // Captions without resources around them begin with the mark of the first one.
      return block.first == 0x1C ? PhotoshopResources.resource(holding: block) : block
    case .comment: return item.text(maxBytes: maxCommentBytes)?.utf8
    case .iccProfile: return profile(in: item.payload)
    case .extendedXMP, .density, .color, .text, .other: return item.payload
    }
  }

  /// A comment longer than any JPEG can hold is not one.
  private static let maxCommentBytes = 65_533

  static func payload(of item: MetadataItem, holding block: [UInt8]) -> [UInt8] {
    if item.kind == .exif { return item.payload.dropLast((item.block?.count ?? 0)) + block }
    guard var text = item.text() else { return item.payload }
    text.text = block
    if item.kind == .iptc {
      let name = String(decoding: text.keyword.dropFirst(RawProfile.prefix.utf8.count), as: UTF8.self)
      text.text = RawProfile.text(name, block)
    }
    return text.payload
  }

  static func searchableBytes(of item: MetadataItem, maxBytes: Int) -> [UInt8]? {
    guard item.kind == .text || item.kind == .comment else { return item.payload }
    guard let text = item.text(maxBytes: maxBytes) else { return nil }
    let said = text.keyword + text.language + [0x20] + text.text
    guard text.isRawProfile else { return said }
    // Camera data that was not an EXIF block to us is still camera data.
    guard let block = RawProfile.block(in: text), !RawProfile.isCameraData(item.payload) else { return nil }
    return said + block
  }

  static func name(of item: MetadataItem) -> String? {
    let type = String(decoding: item.place.tag, as: UTF8.self).escapedForDisplay
    guard item.kind == .text || item.kind == .comment else { return type == "tIME" ? nil : "the chunk '\(type)'" }
    return item.kind == .comment
      ? "a comment" : "the text '\(String(decoding: item.payload.prefix { $0 != 0 }, as: UTF8.self).escapedForDisplay)'"
  }

  /// Content credentials of C2PA.
  static func isSignature(_ item: MetadataItem) -> Bool { item.chunkType == Array("caBX".utf8) }

  /// The profile in an iCCP chunk: a name, a zero, the method 0, a zlib stream.
  private static func profile(in payload: [UInt8]) -> [UInt8]? {
    guard let end = payload.firstIndex(of: 0), end + 2 <= payload.count, payload[end + 1] == 0 else { return nil }
    return inflate(Array(payload[(end + 2)...]), maxBytes: maxProfileBytes)
  }

  /// The largest profile that is inflated.
  private static let maxProfileBytes = 16 << 20

  /// A comment as UTF-8. Other bytes count as Latin-1, and a zero ends it.
  private static func comment(_ text: [UInt8]) -> MetadataItem {
    let text = Array(text.prefix { $0 != 0 })
    let isASCII = text.allSatisfy { $0 < 0x80 }
    let isUTF8 = String(decoding: text, as: UTF8.self).utf8.elementsEqual(text)
    if isASCII || !isUTF8 { return chunk(.comment, "tEXt", commentKeyword + [0] + text) }
    return chunk(.comment, "iTXt", commentKeyword + [0, 0, 0, 0, 0] + text)
  }

  /// A pHYs chunk; nil where it would say nothing.
  static func item(holding density: PixelDensity) -> MetadataItem? {
    guard let density = density.inPHYs else { return nil }
    var payload: [UInt8] = []
    payload.appendBigEndian32(density.x)
    payload.appendBigEndian32(density.y)
    return chunk(.density, "pHYs", payload + [density.unit == .meter ? 1 : 0])
  }

  static func density(in item: MetadataItem) -> PixelDensity? {
    let payload = item.payload
    guard payload.count == 9 else { return nil }
    return PixelDensity(
      payload[8] == 1 ? .meter : .ratio, x: payload.bigEndian32(at: 0), y: payload.bigEndian32(at: 4))
  }

  private static func chunk(_ kind: MetadataItem.Kind, _ type: String, _ payload: [UInt8]) -> MetadataItem {
    MetadataItem(kind, at: .chunk(type: Array(type.utf8), afterPixels: false), payload)
  }
}

extension MetadataItem.Place {
  static func chunk(type: [UInt8], afterPixels: Bool) -> Self {
    Self(type: .png, tag: type, isAfterPixels: afterPixels)
  }
}

extension MetadataItem {
  /// The type of a PNG's chunk; nil for an item of another format.
  var chunkType: [UInt8]? { place.type == .png ? place.tag : nil }

  /// A text chunk, taken apart; nil for a broken one, and for text of more than `maxBytes`.
  func text(maxBytes: Int = 8 << 20) -> PNGText? { PNGText(type: place.tag, payload, maxBytes: maxBytes) }
}

extension PixelDensity {
  var inPHYs: PixelDensity? {
    switch unit {
    case .meter: self
    case .ratio: x == y ? nil : self
    case .inch: PixelDensity(.meter, x: x.scaled(by: 1 / 0.0254), y: y.scaled(by: 1 / 0.0254))
    case .centimeter: PixelDensity(.meter, x: x * 100, y: y * 100)
    }
  }
}
