import Testing
import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeTestSupport

/// What values can be: never too narrow, on random programs; and narrow enough where it matters.
@Suite struct ValueRangesTests {
  /// The values of a program lie within its ranges. Values that depend on NaN are excluded, since ranges exclude NaN.
  @Test(arguments: 0..<300) func holdWhatIsComputed(_ seed: UInt64) {
    let program = RandomProgram.make(seed: seed)
    let givens = ValueRanges.Givens(
      parameters: program.parameters.map { $0.defaultValue.map { Interval($0 - 0.5, $0 + 1) } })
    let ranges = ValueRanges(of: program.instructions, givens)
    var random = SplitMix64(seed: seed)
    for _ in 0..<8 {
      let lanes = values(of: program, using: &random)
      for index in program.instructions.indices {
        for (number, range) in zip(lanes[index] ?? [], ranges[Value(index)]) {
          let slack = 1e-9 * max(1, number.magnitude)
          #expect(
            range.lower - slack <= number && number <= range.upper + slack,
            "%\(index) \(program.instructions[index].operation) is \(number), and was to be in \(range)")
        }
      }
    }
  }

  /// A query for some values agrees with a query for all.
  @Test(arguments: 0..<50) func areTheSameForSomeValues(_ seed: UInt64) {
    let program = RandomProgram.make(seed: seed)
    let givens = ValueRanges.Givens(
      parameters: program.parameters.map { $0.defaultValue.map { Interval($0 - 0.5, $0 + 1) } })
    let all = ValueRanges(of: program.instructions, givens)
    let some = stride(from: Int(seed) % 7, to: program.instructions.count, by: 7).map { Value($0) }
    let ranges = ValueRanges(of: program.instructions, givens, for: some)
    for value in some { #expect(ranges[value] == all[value]) }
  }

  /// The lanes of every value for a random pixel; nil where something is not a number.
  private func values(of program: Program, using random: inout SplitMix64) -> [Int: [Double]] {
    func unit() -> Double { Double.random(in: 0...1, using: &random) }
    var lanes: [Int: [Double]] = [:]
    for (index, instruction) in program.instructions.enumerated() {
      let operands = instruction.operands.compactMap { lanes[$0.index] }
      guard operands.count == instruction.operands.count else { continue }
      let found: [Double]? =
        switch instruction.operation {
        case .parameter(let number): program.parameters[number].defaultValue
        case .source, .noise: (0..<4).map { _ in unit() }
        case .sourceBounds: [0, 0, 40, 30]
        case .position: [12.5, 7.5]
        case .frame: [3]
        case .shot(let field, _): operands.first ?? field.lanes(of: field.type == .bool ? "true" : "800")
        default: instruction.meaning(of: operands, tables: program.tables)
        }
      lanes[index] = found.flatMap { $0.allSatisfy { !$0.isNaN } ? $0 : nil }
    }
    return lanes
  }

  // MARK: Narrow enough

  private func bounds(
    parameters: [Interval] = [], _ build: (inout ProgramBuilder) -> Value
  ) -> Interval {
    var builder = ProgramBuilder()
    let value = build(&builder)
    let givens = ValueRanges.Givens(parameters: parameters.map { [$0] })
    return ValueRanges(of: builder.instructions, givens).bounds(of: value)
  }

  private func expect(
    _ found: Interval, _ lower: Double, _ upper: Double, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(
      abs(found.lower - lower) < 1e-9 && abs(found.upper - upper) < 1e-9, "\(found)", sourceLocation: sourceLocation)
  }

  /// A gray plus 0.8 times the distance from it is 0.8 of the color and 0.2 of the gray: never below zero.
  @Test func whatSpeaksOfOneColorIsKnownTo() {
    func saturated(_ amount: Double) -> Interval {
      bounds { b in
        let color = b.component([0, 1, 2], of: b.source())
        let gray = b.apply(.dot, color, b.constant([0.25, 0.5, 0.25], .rgb))
        let away = b.apply(.multiply, b.apply(.subtract, color, gray), b.constant(amount))
        return b.apply(.add, gray, away)
      }
    }
    expect(saturated(0.8), 0, 1)
    expect(saturated(2), -0.75, 1.75)
  }

  @Test func contrastAboutTheMiddle() {
    expect(
      bounds(parameters: [Interval(0, 4)]) { b in
        let x = b.component([0], of: b.source())
        let away = b.apply(.multiply, b.apply(.subtract, x, b.constant(0.5)), b.parameter(0, .scalar))
        return b.apply(.add, away, b.constant(0.5))
      }, -1.5, 2.5)
  }

  @Test func mixesSquaresAndSteps() {
    func one(_ build: @escaping (inout ProgramBuilder, Value) -> Value) -> Interval {
      bounds(parameters: [Interval(0, 1)]) { b in
        let red = b.component([0], of: b.source())
        return build(&b, red)
      }
    }
    expect(one { b, x in b.apply(.mix, x, b.constant(0.25), b.parameter(0, .scalar)) }, 0, 1)
    expect(
      one { b, x in b.apply(.multiply, b.apply(.subtract, x, b.constant(0.5)), b.apply(.subtract, x, b.constant(0.5)))
      }, 0, 0.25)
    expect(one { b, x in b.apply(.smoothstep, b.constant(1.5), b.constant(2), x) }, 0, 0)
    expect(one { b, x in b.apply(.smoothstep, b.constant(0), b.constant(2), x) }, 0, 0.5)
    expect(
      one { b, x in b.apply(.clamp, b.apply(.multiply, x, b.constant(3)), b.constant(0.5), b.constant(2)) }, 0.5, 2)
    expect(one { b, x in b.apply(.linearToSrgb, b.apply(.srgbToLinear, x)) }, 0, 1)
    expect(one { b, x in b.evaluate(b.curve([0, 0.1, 0.5, 0.9, 1, 0.2]), at: x) }, 0.1, 0.9)
    expect(one { b, x in b.apply(.divide, b.constant(1), b.apply(.add, x, b.constant(1))) }, 0.5, 1)
  }

  @Test func conditionsCountForWhatTheyGuard() throws {
    var b = ProgramBuilder()
    let red = b.component([0], of: b.source())
    let light = b.apply(.subtract, red, b.constant(0.5))
    let isLit = b.apply(.greater, light, b.constant(0))
    let isNot = b.apply(.notEqual, red, b.constant(0.25))
    let chosen = b.apply(.select, b.constant(0.25), light, isLit)
    let ranges = ValueRanges(of: b.instructions, .init(parameters: []))
    expect(ranges.bounds(of: light), -0.5, 0.5)
    expect(ranges.bounds(of: chosen), 0, 0.5)
    let lit = try #require(ranges.assuming([.init(isLit, holds: true)]))
    expect(lit.bounds(of: light), 0, 0.5)
    expect(lit.bounds(of: red), 0.5, 1)
    #expect(!lit.bounds(of: light).contains(0))
    expect(try #require(ranges.assuming([.init(isLit, holds: false)])).bounds(of: red), 0, 0.5)
    expect(try #require(ranges.assuming([.init(isNot, holds: false)])).bounds(of: red), 0.25, 0.25)
    // Above the middle there is no quarter.
    #expect(ranges.assuming([.init(isLit, holds: true), .init(isNot, holds: false)]) == nil)
  }
}
