/// Profiles made by hand whose colors only a table describes, with the fewest entries there can be, and those for gray.
enum TableProfile {
  /// CIE L, a and b of what the inks leave of white paper: the corners of (C, M, Y), and black for all that has K.
  static let corners: [[Double]: [Double]] = [
    [0, 0, 0]: [100, 0, 0], [1, 0, 0]: [60, -34, -48], [0, 1, 0]: [48, 70, -4], [0, 0, 1]: [90, -6, 90],
    [1, 1, 0]: [28, 20, -50], [1, 0, 1]: [52, -64, 28], [0, 1, 1]: [48, 64, 48], [1, 1, 1]: [0, 0, 0],
  ]

  /// CMYK, with a table of two entries along each ink (ICC.1:2022, 10.11: lut8Type).
  static let inks: [UInt8] = profile("CMYK", class: "prtr", channels: 4) { ink in
    ink[3] == 1 ? [0, 0, 0] : corners[Array(ink[..<3])] ?? [0, 0, 0]
  }

  /// RGB whose corners are those of the inks that they lack.
  static let rgb: [UInt8] = profile("RGB ", class: "scnr", channels: 3) { color in
    corners[color.map { 1 - $0 }] ?? [0, 0, 0]
  }

  private static func profile(
    _ space: String, class kind: String, channels: Int, _ lab: ([Double]) -> [Double]
  ) -> [UInt8] {
    var table = Array("mft1".utf8) + [0, 0, 0, 0, UInt8(channels), 3, 2, 0]
    for index in 0..<9 { table += big(index % 4 == 0 ? 65536 : 0) }
    let ramp = (0...255).map { UInt8($0) }
    for _ in 0..<channels { table += ramp }
    for corner in 0..<(1 << channels) {
      let color = lab((0..<channels).map { Double(corner >> (channels - 1 - $0) & 1) })
      table += [UInt8((color[0] * 2.55).rounded()), UInt8(color[1] + 128), UInt8(color[2] + 128)]
    }
    for _ in 0..<3 { table += ramp }
    return profile(space, class: kind, connection: "Lab ", "A2B0", table)
  }

  /// Gray by a sampled curve (ICC.1:2022, 10.6: curveType).
  static func gray(_ curve: [UInt16]) -> [UInt8] {
    let entries = curve.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return profile(
      "GRAY", class: "mntr", connection: "XYZ ", "kTRC", Array("curv".utf8) + big(0) + big(curve.count) + entries)
  }

  /// A profile with a white point and one more tag.
  private static func profile(
    _ space: String, class kind: String, connection: String, _ tag: String, _ content: [UInt8]
  ) -> [UInt8] {
    let white = Array("XYZ ".utf8) + big(0) + big(63190) + big(65536) + big(54061)
    let start = 128 + 4 + 12 * 2
    let tags =
      big(2) + Array(tag.utf8) + big(start + white.count) + big(content.count) + Array("wtpt".utf8) + big(start)
      + big(white.count)
    var header = big(start + white.count + content.count) + big(0) + big(0x0210_0000)
    header += Array((kind + space + connection).utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + big(63190) + big(65536) + big(54061)
    return header + [UInt8](repeating: 0, count: 128 - header.count) + tags + white + content
  }

  private static func big(_ number: Int) -> [UInt8] { bigEndian(UInt32(number)) }
}
