import Testing
import TintypeIR
import TintypeTestSupport

/// Medians over many columns, rows and radii, against medians by sorting, for every number of threads, width of vectors
/// and order of rows.
@Suite struct MedianRowsTests {
  @Test(
    .slow, arguments: [(1, 1, 3), (400, 5, 1), (390, 70, 9), (5, 150, 40), (700, 130, 127), (130, 70, 0), (30, 500, 2)])
  func areTheMiddleOfEachSquare(_ width: Int, _ height: Int, _ radius: Int) {
    var random = SplitMix64(seed: UInt64(width + height))
    // Noise, one color, a slope, and few colors, side by side.
    let codes = (0..<width * height).map { index in
      let (column, row) = (index % width, index / width)
      return switch (column / 64 + row / 40) % 4 {
      case 0: UInt16.random(in: 0...65535, using: &random)
      case 1: UInt16(32768)
      case 2: UInt16(min(65535, column * 80 + row))
      default: UInt16(Int.random(in: 0...3, using: &random) * 20000)
      }
    }
    func rendered(threads: Int, isNarrow: Bool = false, isFlipped: Bool = false) -> [UInt16] {
      renderedCodes(codes, width, threads: threads, isNarrow: isNarrow, isFlipped: isFlipped) { red, bounds, builder in
        builder.spatial(.median, red, builder.constant(Double(radius)), in: bounds)
      }
    }
    let results = [1, 3].map { rendered(threads: $0) }
    #expect(results[0] == results[1])
    #expect(results[0] == rendered(threads: 1, isNarrow: true))
    #expect(results[0] == rendered(threads: 2, isFlipped: true))
    // Some pixels tell enough: sorting a square takes long.
    for index in stride(from: 0, to: width * height, by: max(1, width * height / 40)) {
      let (column, row) = (index % width, index / width)
      let around = (-radius...radius).flatMap { down in
        (-radius...radius).map { across in
          codes[min(max(row + down, 0), height - 1) * width + min(max(column + across, 0), width - 1)]
        }
      }
      let middle = Double(around.sorted()[around.count / 2])
      #expect(abs(Double(results[0][index]) - middle) <= (radius == 0 ? 0 : 1), "\(column), \(row)")
    }
  }
}
