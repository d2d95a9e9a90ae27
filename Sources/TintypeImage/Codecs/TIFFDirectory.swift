/// The header of TIFF data: TIFF 6.0, section 2, and BigTIFF, whose offsets have 8 bytes.
struct TIFFHeader {
  /// A file, or a block of camera data in memory, which is never BigTIFF.
  enum Source {
    case file(InputFile)
    case block([UInt8])
  }

  private let source: Source
  let isBigEndian: Bool
  let isBig: Bool
  let firstDirectory: Int

  /// The first bytes, in either byte order: TIFF, TIFF, BigTIFF, BigTIFF.
  static let marks: [[UInt8]] = [
    [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
  ]

  init(_ file: InputFile) throws(ImageError) {
    let start = try file.bytes(at: 0, count: min(16, file.size))
    guard let mark = Self.marks.firstIndex(where: start.starts), start.count >= (mark < 2 ? 8 : 16) else {
      throw ImageError(.corrupt, "the file ends early")
    }
    (isBigEndian, isBig, source) = (mark % 2 == 1, mark >= 2, .file(file))
    let offset = mark < 2 ? start[4..<8] : start[8..<16]
    firstDirectory = TIFFHeader.number(offset, isBigEndian)
  }

  /// Of a block that begins with one of the first two ``marks``.
  init(block: [UInt8], isBigEndian: Bool) {
    (self.isBigEndian, isBig, source) = (isBigEndian, false, .block(block))
    firstDirectory = block.count >= 8 ? TIFFHeader.number(block[4..<8], isBigEndian) : 0
  }

  /// The number that bytes spell; `Int.max` where it does not fit.
  static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Int {
    let number = bytes.indices.reduce(UInt64(0)) { sum, index in
      sum << 8 | UInt64(bytes[isBigEndian ? index : bytes.endIndex - 1 - (index - bytes.startIndex)])
    }
    return Int(clamping: number)
  }

  /// - Throws: `.corrupt` where the data end before, `.unreadable`.
  func bytes(at offset: Int, count: Int) throws(ImageError) -> ArraySlice<UInt8> {
    switch source {
    case .file(let file): return try file.bytes(at: offset, count: count)[...]
    case .block(let block):
      guard offset >= 0, count <= block.count, offset <= block.count - count else {
        throw ImageError(.corrupt, "the block ends early")
      }
      return block[offset..<(offset + count)]
    }
  }

  /// How many entries a directory can have. Of a file, more than any program writes; a block fits into memory, and an
  /// edit may leave a directory without any.
  fileprivate var entryCounts: ClosedRange<Int> {
    switch source {
    case .file: 1...4_096
    case .block: 0...0xFFFF
    }
  }
}

/// A directory (IFD): a count, entries, a link to the next one.
struct TIFFDirectory {
  /// A tag with the place of its values.
  struct Entry {
    /// Where the entry itself is.
    var offset: Int
    var tag: Int
    var type: Int
    var count: Int
    var place: Int
    /// The bytes of the values; `Int.max` where they do not fit, and 0 for a type that is not known.
    var size: Int
    var isTypeKnown: Bool
  }

  let header: TIFFHeader
  let offset: Int
  let entries: [Entry]
  /// The offset of the link, which some writers leave out.
  let link: Int
  /// 0 for none.
  let next: Int

  /// - Throws: `.corrupt` for a directory that is not whole.
  init(at offset: Int, of header: TIFFHeader) throws(ImageError) {
    (self.header, self.offset) = (header, offset)
    let (head, size, linkBytes) = header.isBig ? (8, 20, 8) : (2, 12, 4)
    let count = TIFFHeader.number(try header.bytes(at: offset, count: head), header.isBigEndian)
    guard header.entryCounts.contains(count) else {
      throw ImageError(.corrupt, "a directory has \(count == .max ? "too many" : "\(count)") entries")
    }
    let bytes = try header.bytes(at: offset + head, count: count * size)
    entries = (0..<count).map { index in
      let (start, width) = (bytes.startIndex + index * size, header.isBig ? 8 : 4)
      func number(_ place: Int, _ bytesOfNumber: Int) -> Int {
        TIFFHeader.number(bytes[(start + place)..<(start + place + bytesOfNumber)], header.isBigEndian)
      }
      let (type, valueCount) = (number(2, 2), number(4, width))
      let valueBytes = TIFFDirectory.bytes(ofType: type, isBig: header.isBig)
      let valueSize = (ByteCount(valueCount) * (valueBytes ?? 0)).count
      let (entry, field) = (offset + head + index * size, 4 + width)
      return Entry(
        offset: entry, tag: number(0, 2), type: type, count: valueCount,
        place: valueSize <= width ? entry + field : number(field, width), size: valueSize,
        isTypeKnown: valueBytes != nil)
    }
    link = offset + head + count * size
    next = (try? header.bytes(at: link, count: linkBytes)).map { TIFFHeader.number($0, header.isBigEndian) } ?? 0
  }

