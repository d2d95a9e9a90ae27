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

  /// All numbers of a tag, of which there must be `count`: whole ones, or fractions with or without a sign; nil where
  /// it is absent or something else, and for a division by 0.
  func reals(_ tag: Int, count: Int) -> [Double]? {
    guard let entry = entry(tag), entry.count == count else { return nil }
    guard entry.type == 5 || entry.type == 10 else {
      let numbers = numbers(tag, atMost: count)
      return numbers.count == count ? numbers.map(Double.init) : nil
    }
    guard let bytes = bytes(of: entry, atMost: 8 * count) else { return nil }
    let parts = stride(from: 0, to: 8 * count, by: 4).map { place in
      let part = TIFFHeader.number(bytes[place..<(place + 4)], header.isBigEndian)
      return Double(entry.type == 10 ? Int(Int32(truncatingIfNeeded: part)) : part)
    }
    let numbers = (0..<count).map { parts[2 * $0] / parts[2 * $0 + 1] }
    return numbers.allSatisfy(\.isFinite) ? numbers : nil
  }
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
    /// A separate block of metadata, or a link to one.
    case block
    /// A private tag, whose meaning only the program that wrote it knows.
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
