import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypePlan
import TintypeTestSupport

@testable import TintypeOptimizer

/// Merged lines against exact arithmetic on random chains of sums and products with constants.
@Suite struct MergeAffineStepsTests {
  @Test(arguments: 0..<300) func staysWithinItsBound(_ seed: UInt64) {
    let program = chain(seed)
    let merged = removeDeadValues(mergeAffineSteps(program))
    #expect(merged.problems == [])
    #expect(count(merged) <= count(program))
    let evaluator = ScalarEvaluator(Planner.plan(merged), width: 9, height: 9)
    let plain = Planner.plan(program)
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let codes = (0..<3).map { _ in UInt16.random(in: 0...255, using: &random) }
      let got = evaluator.color(of: codes, depth: .eight, column: 0, row: 0)
      let wanted = exact(plain, codes)
      for lane in 0..<3 { #expect(abs(Double(got[lane]) - wanted[lane]) <= 2e-5, "\(program)\n\(merged)") }
    }
  }

  /// `c - c.g` of a gray is 0 in each lane, and so is each weighted sum of it.
  @Test(
    arguments: [
      "dot(rgb(0.3, 0.59, 0.11), c - c.g) == 0", "(c.r - c.g) * 0.3 + (c.b - c.g) * 0.11 == 0",
      "dot(rgb(0.3333, 0.1, 0.7), c - c.r) == 0 && c.r == c.b",
    ], ["display", "linear-srgb"])
  func keepsExactZeros(_ condition: String, _ space: String) throws {
    let text = """
      tintype 1
      look "grays" { working \(space) }
      kernel marked(c: rgb) -> rgb { return rgb(if \(condition) { 1 } else { 0 }) }
      output marked(source)
      """
    let look = try #require(compile(SourceFile(name: "grays", text: text)).look)
    for bits in [8, 16] {
      let program = Pipeline.run(look.program, parameters: [], sourceIsOpaque: true, resultBits: bits)
      let evaluator = ScalarEvaluator(Planner.plan(program), width: 9, height: 9)
      let others = (0...255 as ClosedRange<UInt16>).filter { code in
        evaluator.color(of: [code, code, code], depth: .eight, column: 0, row: 0)[0] < 0.99
      }
      #expect(others == [], "\(bits) bits")
    }
  }

  @Test func mergesSomething() {
    let saved = (0..<300).reduce(0) { saved, seed in
      let program = chain(UInt64(seed))
      return saved + count(program) - count(removeDeadValues(mergeAffineSteps(program)))
    }
    #expect(saved > 300)
  }

  private func count(_ program: Program) -> Int {
    program.instructions.count { if case .lane = $0.operation { true } else { false } }
  }

  private func chain(_ seed: UInt64) -> Program {
    var random = SplitMix64(seed: seed)
    var builder = ProgramBuilder()
    var values = (0..<3).map { builder.component([$0], of: builder.source()) }
    func number() -> Double { (Double.random(in: -1.5...1.5, using: &random) * 64).rounded() / 64 }
    for _ in 0..<14 {
      let (a, b) = (values.randomElement(using: &random)!, values.suffix(4).randomElement(using: &random)!)
      let constant = builder.constant(number())
      let value =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: builder.lane(.add, [a, b])
        case 1: builder.lane(.subtract, [b, constant])
        case 2: builder.lane(.multiply, [b, constant])
        case 3: builder.lane(.multiplyAdd, [a, constant, b])
        case 4: builder.lane(.negate, [b])
        default: builder.lane(.minimum, [builder.lane(.maximum, [b, builder.constant(-1)]), builder.constant(1)])
        }
      values.append(value)
    }
    let ends = values.suffix(3).map { value in
      builder.lane(.minimum, [builder.lane(.maximum, [value, builder.constant(-1)]), builder.constant(1)])
    }
    let color = builder.construct(ends + [builder.constant(1)], .rgba)
    let bounds = builder.construct((0..<4).map { builder.component([$0], of: builder.sourceBounds()) }, .rect)
    return removeDeadValues(
      Program(
        name: "chain", parameters: [], instructions: builder.instructions, output: .init(color: color, bounds: bounds)))
  }

  /// The plan's steps in double precision.
  private func exact(_ plan: Plan, _ codes: [UInt16]) -> [Double] {
    var registers = [Double](repeating: 0, count: plan.registerCount)
    func read(_ operand: Plan.Operand) -> Double {
      switch operand {
      case .register(let register): return registers[register.index]
      case .uniform(let slot):
        guard case .constant(let number) = plan.uniforms[slot.index] else { return 0 }
        return Double(number)
      }
    }
    for step in plan.steps {
      switch step {
      case .load(let channel, _, let register): registers[register.index] = Double(codes[channel]) / 255
      case .lane(let operation, let register, let operands):
        registers[register.index] = operation.exact(operands.map(read))
      default: break
      }
    }
    return plan.color.map(read)
  }
}