  /// TIFF 6.0, section 2; IFD of supplement 1; LONG8, SLONG8 and IFD8 of BigTIFF; UTF-8 of EXIF 3.0.
  private static func bytes(ofType type: Int, isBig: Bool) -> Int? {
    let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
    if type == EXIFBlock.FieldType.utf8 { return 1 }
    return sizes.indices.contains(type) ? sizes[type] : isBig && (16...18).contains(type) ? 8 : nil
  }

  /// The bytes of a directory that is not BigTIFF's, with its link.
  var range: Range<Int> { offset..<(link + 4) }

  /// The first entry of a tag.
  func find(_ tag: Int) -> Entry? { entries.first { $0.tag == tag } }

  /// The entry of a tag; nil when it is absent or empty.
  func entry(_ tag: Int) -> Entry? { entries.first { $0.tag == tag && $0.size > 0 } }

  /// The values of an entry as they are stored; nil beyond a limit and beyond the end.
  func bytes(of entry: Entry, atMost limit: Int) -> [UInt8]? {
    guard entry.size <= limit else { return nil }
    return (try? header.bytes(at: entry.place, count: entry.size)).map(Array.init)
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

/// Tags of TIFF 6.0, its supplements, EXIF 2.32 and DCF.
enum TIFFTag {
  static let newSubfileType = 0xFE
  static let width = 0x100
  static let height = 0x101
  static let bitsPerSample = 0x102
  static let compression = 0x103
  static let photometric = 0x106
  static let imageDescription = 0x10E
  static let model = 0x110
  static let stripOffsets = 0x111
  static let orientation = 0x112
  static let samplesPerPixel = 0x115
  static let rowsPerStrip = 0x116
  static let stripByteCounts = 0x117
  static let resolutionAcross = 0x11A
  static let resolutionDown = 0x11B
  static let planarConfiguration = 0x11C
  static let resolutionUnit = 0x128
  static let dateTime = 0x132
  static let artist = 0x13B
  static let predictor = 0x13D
  static let tileOffsets = 0x144
  static let tileByteCounts = 0x145
  static let subDirectories = 0x14A
  static let extraSamples = 0x152
  static let thumbnailOffset = 0x201
  static let thumbnailBytes = 0x202
  static let xmp = 0x2BC
  static let copyright = 0x8298
  static let captions = 0x83BB
  static let photoshopResources = 0x8649
  static let exifDirectory = 0x8769
  static let iccProfile = 0x8773
  static let positionDirectory = 0x8825
  static let dngVersion = 0xC612

  // Of the EXIF directory.
  static let exposureTime = 0x829A
  static let fNumber = 0x829D
  static let sensitivity = 0x8827
  static let standardOutputSensitivity = 0x8831
  static let recommendedExposureIndex = 0x8832
  static let isoSpeed = 0x8833
  static let dateTimeOriginal = 0x9003
  static let dateTimeDigitized = 0x9004
  static let flash = 0x9209
  static let focalLength = 0x920A
  static let makerNote = 0x927C
  static let userComment = 0x9286
  static let colorSpace = 0xA001
  static let pixelWidth = 0xA002
  static let pixelHeight = 0xA003
  static let interoperabilityDirectory = 0xA005
  static let lensModel = 0xA434

  // Of the directory of interoperability.
  static let interoperabilityIndex = 1
}

extension TIFFDirectory {
  /// Tags that say how the pixels of one file are stored, or where more of it lies (TIFF 6.0; supplements 1 and 2).
  private static let structural: Set<Int> = Set(0xFE...0x103).union(0x106...0x10A).union([0x111])
    .union(0x115...0x119).union([0x11C]).union(0x120...0x125).union([0x129, 0x12D])
    // Predictor to the values of halftones and tiles, further directories, inks, extra samples, sample formats.
    .union(0x13D...0x147).union([0x14A]).union(0x14C...0x15B).union(0x200...0x209).union(0x211...0x214)

  /// Tags that are carried as blocks of their own.
  private static let blocks: Set<Int> = [
    TIFFTag.xmp, TIFFTag.iccProfile, TIFFTag.captions, TIFFTag.photoshopResources,
  ]

  /// Tags of private use that describe a photo: copyright, Windows' texts.
  private static let photographic: Set<Int> = Set(0x9C9B...0x9C9F).union([TIFFTag.copyright])

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
    if blocks.contains(tag) || [TIFFTag.exifDirectory, TIFFTag.positionDirectory].contains(tag) {
      return .block
    }
    return tag < firstPrivate || photographic.contains(tag) ? .photo : .unknown
  }
}
