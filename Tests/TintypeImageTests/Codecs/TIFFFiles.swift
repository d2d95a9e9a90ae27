import Testing
import TintypeImage
import TintypeTestSupport

extension Trait where Self == ConditionTrait {
  /// A test that needs a format behind a trait of the package.
  static func whereBuiltIn(_ format: String) -> Self {
    .enabled(
      if: PictureFileType(named: format) != nil, "needs the trait: Scripts/test switches it on where the library is")
  }
}

/// A TIFF made by hand: uncompressed, in strips.
struct TIFFRecipe {
  /// A tag with numbers of 2 or 4 bytes, or bytes of a type.
  struct Field {
    var tag: Int
    var type: Int
    var values: [Int]

    init(_ tag: Int, _ values: Int..., type: Int = 3) { (self.tag, self.type, self.values) = (tag, type, values) }
    init(_ tag: Int, bytes: [UInt8], type: Int = 1) { (self.tag, self.type, values) = (tag, type, bytes.map(Int.init)) }

    var size: Int { [1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 7: 1, 10: 4, 13: 4, 16: 8][type] ?? 1 }
  }

  var width = 5
  var height = 4
  var bits = 8
  var samples = 3
  var photometric = 2
  /// The rows as they are stored; those of planes one plane after the other.
  var rows: [UInt8]
  var rowsPerStrip = 3
  var planar = false
  var fields: [Field] = []
  var bigEndian = false
  var big = false
  /// Further directories: of pages behind the first one.
  var pages = 1
  /// The directories that tags of the first one link to.
  var linked: [(tag: Int, fields: [Field])] = []

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (bigEndian ? count - 1 - $0 : $0))) }
  }

  private func directory(_ fields: [Field], at offset: Int, next: (Int) -> Int) -> [UInt8] {
    let (head, width) = big ? (8, 8) : (2, 4)
    let sorted = fields.sorted { $0.tag < $1.tag }
    var bytes = number(sorted.count, head)
    var values: [UInt8] = []
    let start = offset + head + sorted.count * (4 + 2 * width) + width
    for field in sorted {
      let content = field.values.flatMap { number($0, field.size) }
      bytes += number(field.tag, 2) + number(field.type, 2)
      bytes += number(field.values.count / (field.type == 5 || field.type == 10 ? 2 : 1), width)
      if content.count <= width {
        bytes += content + [UInt8](repeating: 0, count: width - content.count)
      } else {
        bytes += number(start + values.count, width)
        values += content + [UInt8](repeating: 0, count: content.count % 2)
      }
    }
    return bytes + number(next(start + values.count), width) + values
  }

  var bytes: [UInt8] {
    let mark: [UInt8] = (bigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + number(big ? 43 : 42, 2)
    let head = big ? 16 : 8
    let planes = planar ? samples : 1
    let rowBytes = (width * bits * (planar ? 1 : samples) + 7) / 8
    var offsets: [Int] = []
    var counts: [Int] = []
    for plane in 0..<planes {
      for row in Swift.stride(from: 0, to: height, by: rowsPerStrip) {
        offsets.append(head + (plane * height + row) * rowBytes)
        counts.append(min(rowsPerStrip, height - row) * rowBytes)
      }
    }
    var base: [Field] = [
      Field(0x100, width), Field(0x101, height), Field(0x103, 1), Field(0x106, photometric), Field(0x115, samples),
      Field(0x116, rowsPerStrip), Field(0x11C, planar ? 2 : 1),
    ]
    base.append(Field(0x102, bytes: [], type: 3))
    base[base.count - 1].values = [Int](repeating: bits, count: samples)
    base.append(Field(0x111, bytes: [], type: 4))
    base[base.count - 1].values = offsets
    base.append(Field(0x117, bytes: [], type: 4))
    base[base.count - 1].values = counts
    base.removeAll { field in fields.contains { $0.tag == field.tag } }
    var data = rows + [UInt8](repeating: 0, count: rows.count % 2)
    var links: [Field] = []
    for (tag, fields) in linked {
      links.append(Field(tag, head + data.count, type: 4))
      data += directory(fields, at: head + data.count) { _ in 0 }
    }
    let first = head + data.count
    for page in 1...pages {
      let all = page == 1 ? base + fields + links : base
      data += directory(all, at: head + data.count) { page < pages ? $0 : 0 }
    }
    return mark + (big ? number(8, 2) + number(0, 2) : []) + number(first, big ? 8 : 4) + data
  }
}
