/// How a PNG wraps metadata into chunks.
enum PNGForm: MetadataForm {
  static let xmpKeyword = Array("XML:com.adobe.xmp".utf8)
  static let commentKeyword = Array("Comment".utf8)

  /// Chunks that are carried although the fourth letter of their name forbids a stranger to copy them: their meaning is
  /// known, and rendering does not change it.
  private static let known: [String: MetadataItem.Kind] = [
    "sRGB": .color, "gAMA": .color, "cHRM": .color, "cICP": .color, "mDCV": .color, "cLLI": .color,
    "iCCP": .iccProfile, "eXIf": .exif, "pHYs": .density, "tIME": .other,
    // Taken out where pixels change, with a note.
    "caBX": .other,
  ]

  /// Of these kinds a PNG has one item at most.
  static let single: Set<MetadataItem.Kind> = [.exif, .xmp, .iccProfile, .density]

  /// The item of an ancillary chunk; nil for one that must not go into another file.
  static func item(type: [UInt8], _ payload: [UInt8], afterPixels: Bool) -> MetadataItem? {
    guard let kind = kind(type: type, payload) else { return nil }
    if kind == .text, RawProfile.isCameraData(payload),
      let block = PNGText(type: type, payload).flatMap(RawProfile.exif)
    {
      return exif(block)
    }
    return MetadataItem(kind, at: .chunk(type: type, afterPixels: afterPixels), payload)
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

  static func exif(_ block: [UInt8]) -> MetadataItem {
    chunk(.exif, "eXIf", block)
  }

  static func xmp(_ packet: [UInt8]) -> MetadataItem {
    // Not compressed, no language, no translated keyword.
    chunk(.xmp, "iTXt", xmpKeyword + [0, 0, 0, 0, 0] + packet)
  }

  static func iccProfile(_ profile: [UInt8]) -> [MetadataItem] {
    [chunk(.iccProfile, "iCCP", Array("ICC profile\0\0".utf8) + deflate(profile))]
  }

  /// Photoshop's resources, IPTC captions among them.
  static func iptc(_ resources: [UInt8]) -> MetadataItem {
    let keyword = Array((RawProfile.prefix + "iptc").utf8)
    return chunk(.iptc, "zTXt", keyword + [0, 0] + deflate(RawProfile.text("iptc", resources)))
  }

  /// The profile in an iCCP chunk: a name, a zero, the method 0, a zlib stream.
  static func profile(in payload: [UInt8]) -> [UInt8]? {
    guard let end = payload.firstIndex(of: 0), end + 2 <= payload.count, payload[end + 1] == 0 else { return nil }
    return inflate(Array(payload[(end + 2)...]), maxBytes: ICCProfile.maxBytes)
  }

  /// A comment as UTF-8; what is no UTF-8 counts as Latin-1, and a zero ends it.
  static func comment(_ text: [UInt8]) -> MetadataItem {
    let text = Array(text.prefix { $0 != 0 })
    let isASCII = text.allSatisfy { $0 < 0x80 }
    let isUTF8 = String(decoding: text, as: UTF8.self).utf8.elementsEqual(text)
    if isASCII || !isUTF8 { return chunk(.comment, "tEXt", commentKeyword + [0] + text) }
    return chunk(.comment, "iTXt", commentKeyword + [0, 0, 0, 0, 0] + text)
  }

  static func density(_ density: PixelDensity) -> MetadataItem {
    var payload: [UInt8] = []
    payload.appendBigEndian32(density.x)
    payload.appendBigEndian32(density.y)
    return chunk(.density, "pHYs", payload + [density.unit == .meter ? 1 : 0])
  }

  private static func chunk(_ kind: MetadataItem.Kind, _ type: String, _ payload: [UInt8]) -> MetadataItem {
    MetadataItem(kind, at: .chunk(type: Array(type.utf8), afterPixels: false), payload)
  }
}
