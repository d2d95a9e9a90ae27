/// A TIFF block that is built from its end: each directory after those that it links.
struct TIFFBlock {
  /// A tag and its values, in the byte order of the block.
  struct Field {
    var tag: Int
    var type: Int
    var count: Int
    var bytes: [UInt8]
    /// The offset of the values where they lie in the file already.
    var place: Int?
  }

  let isBigEndian: Bool
  private(set) var bytes: [UInt8]
  /// The offset of `bytes` in the file.
  let start: Int

  /// A block with a header.
  init(isBigEndian: Bool) {
    (self.isBigEndian, start) = (isBigEndian, 0)
    bytes = TIFFHeader.marks[isBigEndian ? 1 : 0] + [0, 0, 0, 0]
  }

  /// The end of a file, from an even offset on.
  init(isBigEndian: Bool, from start: Int) {
    (self.isBigEndian, self.start, bytes) = (isBigEndian, start, [])
  }

  func number(_ value: Int, bytes count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (isBigEndian ? count - 1 - $0 : $0))) }
  }

  /// One or more numbers of 2 bytes (SHORT) or 4 (LONG).
  func field(_ tag: Int, _ values: [Int], bytes count: Int = 2) -> Field {
    Field(tag: tag, type: count == 2 ? 3 : 4, count: values.count, bytes: values.flatMap { number($0, bytes: count) })
  }

  /// A whole number as a fraction (RATIONAL).
  func rational(_ tag: Int, _ value: Int) -> Field {
    Field(tag: tag, type: 5, count: 1, bytes: number(value, bytes: 4) + number(1, bytes: 4))
  }

  /// Appends a directory and its values; the directory's offset. The fields are sorted, each tag once.
  mutating func append(_ fields: [Field]) -> Int {
    var sorted: [Field] = []
    for field in fields.sorted(by: { $0.tag < $1.tag }) where field.tag != sorted.last?.tag { sorted.append(field) }
    let offset = start + bytes.count
    var values: [UInt8] = []
    let valuesStart = offset + 2 + 12 * sorted.count + 4
    bytes += number(sorted.count, bytes: 2)
    for field in sorted {
      bytes += number(field.tag, bytes: 2) + number(field.type, bytes: 2) + number(field.count, bytes: 4)
      if let place = field.place {
        bytes += number(place, bytes: 4)
      } else if field.bytes.count <= 4 {
        bytes += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
      } else {
        bytes += number(valuesStart + values.count, bytes: 4)
        values += field.bytes + [UInt8](repeating: 0, count: field.bytes.count % 2)
      }
    }
    bytes += [0, 0, 0, 0] + values
    return offset
  }

  mutating func setFirstDirectory(_ offset: Int) { bytes.replaceSubrange(4..<8, with: number(offset, bytes: 4)) }
}
