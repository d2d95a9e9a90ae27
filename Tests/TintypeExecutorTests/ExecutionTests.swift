import Testing
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypeTestSupport

@testable import TintypePlan

/// The tile machine against the scalar evaluation of the same plan, byte for byte: random programs on random pictures.
@Suite struct ExecutionTests {
  @Test(.slow, arguments: 0..<34) func givesTheScalarBytesAtAnyWidth(_ width: Int) {
    for turn in 0..<8 {
      let seed = UInt64(width * 8 + turn)
      check(Case(seed: seed, picture: RandomPicture(seed: seed, width: width, height: 1 + (width + turn * 5) % 13)))
    }
  }

  @Test(arguments: [511, 512, 513, 519, 520, 521, 529, 1024, 1025])
  func givesTheScalarBytesAroundTheEdgesOfATile(_ width: Int) {
    for turn in 0..<2 {
      let seed = UInt64(width * 2 + turn)
      check(Case(seed: seed, picture: RandomPicture(seed: seed, width: width, height: 3 + 2 * turn)))
    }
  }

  @Test func rendersNothingWhereEverythingIsCroppedAway() {
    for (width, height) in [(0, 0), (0, 5), (5, 0)] {
      let empty = Case(seed: 3, picture: RandomPicture(seed: 3, width: width, height: height))
      #expect(empty.rendered(stripRows: 1) == [])
      #expect(empty.execution.bounds.columns.isEmpty || empty.execution.bounds.rows.isEmpty)
    }
  }

  /// Edges come from arithmetic: they may lie between pixels, outside of the picture, or nowhere.
  @Test(
    arguments: [
      ([1, 2, 5, 4], 1..<5, 2..<4), ([-3, -7, 99, 99], 0..<99, 0..<99), ([1.75, 0.5, 6.25, 4.999], 1..<6, 0..<4),
      ([.nan, .nan, .nan, .nan], 0..<0, 0..<0), ([-.infinity, 0, .infinity, 5], 0..<1 << 20, 0..<5),
      ([5, 4, 1, 2], 5..<5, 4..<4),
    ] as [([Float], Range<Int>, Range<Int>)])
  func makesWholePixelsOfBounds(_ edges: [Float], _ columns: Range<Int>, _ rows: Range<Int>) {
    let bounds = bounds(of: edges, width: 7, height: 5)
    #expect(bounds.columns == columns)
    #expect(bounds.rows == rows)
  }

  /// 2^25 - 1 is 2^25 in single precision.
  @Test func neverLeavesAVeryWidePicture() {
    let width = 33_554_431
    #expect(bounds(of: [0, 0, Float(width), 1], width: width, height: 1).columns == 0..<width)
  }

  /// A result may be larger than the source, such as a turned picture. Outside of it the source is 0.
  @Test(arguments: [false, true]) func keepsBoundsThatAreNotOfThePicture(_ readsSource: Bool) {
    let execution = execution(of: [0, 0, 5, 9.5], width: 7, height: 5, readsSource: readsSource)
    #expect(execution.bounds == PixelRectangle(columns: 0..<5, rows: 0..<9))
    #expect(execution.isStreamed)
    let result = rendered(execution, [[UInt8](repeating: 0, count: 105)], sourceRowBytes: [21], rowBytes: 15)
    #expect(result.count == 5 * 9 * 3)
    #expect(result.allSatisfy { $0 == 0 })
  }

  private func bounds(of edges: [Float], width: Int, height: Int) -> PixelRectangle {
    execution(of: edges, width: width, height: height, readsSource: true).bounds
  }

  private func execution(of edges: [Float], width: Int, height: Int, readsSource: Bool) -> Execution {
    let plan = Plan(
      name: "edges", uniforms: edges.map { .constant($0) },
      steps: readsSource ? [.load(channel: 0, into: .init(0))] : [], registerCount: 1,
      color: Array(repeating: .uniform(.init(0)), count: 4), bounds: (0..<4).map { .init($0) })
    let format = PixelFormat(channels: 3, depth: .eight)
    return Execution(plan, width: width, height: height, source: format, result: format)
  }

