/// A block of another format as ImageMagick and ExifTool write it into PNG text: a name, a length, hexadecimal digits.
///
/// EXIF was stored this way before the eXIf chunk existed. For IPTC captions it is what all programs read.
enum RawProfile {
  static let prefix = "Raw profile type "

  /// Whether a text chunk's keyword says that it holds a block.
  static func isNamed(_ payload: [UInt8]) -> Bool { isCameraData(payload) || isCaptions(payload) }

  /// Whether the keyword says EXIF. A chunk named APP1 may hold XMP instead.
  static func isCameraData(_ payload: [UInt8]) -> Bool { isNamed(payload, ["exif", "APP1"]) }

  /// Whether the keyword says Photoshop's resources, or IPTC captions alone.
  static func isCaptions(_ payload: [UInt8]) -> Bool { isNamed(payload, ["iptc", "8bim"]) }

  private static func isNamed(_ payload: [UInt8], _ names: [String]) -> Bool {
    names.contains { payload.starts(with: (prefix + $0 + "\0").utf8) }
  }

  /// The TIFF block of a text chunk with camera data; nil for all others.
  static func exif(in text: PNGText) -> [UInt8]? {
    guard let bytes = block(in: text), bytes.starts(with: EXIFBlock.prefix) else { return nil }
    return Array(bytes.dropFirst(EXIFBlock.prefix.count))
  }

  /// The bytes that the digits spell; nil for text of another form.
  static func block(in text: PNGText) -> [UInt8]? {
    let lines = text.text.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count == 3 else { return nil }
    let digits = lines[2].compactMap(hexDigit)
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The text for a block: lines of 72 digits.
  static func text(_ name: String, _ block: [UInt8]) -> [UInt8] {
    let count = "\(block.count)"
    var text = Array("\n\(name)\n\(String(repeating: " ", count: max(0, 8 - count.count)))\(count)".utf8)
    let digits = Array("0123456789abcdef".utf8)
    for (index, byte) in block.enumerated() {
      if index % 36 == 0 { text.append(UInt8(ascii: "\n")) }
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return text + [UInt8(ascii: "\n")]
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x61 + 10
    default: nil
    }
  }
}
