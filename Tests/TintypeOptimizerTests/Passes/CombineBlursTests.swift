import Testing
import TintypeIR
import TintypeIntrinsics
import TintypePlan
import TintypeTestSupport

@testable import TintypeOptimizer

/// Sums of blurs in one step against the separate steps.
@Suite struct CombineBlursTests {
  @Test(arguments: 0..<60) func staysWithinItsBound(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let picture = RandomPicture(seed: seed, width: 41, height: 29)
    let depth = picture.sampleBytes == 1 ? SampleDepth.eight : .sixteen
    let program = sum(&random)
    let combined = combineBlurs(program)
    #expect(combined.problems == [])
    #expect(blurs(of: combined).filter { $0 == .blur } == [], "all are in sums")
    let evaluators = [program, combined].map { program in
      var evaluator = ScalarEvaluator(Planner.plan(program), width: picture.width, height: picture.height)
      evaluator.makeFields(depth: depth) { picture.pixel(column: $0, row: $1) }
      return evaluator
    }
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        let colors = evaluators.map {
          $0.color(of: picture.pixel(column: column, row: row), depth: depth, column: column, row: row)
        }
        for lane in 0..<3 { #expect(abs(colors[0][lane] - colors[1][lane]) <= 1e-5, "\(program)\n\(combined)") }
      }
    }
  }

  /// Blurs that something else reads are there anyway, and those of several channels by one radius are one field.
  @Test func leavesWhatIsNotWorthIt() {
    var builder = ProgramBuilder()
    let bounds = rectangle(&builder)
    let lanes = (0..<3).map { builder.component([$0], of: builder.source()) }
    func blur(_ lane: Int, _ sigma: Double) -> Value {
      builder.spatial(.blur, lanes[lane], builder.constant(sigma), in: bounds)
    }
    let colors = (0..<3).map { lane in
      let wide = builder.lane(.multiply, [blur(lane, 9), builder.constant(0.5)])
      return builder.lane(.multiplyAdd, [blur(lane, 3), builder.constant(0.5), wide])
    }
    let shared = program(&builder, colors)
    #expect(combineBlurs(shared).description == shared.description)
    builder = ProgramBuilder()
    let read = (2...3).map {
      builder.spatial(
        .blur, builder.component([0], of: builder.source()),
        builder.constant(Double($0)), in: rectangle(&builder))
    }
    let sum = builder.lane(.multiplyAdd, [read[0], builder.constant(2), read[1]])
    let twice = program(&builder, [sum, read[0], read[1]])
    #expect(combineBlurs(twice).description == twice.description)
  }

  private func blurs(of program: Program) -> [SpatialOperation] {
    program.instructions.compactMap { if case .spatial(let step) = $0.operation { step } else { nil } }
  }

  private func sum(_ random: inout SplitMix64) -> Program {
    var builder = ProgramBuilder()
    let bounds = rectangle(&builder)
    let lanes = (0..<3).map { builder.component([$0], of: builder.source()) }
    func weight() -> Value { builder.constant([0.5, -0.25, 1.59, -0.94].randomElement(using: &random)!) }
    var terms = [1.5, 6, 14, 40].shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random)).map { sigma in
      builder.spatial(.blur, lanes[0], builder.constant(sigma), in: bounds)
    }
    if Bool.random(using: &random) { terms.insert(lanes[1], at: Int.random(in: 0...terms.count, using: &random)) }
    var sum: Value
    if Bool.random(using: &random) {
      sum = builder.lane(.multiply, [terms.removeFirst(), weight()])
    } else {
      sum = lanes[2]
    }
    for term in terms {
      sum =
        term != lanes[1] && Int.random(in: 0..<4, using: &random) == 0
        ? builder.lane(.add, [term, sum]) : builder.lane(.multiplyAdd, [term, weight(), sum])
    }
    return program(&builder, [sum, lanes[1], lanes[2]])
  }

  private func program(_ builder: inout ProgramBuilder, _ lanes: [Value]) -> Program {
    let color = builder.construct(lanes + [builder.constant(1)], .rgba)
    let bounds = rectangle(&builder)
    return removeDeadValues(
      Program(
        name: "blurs", parameters: [], instructions: builder.instructions, output: .init(color: color, bounds: bounds)))
  }

  private func rectangle(_ builder: inout ProgramBuilder) -> Value {
    builder.construct((0..<4).map { builder.component([$0], of: builder.sourceBounds()) }, .rect)
  }
}