  /// A comparison of black with black says little: most samples here are between the ends, and most plans do some work.
  @Test func comparesPicturesThatAreWorthIt() {
    var (between, all, steps) = (0, 0, 0)
    for seed in 0..<60 {
      let sample = Case(seed: UInt64(seed), picture: RandomPicture(seed: UInt64(seed), width: 5, height: 5))
      let bytes = sample.expected
      all += bytes.count
      between += bytes.count { $0 != 0 && $0 != 255 }
      steps += sample.plan.steps.count
    }
    #expect(between * 2 > all)
    #expect(steps > 60 * 20)
  }

  private func check(_ sample: Case) {
    let expected = sample.expected
    for stripRows in [1, sample.picture.height, 3, 7] {
      #expect(
        sample.rendered(stripRows: stripRows) == expected,
        "program \(sample.seed), \(sample.picture), strips of \(stripRows)")
    }
    #expect(
      sample.rendered(stripRows: 4, isNarrow: true) == expected,
      "program \(sample.seed), \(sample.picture), by narrow loops")
  }
}

/// A random program on a picture.
private struct Case {
  let seed: UInt64
  let picture: RandomPicture
  let plan: Plan
  let parameters: [[Double]]
  let execution: Execution
  private let frame: UInt32
  private let depth: SampleDepth
  private let result: PixelFormat

  init(seed: UInt64, picture: RandomPicture) {
    self.seed = seed
    self.picture = picture
    let program = RandomProgram.make(seed: seed, seed % 3 == 0 ? .awkward : .everyday, steps: 50)
    parameters = program.parameters.map(\.defaultValue)
    // Some plans keep their parameters open until the render.
    let isOpaque = picture.channels == 3
    depth = picture.sampleBytes == 1 ? .eight : .sixteen
    plan = Planner.plan(
      Pipeline.run(
        program, parameters: seed % 2 == 0 ? parameters : nil, sourceIsOpaque: isOpaque && seed % 5 != 0,
        sourceIsBytes: depth == .eight && seed % 3 != 0))
    frame = seed % 4 == 1 ? 3 : 0
    result = PixelFormat(channels: seed % 7 < 3 ? 3 : 4, depth: seed % 5 < 2 ? .eight : .sixteen)
    execution = Execution(
      plan, parameters: parameters, width: picture.width, height: picture.height,
      source: PixelFormat(channels: picture.channels, depth: depth), result: result, frame: frame)
  }

  /// The bytes by the scalar evaluation.
  var expected: [UInt8] {
    let evaluator = ScalarEvaluator(
      plan, parameters: parameters, width: picture.width, height: picture.height, frame: frame)
    var codes: [UInt16] = []
    for row in execution.bounds.rows {
      for column in execution.bounds.columns {
        let pixel = picture.pixel(column: column, row: row)
        let color = evaluator.color(of: pixel, depth: depth, column: column, row: row)
        codes += color.prefix(result.channels).map { result.depth.code(of: $0) }
      }
    }
    return RandomPicture.bytes(of: codes, sampleBytes: result.depth.bytes)
  }

  /// The bytes by the tile machine, a strip at a time, with gaps between the rows that must stay as they are.
  func rendered(stripRows: Int, isNarrow: Bool = false) -> [UInt8] {
    let execution = isNarrow ? execution.narrow : execution
    let source = picture.bytes
    let sourceRowBytes = picture.width * picture.channels * picture.sampleBytes
    let rowBytes = execution.bounds.columns.count * result.pixelBytes
    let gap = 5
    var output: [UInt8] = []
    var first = execution.bounds.rows.lowerBound
    while first < execution.bounds.rows.upperBound {
      let rows = first..<min(first + stripRows, execution.bounds.rows.upperBound)
      // Rows of 16-bit samples begin at even addresses.
      let distance = rowBytes + 2 * gap
      var strip = [UInt8](repeating: 0xA5, count: rows.count * distance)
      source[(rows.lowerBound * sourceRowBytes)...].withUnsafeBytes { source in
        strip.withUnsafeMutableBytes { strip in
          execution.run(
            rows: rows, from: source, sourceRowBytes: sourceRowBytes, to: strip, resultRowBytes: distance)
        }
      }
      for row in 0..<rows.count {
        let start = row * distance
        output += strip[start..<start + rowBytes]
        if strip[start + rowBytes..<start + distance].contains(where: { $0 != 0xA5 }) { return [] }
      }
      first = rows.upperBound
    }
    return output
  }
}
