import Testing
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

/// Fields row by row against the scalar evaluation of whole fields, byte for byte, for any number of tasks at once that
/// end in any order.
@Suite struct SpatialExecutionTests {
  @Test(.slow, arguments: 0..<60) func givesTheScalarBytes(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (width, height) =
      switch seed % 6 {
      case 0: (1, 1)
      case 1: (1, Int.random(in: 2...40, using: &random))
      case 2: (Int.random(in: 2...300, using: &random), 1)
      default: (Int.random(in: 2...70, using: &random), Int.random(in: 2...70, using: &random))
      }
    let sample = SpatialCase(seed: seed, RandomPicture(seed: seed, width: width, height: height))
    let expected = sample.expected
    for (workers, rowsHeld) in [(1, nil), (1, height), (2, nil), (3, 64), (8, 1)] {
      #expect(
        sample.rendered(workers: workers, rowsHeld: rowsHeld, seed: seed) == expected,
        "program \(seed), \(sample.picture), \(workers) workers, \(rowsHeld ?? 0) rows held")
    }
  }

  /// Many pictures are much higher than what has to be counted.
  @Test(arguments: 0..<60) func countsNoMoreRowsThanTheWholePictureNeeds(_ seed: UInt64) {
    let (width, height) = (5, [60, 700, 2500][Int(seed % 3)])
    let sample = SpatialCase(
      seed: seed, RandomPicture(seed: seed, width: width, height: height), isPlain: seed % 2 == 0)
    for (workers, rowsHeld) in [(1, nil), (2, 192), (3, nil)] {
      #expect(sample.peakMemory(workers, rowsHeld) == sample.peakMemory(workers, rowsHeld, endsEarly: false))
    }
  }

  /// A pass reads from an earlier one what it would compute to the same bits.
  @Test(.slow) func keptValuesGiveTheSameBytes() {
    var kept = 0
    for seed in UInt64(0)..<400 {
      let picture = RandomPicture(seed: seed, width: 17, height: 9)
      let computing = SpatialCase(seed: seed, picture, isPlain: true, keepingCost: .infinity)
      let keeping = SpatialCase(seed: seed, picture, isPlain: true, keepingCost: -1000)
      if keeping.plan != computing.plan { kept += 1 }
      let expected = computing.rendered(workers: 1, rowsHeld: nil, seed: seed)
      #expect(keeping.rendered(workers: 2, rowsHeld: nil, seed: seed) == expected, "program \(seed)")
      #expect(keeping.expected == expected, "program \(seed)")
    }
    #expect(kept > 10, "\(kept) plans keep something")
  }

  /// The programs above would say little if most of them had no field, or nothing to see.
  @Test func comparesPicturesThatAreWorthIt() {
    var (fields, between, all) = (0, 0, 0)
    for seed in 0..<40 {
      let sample = SpatialCase(seed: UInt64(seed), RandomPicture(seed: UInt64(seed), width: 9, height: 9))
      fields += sample.plan.fields.count
      all += sample.expected.count
      between += sample.expected.count { $0 != 0 && $0 != 255 }
    }
    #expect(fields > 60)
    #expect(between * 2 > all)
  }
}

/// A random program with steps that look beyond their pixel, on a picture.
private struct SpatialCase {
  let picture: RandomPicture
  private let others: [RandomPicture]
  let plan: Plan
  private let execution: Execution
  private let depth: SampleDepth
  private let result: PixelFormat
  private let parameters: [[Double]]
  private let frame: UInt32

  init(seed: UInt64, _ picture: RandomPicture, isPlain: Bool = false, keepingCost: Double = 0) {
    self.picture = picture
    let pictures = isPlain ? 0 : Int(seed % 3)
    others = (0..<pictures).map { number in
      var random = SplitMix64(seed: seed + UInt64(number))
      return RandomPicture(
        seed: seed + UInt64(number) + 1000, width: Int.random(in: 1...90, using: &random),
        height: Int.random(in: 1...90, using: &random))
    }
    let program = RandomProgram.make(
      seed: seed, seed % 5 == 0 ? .awkward : .everyday, steps: 40, spatialSteps: 2 + Int(seed % 4),
      pictures: pictures, isPlain: isPlain)
    parameters = program.parameters.map(\.defaultValue)
    depth = picture.sampleBytes == 1 ? .eight : .sixteen
    plan = Planner.plan(
      Pipeline.run(
        program, parameters: seed % 2 == 0 ? parameters : nil, sourceIsOpaque: picture.channels == 3,
        sourceIsBytes: depth == .eight,
        pictures: others.map { SourceSamples(isOpaque: $0.channels == 3, isBytes: $0.sampleBytes == 1) }),
      keepingCost: keepingCost)
    frame = UInt32(seed % 4)
    result = PixelFormat(channels: seed % 2 == 0 ? 3 : 4, depth: seed % 3 == 0 ? .eight : .sixteen)
    execution = Execution(
      plan, parameters: parameters, width: picture.width, height: picture.height,
      source: PixelFormat(channels: picture.channels, depth: depth),
      pictures: others.map { SourceShape(width: $0.width, height: $0.height, format: $0.format) }, result: result,
      frame: frame)
  }

  var expected: [UInt8] {
    var evaluator = ScalarEvaluator(
      plan, parameters: parameters, width: picture.width, height: picture.height, pictures: others,
      frame: frame)
    evaluator.makeFields(depth: depth) { picture.pixel(column: $0, row: $1) }
    var codes: [UInt16] = []
    for row in execution.bounds.rows {
      for column in execution.bounds.columns {
        let pixel = plan.lastPass.readsSource ? picture.pixel(column: column, row: row) : []
        let color = evaluator.color(of: pixel, depth: depth, column: column, row: row)
        codes += color.prefix(result.channels).map { result.depth.code(of: $0) }
      }
    }
    return RandomPicture.bytes(of: codes, sampleBytes: result.depth.bytes)
  }

  func peakMemory(_ workers: Int, _ rowsHeld: Int?, endsEarly: Bool = true) -> StagedExecution.PeakMemory {
    StagedExecution.peakMemory(of: execution, workers: workers, rowsHeld: rowsHeld, endsEarly: endsEarly)
  }

  func rendered(workers: Int, rowsHeld: Int?, seed: UInt64) -> [UInt8] {
    let all = [picture] + others
    return TintypeExecutorTests.rendered(
      execution, all.map(\.bytes), sourceRowBytes: all.map { $0.width * $0.channels * $0.sampleBytes },
      rowBytes: execution.bounds.columns.count * result.pixelBytes, workers: workers, rowsHeld: rowsHeld, seed: seed)
  }
}

extension RandomPicture {
  fileprivate var format: PixelFormat { PixelFormat(channels: channels, depth: sampleBytes == 1 ? .eight : .sixteen) }
}
