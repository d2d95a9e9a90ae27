import Testing
import TintypeExecutor
import TintypeIntrinsics
import TintypeTestSupport

@testable import TintypePlan

/// Random plans of short operations on few registers, where chains lie beside, across and in each other.
@Suite struct StepFusionTests {
  @Test(arguments: 0..<400) func changesNoBit(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let registerCount = 4
    let numbers: [Float] = [0, 1, 0.5, -0.25, 0.299, 1.13]
    let steps = (0..<30).map { _ in step(registerCount, numbers.count, &random) }
    let plan = Plan(
      name: "chains", uniforms: numbers.map { .constant($0) }, steps: steps, registerCount: registerCount,
      color: (0..<4).map { .register(.init($0)) }, bounds: [])
    expectSameBits(plan, steps, numbers, &random)
  }

  /// Matrices: sums of the same registers one behind the other, some of which write what the next one reads.
  @Test(arguments: 0..<200) func changesNoBitOfRows(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let numbers: [Float] = [0, 1, 0.5, -0.25, 0.299, 1.13]
    func uniform() -> Plan.Operand { .uniform(.init(Int.random(in: 0..<numbers.count, using: &random))) }
    var steps: [Plan.Step] = []
    for _ in 0..<4 {
      let read = [0, 1, 2, 3].shuffled(using: &random).map { Plan.Operand.register(.init($0)) }
      let hasOffset = Bool.random(using: &random)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let result = Plan.Register(Int.random(in: 0..<6, using: &random))
        let start: [Plan.Operand] = [read[0], uniform()]
        steps.append(
          hasOffset
            ? .lane(.multiplyAdd, into: .init(6), start + [uniform()]) : .lane(.multiply, into: .init(6), start))
        steps.append(.lane(.multiplyAdd, into: .init(6), [read[1], uniform(), .register(.init(6))]))
        steps.append(.lane(.multiplyAdd, into: result, [read[2], uniform(), .register(.init(6))]))
      }
    }
    // What sums go through on their way is not looked at, or they would not fuse.
    steps.append(.lane(.add, into: .init(6), [.register(.init(0)), .uniform(.init(0))]))
    let plan = Plan(
      name: "rows", uniforms: numbers.map { .constant($0) }, steps: steps, registerCount: 7,
      color: (0..<4).map { .register(.init($0)) }, bounds: [])
    expectSameBits(plan, steps, numbers, &random, looking: 6, isFinite: true)
  }

  /// Smooth steps, some with a number, a reader or a register that keeps them from being one loop.
  @Test(arguments: 0..<300) func changesNoBitOfSmoothSteps(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let numbers: [Float] = [0, 1, -2, 3, 0.5, -0.25, 1.13]
    func slot(_ usual: Int) -> Plan.Operand {
      .uniform(.init(Int.random(in: 0..<12, using: &random) == 0 ? Int.random(in: 0..<7, using: &random) : usual))
    }
    func register() -> Plan.Register { .init(Int.random(in: 0..<4, using: &random)) }
    var steps: [Plan.Step] = []
    for _ in 0..<3 {
      let (t, square, line) = (Plan.Register(4), Plan.Register(5), Plan.Register(Int.random(in: 4...6, using: &random)))
      let (edge, width) = (slot(4), slot(6))
      var chain: [Plan.Step] = [
        .lane(.subtract, into: t, [.register(register()), edge]), .lane(.divide, into: t, [.register(t), width]),
        .lane(.maximum, into: t, [.register(t), slot(0)]), .lane(.minimum, into: t, [.register(t), slot(1)]),
        .lane(.multiply, into: square, [.register(t), .register(t)]),
        .lane(.multiplyAdd, into: line, [slot(2), .register(t), slot(3)]),
      ]
      let product = [Plan.Operand.register(square), .register(line)]
      chain.append(
        .lane(.multiply, into: register(), Bool.random(using: &random) ? product : product.reversed()))
      if Bool.random(using: &random) {
        let between = Plan.Step.lane(.add, into: register(), [.register(register()), slot(4)])
        chain.insert(between, at: Int.random(in: 0..<7, using: &random))
      }
      if seed % 5 == 0 { chain.append(.lane(.add, into: register(), [.register(t), .register(register())])) }
      steps += chain
    }
    // What the steps go through on their way is not looked at, or they would not fuse.
    for register in 4...6 { steps.append(.lane(.add, into: .init(register), [.register(.init(0)), slot(0)])) }
    let plan = Plan(
      name: "smooth steps", uniforms: numbers.map { .constant($0) }, steps: steps, registerCount: 7,
      color: (0..<4).map { .register(.init($0)) }, bounds: [])
    expectSameBits(plan, steps, numbers, &random, looking: 4)
  }

  /// The registers after a plan against its steps one by one.
  ///
  /// - Parameters:
  ///   - count: how many registers are looked at, from the first on; nil for all.
  ///   - isFinite: whether none may be NaN, whose bits are not told apart.
  private func expectSameBits(
    _ plan: Plan, _ steps: [Plan.Step], _ numbers: [Float], _ random: inout SplitMix64, looking count: Int? = nil,
    isFinite: Bool = false
  ) {
    let contents = (0..<plan.registerCount).map { _ in (0..<19).map { _ in Float.random(in: -2...2, using: &random) } }
    let wanted = (0..<19).map { pixel in computed(steps, contents.map { $0[pixel] }, numbers) }
    for isNarrow in [false, true] {
      let got = Execution.registers(after: plan, from: contents, isNarrow: isNarrow)
      for pixel in 0..<19 {
        for register in 0..<(count ?? plan.registerCount) {
          let (a, b) = (got[register][pixel], wanted[pixel][register])
          #expect(a.bitPattern == b.bitPattern || (!isFinite && a.isNaN && b.isNaN), "\(plan)")
        }
      }
    }
  }

  /// Mostly what chains are made of, often one behind the other.
  private func step(_ registers: Int, _ uniforms: Int, _ random: inout SplitMix64) -> Plan.Step {
    let operations: [LaneOperation] = [
      .add, .maximum, .minimum, .multiply, .multiplyAdd, .multiplyAdd, .select, .subtract, .subtract, .less,
    ]
    let operation = operations.randomElement(using: &random)!
    let operands: [Plan.Operand] = (0..<operation.arity).map { _ in
      Bool.random(using: &random)
        ? .register(.init(Int.random(in: 0..<registers, using: &random)))
        : .uniform(.init(Int.random(in: 0..<uniforms, using: &random)))
    }
    return .lane(operation, into: .init(Int.random(in: 0..<registers, using: &random)), operands)
  }

  private func computed(_ steps: [Plan.Step], _ contents: [Float], _ numbers: [Float]) -> [Float] {
    var registers = contents
    for step in steps {
      guard case .lane(let operation, let result, let operands) = step else { continue }
      let x = operands.map { operand in
        switch operand {
        case .register(let register): registers[register.index]
        case .uniform(let slot): numbers[slot.index]
        }
      }
      registers[result.index] = operation(x[0], x.count > 1 ? x[1] : 0, x.count > 2 ? x[2] : 0)
    }
    return registers
  }
}
