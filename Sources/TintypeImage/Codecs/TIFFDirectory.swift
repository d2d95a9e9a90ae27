/// The header of a TIFF file: TIFF 6.0, section 2, and BigTIFF, whose offsets have 8 bytes.
struct TIFFHeader {
  let file: InputFile
  let isBigEndian: Bool
  let isBig: Bool
  let firstDirectory: Int

  /// The first bytes of a file, in either byte order: TIFF, TIFF, BigTIFF, BigTIFF.
  static let marks: [[UInt8]] = [
    [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
  ]

  init(_ file: InputFile) throws(ImageError) {
    let start = try file.bytes(at: 0, count: min(16, file.size))
    guard let mark = Self.marks.firstIndex(where: start.starts), start.count >= (mark < 2 ? 8 : 16) else {
      throw ImageError(.corrupt, "the file ends early")
    }
    (isBigEndian, isBig, self.file) = (mark % 2 == 1, mark >= 2, file)
    let offset = mark < 2 ? start[4..<8] : start[8..<16]
    firstDirectory = TIFFHeader.number(offset, isBigEndian)
  }

  /// The number that bytes spell; `Int.max` where it does not fit.
  static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Int {
    let number = bytes.indices.reduce(UInt64(0)) { sum, index in
      sum << 8 | UInt64(bytes[isBigEndian ? index : bytes.endIndex - 1 - (index - bytes.startIndex)])
    }
    return Int(clamping: number)
  }
}

/// A directory (IFD) of a TIFF file: its entries and the offset of the next one.
struct TIFFDirectory {
  /// A tag with the place of its values in the file.
  struct Entry {
    var tag: Int
    var type: Int
    var count: Int
    var place: Int
    /// The bytes of the values; `Int.max` where they do not fit.
    var size: Int
  }

  let header: TIFFHeader
  let offset: Int
  let entries: [Entry]
  /// 0 for none.
  let next: Int

  /// More than any program writes.
  private static let mostEntries = 4_096

  /// - Throws: `.corrupt` for a directory that is not whole.
  init(at offset: Int, of header: TIFFHeader) throws(ImageError) {
    (self.header, self.offset) = (header, offset)
    let (head, size, link) = header.isBig ? (8, 20, 8) : (2, 12, 4)
    let count = TIFFHeader.number(try header.file.bytes(at: offset, count: head)[...], header.isBigEndian)
    guard (1...Self.mostEntries).contains(count) else {
      throw ImageError(.corrupt, "a directory has \(count == .max ? "too many" : "\(count)") entries")
    }
    let bytes = try header.file.bytes(at: offset + head, count: count * size)
    entries = (0..<count).map { index in
      let (start, width) = (index * size, header.isBig ? 8 : 4)
      func number(_ place: Int, _ bytesOfNumber: Int) -> Int {
        TIFFHeader.number(bytes[(start + place)..<(start + place + bytesOfNumber)], header.isBigEndian)
      }
      let type = number(2, 2)
      let valueSize = (ByteCount(number(4, width)) * TIFFDirectory.bytes(ofType: type)).count
      let field = 4 + width
      let place = valueSize <= width ? offset + head + start + field : number(field, width)
      return Entry(tag: number(0, 2), type: type, count: number(4, width), place: place, size: valueSize)
    }
    let end = offset + head + count * size
    // Some writers leave out the last link.
    next = (try? header.file.bytes(at: end, count: link)).map { TIFFHeader.number($0[...], header.isBigEndian) } ?? 0
  }

  /// TIFF 6.0, section 2; IFD of supplement 1; LONG8, SLONG8 and IFD8 of BigTIFF; UTF-8 of EXIF 3.0.
  private static func bytes(ofType type: Int) -> Int {
    let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
    return type == EXIFBlock.FieldType.utf8 ? 1 : sizes.indices.contains(type) ? sizes[type] : 0
  }

  /// The entry of a tag; nil when it is absent or empty.
  func entry(_ tag: Int) -> Entry? { entries.first { $0.tag == tag && $0.size > 0 } }

  /// The values of an entry as the file has them; nil beyond a limit and beyond the file's end.
  func bytes(of entry: Entry, atMost limit: Int) -> [UInt8]? {
    guard entry.size <= limit else { return nil }
    return try? header.file.bytes(at: entry.place, count: entry.size)
  }

  /// Whole numbers of a tag, at most `limit`; none when it is absent or something else.
  func numbers(_ tag: Int, atMost limit: Int = 1) -> [Int] {
    guard var entry = entry(tag), [1, 3, 4, 13, 16, 18].contains(entry.type) else { return [] }
    let width = entry.size / entry.count
    entry.size = width * min(entry.count, limit)
    guard let bytes = bytes(of: entry, atMost: entry.size) else { return [] }
    return stride(from: 0, to: bytes.count, by: width).map {
      TIFFHeader.number(bytes[$0..<($0 + width)], header.isBigEndian)
    }
  }
}

extension TIFFDirectory {
  enum Tag {
    static let newSubfileType = 0xFE
    static let width = 0x100
    static let height = 0x101
    static let bitsPerSample = 0x102
    static let compression = 0x103
    static let photometric = 0x106
    static let stripOffsets = 0x111
    static let samplesPerPixel = 0x115
    static let rowsPerStrip = 0x116
    static let stripByteCounts = 0x117
    static let planarConfiguration = 0x11C
    static let predictor = 0x13D
    static let tileOffsets = 0x144
    static let tileByteCounts = 0x145
    static let extraSamples = 0x152
    static let xmp = 0x2BC
    static let iccProfile = 0x8773
    static let dngVersion = 0xC612
  }

  /// Tags that say how the pixels of one file are stored, or where more of it lies (TIFF 6.0; supplements 1 and 2).
  private static let structural: Set<Int> = Set(0xFE...0x103).union(0x106...0x10A).union([0x111])
    .union(0x115...0x119).union([0x11C]).union(0x120...0x125).union([0x129, 0x12D])
    // Predictor to the values of halftones and tiles, further directories, inks, extra samples, sample formats.
    .union(0x13D...0x147).union([0x14A]).union(0x14C...0x15B).union(0x200...0x209).union(0x211...0x214)

  /// Tags that are carried as blocks of their own.
  private static let blocks: Set<Int> = [
    Tag.xmp, Tag.iccProfile, EXIFBlock.Tag.captions, EXIFBlock.Tag.photoshopResources,
  ]

  /// Tags of private use that describe a photo: copyright, Windows' texts.
  private static let photographic: Set<Int> = Set(0x9C9B...0x9C9F).union([EXIFBlock.Tag.copyright])

  /// The first tag of private use (TIFF 6.0, section 8).
  private static let firstPrivate = 0x8000

  /// What a directory's entry is about.
  enum Subject {
    /// The photo: it goes with the camera data.
    case photo
    /// The pixels of this file.
    case pixels
    /// A block of its own, or a link to one.
    case block
    /// What only the program that wrote it knows.
    case unknown
  }

  static func subject(of tag: Int) -> Subject {
    if structural.contains(tag) { return .pixels }
    if blocks.contains(tag) || [EXIFBlock.Tag.exifDirectory, EXIFBlock.Tag.positionDirectory].contains(tag) {
      return .block
    }
    return tag < firstPrivate || photographic.contains(tag) ? .photo : .unknown
  }
}
