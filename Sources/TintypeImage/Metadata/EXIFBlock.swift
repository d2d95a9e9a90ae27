/// A TIFF block with camera data, edited in place so that every offset in it stays valid, also those in maker notes.
///
/// Edits touch IFD0, the EXIF IFD and the link to IFD1 once each, so a loop of links is harmless. Offsets outside the
/// block are ignored. Positions are searched in all directories.
struct EXIFBlock {
  /// Precedes the block in a JPEG segment; some writers put it into other formats as well.
  static let prefix = Array("Exif\0\0".utf8)

  var bytes: [UInt8]
  let isBigEndian: Bool

  enum FieldType {
    /// EXIF 3.0, 4.6.2.
    static let utf8 = 129
  }

  /// Nil unless the bytes begin with a TIFF header.
  init?(_ bytes: [UInt8]) {
    guard let mark = TIFFHeader.marks.prefix(2).firstIndex(where: bytes.starts) else { return nil }
    isBigEndian = mark == 1
    self.bytes = bytes
  }

  /// The orientation tag, whatever its value; nil when it is absent.
  var orientation: Int? { mainDirectory?.find(TIFFTag.orientation).flatMap(value) }

  /// The dates in the file: of the exposure, of digitizing, of the last change.
  var dates: [String] {
    let below = [TIFFTag.dateTimeOriginal, TIFFTag.dateTimeDigitized].compactMap { tag in
      exifDirectory?.find(tag).flatMap(text)
    }
    return below + [text(of: TIFFTag.dateTime)].compactMap { $0 }
  }

  /// The camera's model.
  var model: String? { text(of: TIFFTag.model) }

  /// The text of a tag in the main directory.
  func text(of tag: Int) -> String? { mainDirectory?.find(tag).flatMap(text) }

  /// Overwrites the orientation, if there is one.
  mutating func setOrientation(_ orientation: Int) {
    if let entry = mainDirectory?.find(TIFFTag.orientation) { setValue(orientation, of: entry) }
  }

  /// Overwrites the size of the picture, if there is one.
  mutating func setSize(width: Int, height: Int) {
    guard let main = mainDirectory else { return }
    let places = [
      (TIFFTag.width, width, Optional(main)), (TIFFTag.height, height, main),
      (TIFFTag.pixelWidth, width, exifDirectory), (TIFFTag.pixelHeight, height, exifDirectory),
    ]
    for (tag, size, directory) in places {
      if let entry = directory?.find(tag) { setValue(size, of: entry) }
    }
  }

  var mainDirectory: TIFFDirectory? { number(4, bytes: 4).flatMap(directory) }

  var exifDirectory: TIFFDirectory? {
    mainDirectory?.find(TIFFTag.exifDirectory).flatMap(value).flatMap(directory)
  }

  /// Nil unless all entries are within the block. What it holds is the block as it is now.
  func directory(at offset: Int) -> TIFFDirectory? {
    offset >= 8 ? try? TIFFDirectory(at: offset, of: TIFFHeader(block: bytes, isBigEndian: isBigEndian)) : nil
  }

  /// The text in an entry, up to its zero; nil when it is empty.
  func text(of entry: TIFFDirectory.Entry) -> String? {
    guard entry.type == 2 || entry.type == FieldType.utf8, entry.place <= bytes.count - entry.count else { return nil }
    let text = String(decoding: bytes[entry.place..<(entry.place + entry.count)].prefix { $0 != 0 }, as: UTF8.self)
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }

  /// The value of an entry that holds one SHORT or LONG; SSHORT and SLONG are accepted, because some writers use them.
  func value(of entry: TIFFDirectory.Entry) -> Int? {
    guard entry.count == 1 else { return nil }
    return switch entry.type {
    case 3, 8: number(entry.offset + 8, bytes: 2)
    case 4, 9: number(entry.offset + 8, bytes: 4)
    default: nil
    }
  }

  /// Overwrites one SHORT or LONG. A SHORT that cannot hold the number becomes a LONG.
  mutating func setValue(_ number: Int, of entry: TIFFDirectory.Entry) {
    guard value(of: entry) != nil, number <= 0xFFFF_FFFF else { return }
    let (type, place) = (entry.type, entry.offset + 8)
    if type == 3 && number <= 0xFFFF || type == 8 && number <= 0x7FFF {
      set(place, to: number, bytes: 2)
    } else if type == 9 && number <= 0x7FFF_FFFF {
      set(place, to: number, bytes: 4)
    } else {
      set(entry.offset + 2, to: 4, bytes: 2)
      set(place, to: number, bytes: 4)
    }
  }

  /// Overwrites a text of three letters, which is stored in the entry itself.
  mutating func setText(_ text: [UInt8], of entry: TIFFDirectory.Entry) {
    guard entry.count == 4, text.count == 3 else { return }
    bytes.replaceSubrange((entry.offset + 8)..<(entry.offset + 11), with: text)
  }

  func number(_ offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return (0..<count).reduce(0) { sum, index in
      sum << 8 | Int(bytes[offset + (isBigEndian ? index : count - 1 - index)])
    }
  }

  mutating func set(_ offset: Int, to number: Int, bytes count: Int) {
    for index in 0..<count {
      let shift = 8 * (isBigEndian ? count - 1 - index : index)
      bytes[offset + index] = UInt8(truncatingIfNeeded: number >> shift)
    }
  }
}
