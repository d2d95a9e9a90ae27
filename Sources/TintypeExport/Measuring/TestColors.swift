/// The colors on which the error of a table is measured, the same for every table. Codes of 16 bits.
struct TestColors: Sendable {
  /// The name of the set in the head of a file.
  let name: String

  let colors: [SIMD3<UInt16>]

  static let sets = [
    TestColors(name: "256 grays", colors: (0...255).map { SIMD3(repeating: UInt16($0 * 257)) }),
    TestColors(name: "4096 colors below 3 %", colors: spread(4096, below: 0.03)),
    TestColors(name: "16384 colors of all", colors: spread(16384, below: 1)),
  ]

  /// Colors that fill a cube evenly: the additive recurrence of the three inverse powers of the root of x^4 = x + 1
  /// (Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018).
  private static func spread(_ count: Int, below limit: Double) -> [SIMD3<UInt16>] {
    let root = 1.2207440846057596
    let steps = SIMD3(1 / root, 1 / (root * root), 1 / (root * root * root))
    return (0..<count).map { index in
      let place = steps * Double(index) + 0.5
      let color = (place - place.rounded(.down)) * limit * 65535
      return SIMD3(UInt16(color.x), UInt16(color.y), UInt16(color.z))
    }
  }
}
