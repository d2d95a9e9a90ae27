import Testing
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
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
    let results = [1, 3].map { rendered(codes, width, height, radius, threads: $0) }
    #expect(results[0] == results[1])
    #expect(results[0] == rendered(codes, width, height, radius, threads: 1, isNarrow: true))
    #expect(results[0] == rendered(codes, width, height, radius, threads: 2, isFlipped: true))
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

  /// Where it is flipped, the last row of medians is needed first, so all are made at once.
  private func rendered(
    _ codes: [UInt16], _ width: Int, _ height: Int, _ radius: Int, threads: Int, isNarrow: Bool = false,
    isFlipped: Bool = false
  ) -> [UInt16] {
    var builder = ProgramBuilder()
    let red = builder.component([0], of: builder.source())
    let bounds = builder.sourceBounds()
    var lane = builder.spatial(.median, red, builder.constant(Double(radius)), in: bounds)
    if isFlipped {
      let (x, y) = (builder.component([0], of: builder.position()), builder.component([1], of: builder.position()))
      let below = builder.apply(.subtract, builder.constant(Double(height)), y)
      lane = builder.spatial(.sample(.nearest), lane, builder.construct([x, below], .vec2), in: bounds)
    }
    let color = builder.construct([lane, lane, lane, builder.constant(1)], .rgba)
    let program = Program(
      name: "median", parameters: [], instructions: builder.instructions, output: .init(color: color, bounds: bounds))
    let format = PixelFormat(channels: 3, depth: .sixteen)
    var execution = Execution(
      Planner.plan(Pipeline.run(program, parameters: [], sourceIsOpaque: true)), width: width, height: height,
      source: format, result: format)
    if isNarrow { execution = execution.narrow }
    let source = codes.flatMap { [$0, $0, $0] }
    var result = [UInt16](repeating: 0, count: source.count)
    let flow = StreamingExecution(execution, threads: threads)
    source.withUnsafeBytes { source in
      result.withUnsafeMutableBytes { result in
        var taken = 0
        for first in stride(from: 0, to: height, by: 32) {
          let rows = UnsafeRawBufferPointer(rebasing: source[(first * width * 6)...])
          flow.feed(min(32, height - first), from: rows, rowBytes: width * 6)
          while !flow.ready.isEmpty {
            let count = flow.ready.count
            flow.take(
              count, into: UnsafeMutableRawBufferPointer(rebasing: result[(taken * width * 6)...]), rowBytes: width * 6)
            taken += count
          }
        }
      }
    }
    let rows = isFlipped ? Array((0..<height).reversed()) : Array(0..<height)
    return rows.flatMap { row in (0..<width).map { result[(row * width + $0) * 3] } }
  }
}
