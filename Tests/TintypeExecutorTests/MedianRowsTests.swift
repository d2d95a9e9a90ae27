import Testing
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

/// Medians over many columns, rows and radii, against medians by counting: strips, turns of rows, and edges leave no
/// trace.
@Suite struct MedianRowsTests {
  @Test(arguments: [(1, 1, 3), (400, 5, 1), (390, 70, 9), (5, 150, 40), (700, 130, 127), (130, 70, 0)])
  func areTheMiddleOfEachSquare(_ width: Int, _ height: Int, _ radius: Int) {
    var random = SplitMix64(seed: UInt64(width + height))
    // Noise here, one color there, a slope, and few colors: what the square's counts see changes all at once, or not at
    // all.
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

  private func rendered(_ codes: [UInt16], _ width: Int, _ height: Int, _ radius: Int, threads: Int) -> [UInt16] {
    var builder = ProgramBuilder()
    let red = builder.component([0], of: builder.source())
    let bounds = builder.sourceBounds()
    let lane = builder.spatial(.median, red, builder.constant(Double(radius)), in: bounds)
    let color = builder.construct([lane, lane, lane, builder.constant(1)], .rgba)
    let program = Program(
      name: "median", parameters: [], instructions: builder.instructions, output: .init(color: color, bounds: bounds))
    let format = PixelFormat(channels: 3, depth: .sixteen)
    let execution = Execution(
      Planner.plan(Pipeline.run(program, parameters: [], sourceIsOpaque: true)), width: width, height: height,
      source: format, result: format)
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
    return stride(from: 0, to: result.count, by: 3).map { result[$0] }
  }
}
