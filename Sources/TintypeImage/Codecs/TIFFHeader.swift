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

  /// Those of raw files that are TIFF otherwise, too: Panasonic and Leica, Olympus.
  static let rawMarks: [[UInt8]] =
    marks.prefix(2) + [[0x49, 0x49, 0x55, 0], Array("IIRO".utf8), Array("IIRS".utf8), Array("MMOR".utf8)]

  /// Of a raw file, which begins with one of ``rawMarks``.
  init(raw file: InputFile) throws(ImageError) {
    let start = try file.bytes(at: 0, count: min(8, file.size))
    guard start.count == 8 else { throw ImageError(.corrupt, "the file ends early") }
    (isBigEndian, isBig, source) = (start[0] == 0x4D, false, .file(file))
    firstDirectory = TIFFHeader.number(start[4..<8], isBigEndian)
  }

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
  var entryCounts: ClosedRange<Int> {
    switch source {
    case .file: 1...4_096
    case .block: 0...0xFFFF
    }
  }
}
