/// The pictures of a JPEG behind its first one: CIPA DC-007, "Multi-Picture Format".
struct MultiPicture {
  /// Precedes the index in a segment APP2.
  static let prefix = Array("MPF\0".utf8)

  /// The byte ranges of the other pictures in the file, without those that end beyond it.
  private(set) var others: [Range<Int>] = []

  /// Whether the index is damaged or names bytes that are not there.
  private(set) var isDamaged = false

  /// Cameras write two or three.
  private static let most = 16

  private enum Tag {
    static let entries = 0xB002
  }

  /// - Parameters:
  ///   - payload: of the segment, the prefix included.
  ///   - place: of the payload in the file.
  ///   - fileBytes: the size of the file.
  init(_ payload: [UInt8], at place: Int, fileBytes: Int) {
    let block = Array(payload.dropFirst(Self.prefix.count))
    guard let mark = TIFFHeader.marks.prefix(2).firstIndex(where: block.starts),
      let index = try? Self.entries(TIFFHeader(block: block, isBigEndian: mark == 1))
    else {
      isDamaged = true
      return
    }
    for (size, offset) in index where offset > 0 {
      // Offsets count from the byte order mark.
      let start = place + Self.prefix.count + offset
      if size > 0, start <= fileBytes - size { others.append(start..<(start + size)) } else { isDamaged = true }
    }
  }

  /// The size and the offset of each picture, of the first one 0.
  private static func entries(_ header: TIFFHeader) throws(ImageError) -> [(size: Int, offset: Int)] {
    let directory = try TIFFDirectory(at: header.firstDirectory, of: header)
    guard let entry = directory.entry(Tag.entries), let bytes = directory.bytes(of: entry, atMost: 16 * most) else {
      throw ImageError(.corrupt, "the index of pictures is damaged")
    }
    return stride(from: 0, through: bytes.count - 16, by: 16).map { start in
      func number(_ place: Int) -> Int {
        TIFFHeader.number(bytes[(start + place)..<(start + place + 4)], header.isBigEndian)
      }
      return (number(4), number(8))
    }
  }

  /// The payload of a segment that lists two pictures, of a length that does not depend on the numbers.
  ///
  /// - Parameters:
  ///   - first: the bytes of the first picture.
  ///   - second: the bytes of the second one.
  ///   - offset: where the second begins, from the byte order mark.
  static func payload(first: Int, second: Int, at offset: Int) -> [UInt8] {
    var bytes = prefix + Array("MM".utf8)
    func number(_ number: Int, _ count: Int) {
      for byte in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
    number(42, 2)
    number(8, 4)
    number(3, 2)
    let entries = [(0xB000, 7, 4), (0xB001, 4, 1), (Tag.entries, 7, 32)]
    for (tag, type, count) in entries {
      number(tag, 2)
      number(type, 2)
      number(count, 4)
      switch tag {
      case 0xB000: bytes += Array("0100".utf8)  // the version
      case 0xB001: number(2, 4)  // how many pictures
      default: number(50, 4)  // where the list is: behind the directory
      }
    }
    number(0, 4)
    // Attributes: the first is the one to be shown ("Baseline MP Primary Image"); then no dependents.
    for (attributes, size, offset) in [(0x0003_0000, first, 0), (0, second, offset)] {
      number(attributes, 4)
      number(size, 4)
      number(offset, 4)
      number(0, 4)
    }
    return bytes
  }
}
