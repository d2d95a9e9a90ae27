/// EXIF as ImageMagick wrote it into PNG text before there was an eXIf chunk: a name, a length, hexadecimal digits.
enum RawProfile {
  /// The TIFF block of a text chunk with the keyword `Raw profile type exif` or `… APP1`; nil for all others.
  static func exif(in text: PNGText) -> [UInt8]? {
    let keyword = String(decoding: text.keyword, as: UTF8.self)
    guard ["Raw profile type exif", "Raw profile type APP1"].contains(keyword) else { return nil }
    let lines = text.text.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count == 3 else { return nil }
    let digits = lines[2].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    // APP1 may also hold XMP.
    guard bytes.starts(with: JPEGForm.exifPrefix) else { return nil }
    return Array(bytes.dropFirst(JPEGForm.exifPrefix.count))
  }
}
