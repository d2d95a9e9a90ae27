/// A TIFF block with camera data, edited in place so that every offset in it stays valid, also those in maker notes.
///
/// Edits touch IFD0, the EXIF IFD and the link to IFD1 once each, so a loop of links is harmless. Offsets outside the
/// block are ignored. Positions are searched in all directories.
struct EXIFBlock {
  /// Precedes the block in a JPEG segment; some writers put it into other formats as well.
  static let prefix = Array("Exif\0\0".utf8)

  var bytes: [UInt8]
  let isBigEndian: Bool

  /// A directory (IFD): a count of 2 bytes, entries of 12, a link to the next one of 4.
  struct Directory {
    var offset: Int
    var count: Int

    func entry(_ index: Int) -> Int { offset + 2 + 12 * index }
    var link: Int { entry(count) }
    var range: Range<Int> { offset..<(link + 4) }
  }

  enum FieldType {
    /// EXIF 3.0, 4.6.2.
    static let utf8 = 129
  }

  enum Tag {
    static let imageWidth = 0x100
    static let imageHeight = 0x101
    static let stripOffset = 0x111
    static let model = 0x110
    static let orientation = 0x112
    static let stripBytes = 0x117
    static let compression = 0x103
    static let resolutionAcross = 0x11A
    static let resolutionDown = 0x11B
    static let resolutionUnit = 0x128
    static let thumbnailOffset = 0x201
    static let thumbnailBytes = 0x202
    static let dateTime = 0x132
    static let artist = 0x13B
    static let copyright = 0x8298
    static let positionDirectory = 0x8825
    static let makerNote = 0x927C
    static let userComment = 0x9286
    static let imageDescription = 0x10E
    static let subDirectories = 0x14A
    static let captions = 0x83BB
    static let photoshopResources = 0x8649
    static let exifDirectory = 0x8769
    static let colorSpace = 0xA001
    static let exposureTime = 0x829A
    static let fNumber = 0x829D
    static let sensitivity = 0x8827
    static let standardOutputSensitivity = 0x8831
    static let recommendedExposureIndex = 0x8832
    static let isoSpeed = 0x8833
    static let flash = 0x9209
    static let focalLength = 0x920A
    static let lensModel = 0xA434
    static let interoperabilityDirectory = 0xA005
    static let interoperabilityIndex = 1
    static let dateTimeOriginal = 0x9003
    static let dateTimeDigitized = 0x9004
    static let pixelWidth = 0xA002
    static let pixelHeight = 0xA003
  }

  /// Nil unless the bytes begin with a TIFF header.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) {
      isBigEndian = false
    } else if bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      isBigEndian = true
    } else {
      return nil
    }
    self.bytes = bytes
  }

  /// The orientation tag, whatever its value; nil when it is absent.
  var orientation: Int? {
    mainDirectory.flatMap { find(Tag.orientation, in: $0) }.flatMap(value)
  }

  /// The dates in the file: of the exposure, of digitizing, of the last change.
  var dates: [String] {
    let below = [Tag.dateTimeOriginal, Tag.dateTimeDigitized].compactMap { tag in
      exifDirectory.flatMap { find(tag, in: $0) }.flatMap(text(at:))
    }
    return below + [text(of: Tag.dateTime)].compactMap { $0 }
  }

  /// The camera's model.
  var model: String? { text(of: Tag.model) }

  /// The text of a tag in the main directory.
  func text(of tag: Int) -> String? { mainDirectory.flatMap { find(tag, in: $0) }.flatMap(text(at:)) }

  /// Overwrites the orientation, if there is one.
  mutating func setOrientation(_ orientation: Int) {
    guard let entry = mainDirectory.flatMap({ find(Tag.orientation, in: $0) }) else { return }
    setValue(orientation, of: entry)
  }

  /// Overwrites the size of the picture, if there is one.
  mutating func setSize(width: Int, height: Int) {
    guard let main = mainDirectory else { return }
    let places = [
      (Tag.imageWidth, width, Optional(main)), (Tag.imageHeight, height, main),
      (Tag.pixelWidth, width, exifDirectory), (Tag.pixelHeight, height, exifDirectory),
    ]
    for (tag, size, directory) in places {
      if let entry = directory.flatMap({ find(tag, in: $0) }) { setValue(size, of: entry) }
    }
  }

  var mainDirectory: Directory? {
    number(4, bytes: 4).flatMap { directory(at: $0) }
  }

  var exifDirectory: Directory? {
    mainDirectory.flatMap { find(Tag.exifDirectory, in: $0) }.flatMap(value).flatMap { directory(at: $0) }
  }

  /// Nil unless all entries are within the block. The link may be missing, because some writers omit it.
  func directory(at offset: Int) -> Directory? {
    guard offset >= 8, let count = number(offset, bytes: 2) else { return nil }
    let directory = Directory(offset: offset, count: count)
    return directory.link <= bytes.count ? directory : nil
  }

  /// The offset of the entry of a tag.
  func find(_ tag: Int, in directory: Directory) -> Int? {
    (0..<directory.count).lazy.map(directory.entry).first { number($0, bytes: 2) == tag }
  }

  /// The text in an entry, up to its zero; nil when it is empty.
  func text(at entry: Int) -> String? {
    guard let type = number(entry + 2, bytes: 2), type == 2 || type == FieldType.utf8,
      let count = number(entry + 4, bytes: 4), count <= bytes.count,
      let start = count <= 4 ? entry + 8 : number(entry + 8, bytes: 4), start <= bytes.count - count
    else { return nil }
    let text = String(decoding: bytes[start..<(start + count)].prefix { $0 != 0 }, as: UTF8.self)
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }

  /// The value of an entry that holds one SHORT or LONG; SSHORT and SLONG are accepted, because some writers use them.
  func value(of entry: Int) -> Int? {
    guard number(entry + 4, bytes: 4) == 1 else { return nil }
    return switch number(entry + 2, bytes: 2) {
    case 3, 8: number(entry + 8, bytes: 2)
    case 4, 9: number(entry + 8, bytes: 4)
    default: nil
    }
  }

  /// Overwrites one SHORT or LONG. A SHORT that cannot hold the number becomes a LONG.
  mutating func setValue(_ number: Int, of entry: Int) {
    guard value(of: entry) != nil, number <= 0xFFFF_FFFF else { return }
    let type = self.number(entry + 2, bytes: 2)
    if type == 3 && number <= 0xFFFF || type == 8 && number <= 0x7FFF {
      set(entry + 8, to: number, bytes: 2)
    } else if type == 9 && number <= 0x7FFF_FFFF {
      set(entry + 8, to: number, bytes: 4)
    } else {
      set(entry + 2, to: 4, bytes: 2)
      set(entry + 8, to: number, bytes: 4)
    }
  }

  /// Overwrites a text of three letters, which is stored in the entry itself.
  mutating func setText(_ text: [UInt8], at entry: Int) {
    guard number(entry + 4, bytes: 4) == 4, text.count == 3 else { return }
    bytes.replaceSubrange((entry + 8)..<(entry + 11), with: text)
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
