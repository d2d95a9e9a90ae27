/// A TrueType font of four letters, made here so that a test needs no file: an empty first glyph, H (a box with an edge
/// of 700 of 1000 units), A (a triangle) and o (four parabolas), with a kern of -100 between A and H.
enum TinyFont {
  static let bytes = font()

  private static func font(unitsPerEm: Int = 1000) -> [UInt8] {
    let glyphs: [[UInt8]] = [
      [], glyph([(50, 0, true), (50, 700, true), (550, 700, true), (550, 0, true)]),
      glyph([(0, 0, true), (300, 700, true), (600, 0, true)]),
      glyph([
        (0, 250, true), (0, 500, false), (250, 500, true), (500, 500, false), (500, 250, true), (500, 0, false),
        (250, 0, true), (0, 0, false),
      ]),
    ]
    var offsets = [0]
    for glyph in glyphs { offsets.append(offsets[offsets.count - 1] + glyph.count) }
    let tables: [(String, [UInt8])] = [
      ("cmap", map([(65, 2), (72, 1), (111, 3)])),
      ("glyf", glyphs.flatMap { $0 }),
      // Version, revision, checksum, magic, flags, units, dates, box, style, smallest size, direction, long offsets,
      // format.
      (
        "head",
        long(0x10000) + long(0) + long(0) + long(0x5F0F_3CF5) + short(0, unitsPerEm) + [UInt8](repeating: 0, count: 16)
          + short(0, 0, 600, 700, 0, 8, 2, 1, 0)
      ),
      ("hhea", long(0x10000) + short(800, -200, 0, 600, 0, 0, 600, 1, 0, 0, 0, 0, 0, 0, 0, 4)),
      ("hmtx", short(500, 0, 600, 50, 600, 0, 520, 0)),
      // One subtable of format 0, horizontal, with one pair.
      ("kern", short(0, 1, 0, 20, 1, 1, 6, 0, 0, 2, 1, -100)),
      ("loca", offsets.flatMap { long($0) }),
      ("maxp", long(0x10000) + short(4, 8, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)),
    ]
    var directory = long(0x10000) + short(tables.count, 128, 3, 0)
    var body: [UInt8] = []
    for (tag, content) in tables {
      directory += Array(tag.utf8) + long(0) + long(12 + 16 * tables.count + body.count) + long(content.count)
      body += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }
    return directory + body
  }

  /// One contour; each point says whether it lies on the curve.
  private static func glyph(_ points: [(x: Int, y: Int, isOn: Bool)]) -> [UInt8] {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    var bytes = short(1, xs.min()!, ys.min()!, xs.max()!, ys.max()!, points.count - 1, 0)
    bytes += points.map { $0.isOn ? 1 : 0 }
    bytes += zip(xs, [0] + xs).flatMap { short($0 - $1) } + zip(ys, [0] + ys).flatMap { short($0 - $1) }
    return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  /// A character map of format 4, for Windows and Unicode.
  private static func map(_ letters: [(code: Int, glyph: Int)]) -> [UInt8] {
    let count = letters.count + 1
    var table = short(4, 16 + 8 * count, 0, 2 * count, 0, 0, 0)
    table += letters.flatMap { short($0.code) } + short(-1, 0) + letters.flatMap { short($0.code) } + short(-1)
    table += letters.flatMap { short($0.glyph - $0.code) } + short(1) + short(0, 0, 0, 0)
    return short(0, 1, 3, 1) + long(12) + table
  }

  private static func short(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  private static func long(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}
