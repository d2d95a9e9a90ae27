import TintypeExecutor
import TintypeIntrinsics
import TintypePlan

/// Every word of the table of intrinsics, on three channels, without loading and storing.
enum Kernels {
  static func run() throws {
    var canvas = Canvas(width: 4096, height: 8)
    var table = Table("kernels (one lane)", "ns/pixel", "MP/s")
    let empty = canvas.execution(plan(nil))
    for intrinsic in Intrinsic.allCases {
      let execution = canvas.execution(plan(intrinsic))
      let seconds = medians(rounds: 40, [{ canvas.run(empty) }, { canvas.run(execution) }])
      let nanoseconds = (seconds[1] - seconds[0]) * 1e9 / Double(canvas.pixels * copies)
      table.add(intrinsic.rawValue, nanoseconds.text(3), (1000 / max(nanoseconds, 0.001)).text(0))
    }
    table.show()
  }

  private static let copies = 16

  /// A plan that loads, computes an intrinsic some times from the same registers, and stores.
  private static func plan(_ intrinsic: Intrinsic?) -> Plan {
    var maker = PlanMaker()
    if let intrinsic {
      let definition = intrinsic.definition
      var width = 1
      if case .reduction = definition.signature { width = 3 }
      let formula = definition.formula.scalar(operandWidths: definition.operands.map { _ in width })
      for _ in 0..<copies { maker.add(formula) }
    }
    return maker.plan
  }
}

/// Turns formulas into steps one by one, without looking for common parts.
private struct PlanMaker {
  private var steps = (0..<3).map { Plan.Step.load(channel: $0, into: Plan.Register($0)) }
  private var uniforms: [Plan.Uniform] =
    [.constant(1), .constant(0)] + [2, 3].map { .sourceBounds(edge: $0) }
  private var registerCount = 3

  mutating func add(_ formula: LaneFormula) { _ = operand(formula, depth: 0) }

  private mutating func operand(_ formula: LaneFormula, depth: Int) -> Plan.Operand {
    switch formula {
    case .operand(let index, let lane): return .register(Plan.Register((index + lane) % 3))
    case .constant(let number):
      uniforms.append(.constant(Float(number)))
      return .uniform(Plan.Slot(uniforms.count - 1))
    case .apply(let operation, let parts):
      let operands = parts.enumerated().map { operand($1, depth: depth + 1 + $0) }
      let result = Plan.Register(3 + depth)
      registerCount = max(registerCount, result.index + 1)
      steps.append(.lane(operation, into: result, operands))
      return .register(result)
    }
  }

  var plan: Plan {
    Plan(
      explicit: steps, registerCount: registerCount, uniforms: uniforms, tables: [],
      color: (0..<3).map { .register(Plan.Register($0)) } + [.uniform(Plan.Slot(0))],
      bounds: [1, 1, 2, 3].map { Plan.Slot($0) })
  }
}
