public import TintypeIR
import TintypeIntrinsics

/// Plans an optimized program: uniform values become slots, varying values become passes.
///
/// The program is split into passes at its spatial steps: their inputs become fields. A value needed on both sides of a
/// pass boundary is computed in both passes, because computing is cheaper than storing.
public struct Planner {
  private let program: Program
  private var uniforms: [Plan.Uniform] = []
  private var slots: [Value: Plan.Slot] = [:]
  private var tables = PlannedTables()
  private var fields: [Plan.Field] = []
  /// The fields computed by passes, to share them.
  private var fieldsOfPasses: [PassField: Int] = [:]
  private let notes: PassNotes
  /// Where the result of each spatial step is found.
  private var places: [Value: FieldPlace] = [:]

  /// Plans a program whose lanes are split and lowered (the result of `Pipeline.run`).
  public static func plan(_ program: Program) -> Plan {
    var planner = Planner(program: program)
    for index in program.instructions.indices { planner.placeUniform(Value(index)) }
    for boundary in boundaries(of: program) { planner.placeField(of: boundary) }
    return planner.finished()
  }

  private init(program: Program) {
    self.program = program
    notes = PassNotes(program)
  }

  // MARK: Uniform values

  private mutating func placeUniform(_ value: Value) {
    let instruction = program[value]
    // The lanes of wider values are read where they are used.
    guard instruction.rate == .uniform, instruction.type.width == 1, instruction.type != .lut else { return }
    uniforms.append(uniform(instruction))
    slots[value] = Plan.Slot(uniforms.count - 1)
  }

  private mutating func uniform(_ instruction: Instruction) -> Plan.Uniform {
    switch instruction.operation {
    case .constant(let lanes): instruction.type == .bool ? .truth(lanes[0] != 0) : .constant(Float(lanes[0]))
    case .parameter(let index): instruction.type == .bool ? .truthParameter(index) : .parameter(index, lane: 0)
    case .frame: .frame
    case .component(let lanes): uniformLane(lanes[0], of: instruction.operands[0])
    case .lane(let operation): .lane(operation, instruction.operands.map { slots[$0]! })
    case .source, .sourceBounds, .noise, .position, .curve, .evaluate, .interpolate, .lookup, .cubics, .construct,
      .dateText, .letters, .apply, .intersect, .spatial:
      preconditionFailure("not lowered: \(instruction)\n\(program)")
    }
  }

  private mutating func uniformLane(_ lane: Int, of value: Value) -> Plan.Uniform {
    switch program[value].operation {
    case .parameter(let index): .parameter(index, lane: lane)
    case .sourceBounds(let source): .sourceBounds(source, edge: lane)
    // One lane of a uniform look-up.
    case .interpolate:
      .interpolate(
        table: tables.position(of: program[value].operands[0], program), lane: lane,
        program[value].operands.dropFirst().map { slots[$0]! })
    case .constant, .source, .noise, .position, .frame, .curve, .evaluate, .lookup, .cubics, .construct, .dateText,
      .letters, .component, .apply, .lane, .intersect, .spatial:
      preconditionFailure("not lowered: \(value)\n\(program)")
    }
  }

  // MARK: Fields

  /// Plans the field that the steps of a boundary read, unless it exists, and records where their results are found.
  private mutating func placeField(of boundary: PassBoundary) {
    let pass = pass(for: boundary.lanes)
    let bounds = edges(boundary.bounds)
    let made = fieldsOfPasses[PassField(pass: pass, bounds: bounds)]
    let field = made ?? fields.count
    if made == nil {
      fieldsOfPasses[PassField(pass: pass, bounds: bounds)] = field
      fields.append(Plan.Field(content: .pass(pass), channels: boundary.lanes.count, bounds: bounds))
    }
    switch boundary.operation.reading {
    case .around:
      let amount = slots[program[boundary.values[0]].operands[1]]!
      fields.append(
        Plan.Field(
          content: .filtered(of: field, boundary.operation, amount: amount), channels: boundary.lanes.count,
          bounds: bounds))
      for value in boundary.values {
        places[value] = .here(fields.count - 1, channel: boundary.channel(of: value, program))
      }
    case .elsewhere(let sample):
      for value in boundary.values {
        places[value] = .elsewhere(field, channel: boundary.channel(of: value, program), sample.filter)
      }
    }
  }

  private mutating func pass(for results: [Value]) -> Plan.Pass {
    var planner = PassPlanner(program, results: results, slots: slots, places: places, tables: tables, notes)
    let pass = planner.planned()
    tables = planner.tables
    return pass
  }

  private func edges(_ value: Value) -> [Plan.Slot] {
    let edges = program[value].operands
    precondition(edges.count == 4, "a rectangle is not put together from lanes\n\(program)")
    return edges.map { slots[$0]! }
  }

  private mutating func finished() -> Plan {
    let color = program[program.output.color].operands
    precondition(color.count == 4, "the output is not put together from lanes\n\(program)")
    let pass = pass(for: Array(color))
    return Plan(
      name: program.name, uniforms: uniforms, tables: tables.numbers, functions: tables.functions,
      colorTables: tables.colors, lines: tables.lines, fields: fields,
      steps: pass.steps, registerCount: pass.registerCount, color: pass.results, bounds: edges(program.output.bounds))
  }
}

/// The key by which passes share a field.
private struct PassField: Hashable {
  let pass: Plan.Pass
  let bounds: [Plan.Slot]
}

/// Where a pass reads the result of a spatial step.
enum FieldPlace {
  /// At this pixel of a field.
  case here(Int, channel: Int)
  /// At another position in a field.
  case elsewhere(Int, channel: Int, SampleFilter)
}
