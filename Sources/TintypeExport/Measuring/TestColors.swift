/// The colors on which the error of a table is measured. Codes of 16 bits.
struct TestColors: Sendable {
  /// The name of the set in the head of a file.
  let name: String

  let colors: [SIMD3<UInt16>]

  /// Whether every color that a photo can have gives a difference that one of these gives.
  var isComplete = false

  /// The same for every table.

  static let sets = [
    TestColors(name: "256 grays", colors: (0...255).map { SIMD3(repeating: UInt16($0 * 257)) }),
    TestColors(name: "4096 colors below 3 %", colors: spread(4096, below: 0.03)),
    TestColors(name: "16384 colors of all", colors: spread(16384, below: 1)),
  ]

  /// All codes of a channel, for looks of separate channels.
  static let ofSeparateChannels = TestColors(
    name: "all 65536 codes of each channel", colors: (0...65535).map { SIMD3(repeating: UInt16($0)) }, isComplete: true)

  /// Colors inside the cells of a cube, at other places of each.
  ///
  /// - Parameter inputs: the colors of the entries along an axis.
  static func inside(_ inputs: [UInt16]) -> TestColors {
    let cells = inputs.count - 1
    let each = max(most / (cells * cells * cells), 1)
    guard each * cells * cells * cells <= 2 * most else {
      return TestColors(name: "\(most) colors", colors: spread(most, below: 1))
    }
    let colors = (0..<each * cells * cells * cells).map { index in
      let cell = index / each
      let place = fraction(index)
      func code(_ axis: Int, _ entry: Int) -> UInt16 {
        let (low, high) = (Double(inputs[entry]), Double(inputs[entry + 1]))
        return UInt16(low + place[axis] * (high - low))
      }
      return SIMD3(code(0, cell % cells), code(1, cell / cells % cells), code(2, cell / cells / cells))
    }
    return TestColors(
      name: "\(each) color\(each == 1 ? "" : "s") in each of \(colors.count / each) cells", colors: colors)
  }

  /// About as many colors take a second.
  private static let most = 1 << 17

  /// Colors that fill a cube evenly: the additive recurrence of the three inverse powers of the root of x^4 = x + 1
  /// (Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018).
  private static func spread(_ count: Int, below limit: Double) -> [SIMD3<UInt16>] {
    (0..<count).map { index in
      let color = fraction(index) * limit * 65535
      return SIMD3(UInt16(color.x), UInt16(color.y), UInt16(color.z))
    }
  }

  /// A point of the recurrence.
  private static func fraction(_ index: Int) -> SIMD3<Double> {
    let root = 1.2207440846057596
    let place = SIMD3(1 / root, 1 / (root * root), 1 / (root * root * root)) * Double(index) + 0.5
    return place - place.rounded(.down)
  }
}
