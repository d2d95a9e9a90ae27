import Testing
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

@Suite struct InterpreterTests {
  /// Seeds that are no whole number from 0 to 2^24 count as the nearest one below, NaN as 0: in both evaluations.
  @Test(arguments: [(0, 0), (7.75, 7), (-3, 0), (.nan, 0), (.infinity, 0x1p24), (1e30, 0x1p24)] as [(Double, Double)])
  func drawsNoiseForAnySeed(_ seed: Double, _ whole: Double) {
    #expect(Interpreter(grain, parameters: [[seed]], width: 1, height: 1).color(at: place) == noise(UInt32(whole)))
    let plan = Planner.plan(Pipeline.run(grain, parameters: nil, sourceIsOpaque: true))
    let evaluator = ScalarEvaluator(plan, parameters: [[seed]], width: 1, height: 1, frame: place.frame)
    let color = evaluator.color(of: [0, 0, 0], depth: .eight, column: place.column, row: place.row)
    #expect(color.map(Double.init) == noise(UInt32(whole)))
  }

  /// A truth value that a user sets is a mask for the tile machine, also where it stays open until the render.
  @Test(arguments: [true, false]) func keepsTruthParametersOpen(_ isOn: Bool) {
    var builder = ProgramBuilder()
    let lane = builder.apply(.select, builder.constant(0.25), builder.constant(0.75), builder.parameter(0, .bool))
    let color = builder.construct(Array(repeating: lane, count: 4), .rgba)
    let program = Program(
      name: "switch", parameters: [Parameter(name: "isOn", type: .bool, defaultValue: [1])],
      instructions: builder.instructions + [Instruction(.sourceBounds(), type: .rect, rate: .uniform)],
      output: .init(color: color, bounds: Value(builder.instructions.count)))
    let wanted = isOn ? 0.75 : 0.25
    let values: [[Double]] = [[isOn ? 1 : 0]]
    #expect(Interpreter(program, parameters: values, width: 1, height: 1).color(at: place)[0] == wanted)
    let plan = Planner.plan(Pipeline.run(program, parameters: nil, sourceIsOpaque: true))
    let evaluator = ScalarEvaluator(plan, parameters: values, width: 1, height: 1)
    #expect(Double(evaluator.color(of: [0, 0, 0], depth: .eight, column: 0, row: 0)[0]) == wanted)
  }

  private let place = Interpreter.Pixel(color: [0, 0, 0, 1], column: 5, row: 9, frame: 3)

  private func noise(_ seed: UInt32) -> [Double] {
    (0..<4).map { Double(PixelNoise(seed: seed, frame: 3, channel: $0, row: 9)(column: 5)) }
  }

  /// Noise of a parameter's seed.
  private var grain: Program {
    var builder = ProgramBuilder()
    let color = builder.noise(seed: builder.parameter(0, .scalar))
    let bounds = builder.sourceBounds()
    return Program(
      name: "grain", parameters: [Parameter(name: "seed", type: .scalar, defaultValue: [1])],
      instructions: builder.instructions, output: .init(color: color, bounds: bounds))
  }
}
