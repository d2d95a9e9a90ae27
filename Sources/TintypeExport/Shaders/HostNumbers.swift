import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan

/// The numbers that the host computes for each size and setting: the edges of rectangles and the amounts of filters.
///
/// They are lowered and planned like those of a render, so in single precision they come out the same.
struct HostNumbers {
  /// In order: each after its operands.
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
      places.append(place(of: moved))
    }
    return plan.bounds.prefix(program[value].type.width).map { places[$0.index] }
  }

  private mutating func place(of entry: Plan.Uniform) -> Int {
    if let place = known[entry] { return place }
    entries.append(entry)
    known[entry] = entries.count - 1
    return entries.count - 1
  }

  private mutating func apply(_ operation: LaneOperation, _ operands: Int...) -> Int {
    place(of: .lane(operation, operands.map { Plan.Slot($0) }))
  }

  private mutating func constant(_ number: Float) -> Int { place(of: .constant(number)) }

  /// The entries of left, top, width and height of a rectangle: whole pixels, no more than those of some sources.
  mutating func box(_ bounds: Value, within sources: [Int]) -> [Int] {
    let edges = places(of: bounds)
    let whole = edges.indices.map { edge -> Int in
      let side = 2 + edge % 2
      let given = entries[edges[edge]]
      if isZero(edges[edge]) || sources.allSatisfy({ given == .sourceBounds($0, edge: side) }) && !sources.isEmpty {
        return edges[edge]
      }
      var limits = sources.map { place(of: .sourceBounds($0, edge: side)) }
      if limits.isEmpty { limits = [apply(.maximum, place(of: .sourceBounds(0, edge: side)), constant(1_048_576))] }
      let limit = limits.dropFirst().reduce(limits[0]) { apply(.minimum, $0, $1) }
      return apply(.floor, apply(.minimum, apply(.maximum, edges[edge], constant(0)), limit))
    }
    let sizes = (0..<2).map { axis in
      isZero(whole[axis])
        ? whole[axis + 2] : apply(.maximum, apply(.subtract, whole[axis + 2], whole[axis]), constant(0))
    }
    return [whole[0], whole[1]] + sizes
  }

  private func isZero(_ place: Int) -> Bool {
    switch entries[place] {
    case .constant(let number): number == 0
    case .sourceBounds(_, let edge): edge < 2
    case .truth, .parameter, .truthParameter, .frame, .lane, .interpolate: false
    }
  }

  /// The entry of an amount as it counts (`FilterAmount.resolved`).
  mutating func amount(_ value: Value, _ amount: FilterAmount) -> Int {
    let (low, high) = (constant(amount.range.lowerBound), constant(amount.range.upperBound))
    let bounded = apply(.minimum, apply(.maximum, places(of: value)[0], low), high)
    return amount.isWhole ? apply(.floor, apply(.add, bounded, constant(0.5))) : bounded
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
