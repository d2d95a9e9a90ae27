import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan

/// The numbers that whoever runs the passes computes for each size and setting: the edges of rectangles and the amounts
/// of filters.
///
/// They are lowered and planned like those of a render, so in single precision they come out the same.
struct HostNumbers {
  /// In an order in which each comes behind its operands.
  private(set) var entries: [Plan.Uniform] = []

  private var known: [Plan.Uniform: Int] = [:]
  private let program: Program

  init(_ program: Program) { self.program = program }

  /// The entries of the lanes of a uniform value.
  mutating func places(of value: Value) -> [Int] {
    let plan = plan(of: value)
    var places: [Int] = []
    for uniform in plan.uniforms {
      let moved: Plan.Uniform =
        switch uniform {
        case .lane(let operation, let slots): .lane(operation, slots.map { Plan.Slot(places[$0.index]) })
        case .interpolate(let table, let lane, let slots):
          .interpolate(table: table, lane: lane, slots.map { Plan.Slot(places[$0.index]) })
        case .constant, .truth, .parameter, .truthParameter, .sourceBounds, .frame: uniform
        }
      let place = known[moved] ?? entries.count
      if place == entries.count {
        entries.append(moved)
        known[moved] = place
      }
      places.append(place)
    }
    return plan.bounds.prefix(program[value].type.width).map { places[$0.index] }
  }

  /// The plan of a program whose rectangle is the value.
  private func plan(of value: Value) -> Plan {
    var builder = ProgramBuilder()
    var places: [Value: Value] = [:]
    for part in PixelCone(value, program).order {
      var instruction = program[part]
      instruction.operands.rename { places[$0]! }
      places[part] = builder.add(instruction)
    }
    let number = places[value]!
    let zeros = Array(repeating: builder.constant(0), count: 4 - program[value].type.width)
    let edges = zeros.isEmpty ? number : builder.construct([number] + zeros, .rect)
    var part = program
    part.output = Program.Output(color: builder.source(), bounds: edges)
    (part.instructions, part.labels) = (builder.instructions, Labels())
    return Planner.plan(Pipeline.run(part, parameters: nil, sourceIsOpaque: false))
  }
}

/// Everything that a value is computed from, operands first.
private struct PixelCone {
  let order: [Value]

  init(_ value: Value, _ program: Program) {
    var seen: Set<Value> = [value]
    var open = [value]
    while let value = open.popLast() {
      for operand in program[value].operands where seen.insert(operand).inserted { open.append(operand) }
    }
    order = seen.sorted()
  }
}
