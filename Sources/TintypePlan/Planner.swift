public import TintypeIR
import TintypeIntrinsics
public import TintypeSizes

/// Plans an optimized program: uniform values become slots, varying values become passes.
///
/// The program is split into passes at its spatial steps: their inputs become fields. A value needed on both sides of a
/// pass boundary is computed in both passes, unless computing costs more than keeping it (`keepValues`).
public struct Planner {
  let program: Program
  let budget: CompileBudget
  private(set) var uniforms: [Plan.Uniform] = []
  private var slots: [Value: Plan.Slot] = [:]
  private(set) var tables = PlannedTables()
  var fields: [DraftedField] = []
  /// The fields computed by passes, to share them.
  private var fieldsOfPasses: [PassField: Int] = [:]
  let notes: PassNotes
  /// Where the result of each spatial step is found.
  private(set) var places = FieldPlaces()
  /// Where a pass finds what it does not compute again, by the number of its field; that of the last pass is behind
  /// all fields.
  var kept: [Int: [Value: FieldPlace]] = [:]

  /// Plans a program whose lanes are split and lowered (the result of `Pipeline.run`).
  public static func plan(_ program: Program) -> Plan { plan(program, keepingCost: keepingCost) }

  /// The same where keeping a value costs more or less: infinity lets every pass compute all it needs. The bytes of a
  /// render stay.
  package static func plan(_ program: Program, keepingCost: Double) -> Plan {
    CompileBudget.unlimited { (budget) throws(CompileBudget.Stop) in
      try plan(program, keepingCost: keepingCost, within: budget)
    }
  }

  /// The same within a budget, which counts the memory of the plan.
  public static func plan(_ program: Program, within budget: CompileBudget) throws(CompileBudget.Stop) -> Plan {
    try plan(program, keepingCost: keepingCost, within: budget)
  }

  private static func plan(
    _ program: Program, keepingCost: Double, within budget: CompileBudget
  ) throws(CompileBudget.Stop) -> Plan {
    var planner = Planner(program: program, budget: budget)
    for index in program.instructions.indices { planner.placeUniform(Value(index)) }
    for boundary in boundaries(of: program) { planner.placeField(of: boundary) }
    try planner.keepValues(at: keepingCost)
    return try planner.finished()
  }

