/// EXIF as ImageMagick wrote it into PNG text before there was an eXIf chunk: a name, a length, hexadecimal digits.
enum RawProfile {
  /// Whether a text chunk has a keyword of such text.
  static func isNamed(_ payload: [UInt8]) -> Bool {
    ["Raw profile type exif\0", "Raw profile type APP1\0"].contains { payload.starts(with: $0.utf8) }
  }

  /// The TIFF block of a text chunk with the keyword `Raw profile type exif` or `… APP1`; nil for all others.
  static func exif(in text: PNGText) -> [UInt8]? {
    // APP1 may also hold XMP.
    guard let bytes = block(in: text), bytes.starts(with: JPEGForm.exifPrefix) else { return nil }
    return Array(bytes.dropFirst(JPEGForm.exifPrefix.count))
  }

  /// The bytes that the digits of such text stand for; nil for text of another form.
  static func block(in text: PNGText) -> [UInt8]? {
    let lines = text.text.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count == 3 else { return nil }
    let digits = lines[2].compactMap(hexDigit)
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x61 + 10
    default: nil
    }
  }
}