  private init(program: Program, budget: CompileBudget) {
    (self.program, self.budget) = (program, budget)
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
    // A photo's values are filled in before its plan is made; this plan serves for everything else that is asked of it.
    case .shot(let field, _): field.type == .bool ? .truth(false) : .constant(Float(field.unknown[0]))
    case .measured: .constant(0)
    case .component(let lanes): uniformLane(lanes[0], of: instruction.operands[0])
    case .lane(let operation): .lane(operation, instruction.operands.map { slots[$0]! })
    case .source, .sourceBounds, .noise, .position, .curve, .evaluate, .interpolate, .lookup, .cubics, .construct,
      .text, .letters, .apply, .intersect, .spatial:
      preconditionFailure("not lowered: \(instruction)\n\(program)")
    }
  }

  private mutating func uniformLane(_ lane: Int, of value: Value) -> Plan.Uniform {
    switch program[value].operation {
    case .parameter(let index): .parameter(index, lane: lane)
    case .sourceBounds(let source): .sourceBounds(source, edge: lane)
    case .measured: .constant(0)
    // One lane of a uniform look-up.
    case .interpolate:
      .interpolate(
        table: tables.position(of: program[value].operands[0], program), lane: lane,
        program[value].operands.dropFirst().map { slots[$0]! })
    case .constant, .source, .noise, .position, .frame, .shot, .curve, .evaluate, .lookup, .cubics, .construct,
      .text,
      .letters, .component, .apply, .lane, .intersect, .spatial:
      preconditionFailure("not lowered: \(value)\n\(program)")
    }
  }

  // MARK: Fields

  /// The field of a pass with these channels, which is drafted unless it exists.
  private mutating func field(_ lanes: [Value], in bounds: Value) -> Int {
    let key = PassField(lanes: lanes, bounds: bounds)
    if let known = fieldsOfPasses[key] { return known }
    fieldsOfPasses[key] = fields.count
    fields.append(DraftedField(content: .pass, lanes: lanes, bounds: bounds))
    return fields.count - 1
  }

  /// Drafts the fields that the steps of a boundary read and make, and records where their results are found.
  private mutating func placeField(of boundary: PassBoundary) {
    let operation = boundary.operation
    let read = (0..<operation.fieldCount).map { field(boundary.lanes(ofField: $0), in: boundary.bounds) }
    switch operation.reading {
    case .around(let filter):
      let amounts = program[boundary.values[0]].operands.dropFirst(read.count).prefix(filter.amounts.count)
      fields.append(
        DraftedField(
          content: .filtered(of: read, operation, amounts: amounts.map { slots[$0]! }),
          lanes: boundary.lanes(ofField: 0), bounds: boundary.bounds))
      for value in boundary.values {
        places.ofSteps[value] = .here(fields.count - 1, channel: boundary.channel(of: value, program))
      }
    case .elsewhere(let sample):
      for value in boundary.values {
        places.ofSteps[value] = .elsewhere(read[0], channel: boundary.channel(of: value, program), sample.filter)
      }
    }
  }

  /// Where the pass of a field, or the last one, finds what it does not compute.
  func places(forPass number: Int) -> FieldPlaces { places(keeping: kept[number] ?? [:]) }

  func places(keeping kept: [Value: FieldPlace]) -> FieldPlaces {
    FieldPlaces(ofSteps: places.ofSteps, kept: kept)
  }

  /// A pass, and the tables with those that it uses.
  func pass(for results: [Value], _ places: FieldPlaces) -> (pass: Plan.Pass, tables: PlannedTables) {
    var planner = PassPlanner(
      program, results: results, slots: slots, uniforms, places: places, tables: tables, notes)
    return (planner.planned(), planner.tables)
  }

  private mutating func pass(_ number: Int, for results: [Value]) throws(CompileBudget.Stop) -> Plan.Pass {
    let planned = pass(for: results, places(forPass: number))
    let letters = planned.tables.letterCount - tables.letterCount
    try budget.hold(CompileCosts.passStep * planned.pass.steps.count + CompileCosts.letter * letters)
    tables = planned.tables
    return planned.pass
  }

  func edges(_ value: Value) -> [Plan.Slot] {
    let edges = program[value].operands
    precondition(edges.count == 4, "a rectangle is not put together from lanes\n\(program)")
    return edges.map { slots[$0]! }
  }

  /// The values that the last pass stores.
  var stored: [Value] {
    let color = program[program.output.color].operands
    precondition(color.count == 4, "the output is not put together from lanes\n\(program)")
    return Array(color)
  }

  private mutating func finished() throws(CompileBudget.Stop) -> Plan {
    var planned: [Plan.Field] = []
    for (number, field) in fields.enumerated() {
      let content: Plan.Field.Content =
        switch field.content {
        case .pass: .pass(try pass(number, for: field.lanes))
        case .filtered(let of, let operation, let amounts): .filtered(of: of, operation, amounts: amounts)
        }
      planned.append(Plan.Field(content: content, channels: field.lanes.count, bounds: edges(field.bounds)))
    }
    let last = try pass(fields.count, for: stored)
    return Plan(
      name: program.name, uniforms: uniforms, tables: tables.numbers, functions: tables.functions,
      colorTables: tables.colors, texts: tables.texts, lines: tables.lines, fields: planned,
      steps: last.steps, registerCount: last.registerCount, color: last.results, bounds: edges(program.output.bounds))
  }
}

/// A field before its pass is planned.
struct DraftedField {
  enum Content {
    case pass
    case filtered(of: [Int], SpatialOperation, amounts: [Plan.Slot])
  }

  let content: Content
  /// What each channel holds: for a pass the values that its filters read, and behind them those that later passes
  /// read; for a filter what it has read.
  var lanes: [Value]
  let bounds: Value
}

/// The key by which passes share a field.
private struct PassField: Hashable {
  let lanes: [Value]
  let bounds: Value
}

/// Where a pass reads values that it does not compute.
struct FieldPlaces {
  /// The results of spatial steps.
  var ofSteps: [Value: FieldPlace] = [:]
  /// A value that an earlier pass has computed.
  var kept: [Value: FieldPlace] = [:]

  subscript(_ value: Value) -> FieldPlace? { ofSteps[value] ?? kept[value] }
}

/// Where a pass reads a value of a field.
enum FieldPlace {
  /// At this pixel of a field.
  case here(Int, channel: Int)
  /// At another position in a field.
  case elsewhere(Int, channel: Int, SampleFilter)
}
