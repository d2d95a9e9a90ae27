import TintypeIR
import TintypeIntrinsics

/// Plans one pass: the steps that some lanes need at a pixel, back to the source, to uniform numbers and to fields.
///
/// A register is free after the last use of its value, and a result may take the register of an operand whose last use
/// it is. This keeps the working set of a tile small.
struct PassPlanner {
  private let program: Program
  private let results: [Value]
  private let slots: [Value: Plan.Slot]
  private let uniforms: [Plan.Uniform]
  private let places: FieldPlaces
  /// The positions of the values that the pass computes, from the first on.
  private let needed: [Int]
  private let notes: PassNotes
  private(set) var tables: PlannedTables
  /// The registers of the three lanes of a looked-up color, until values claim them.
  private var lookedUp: [Value: [Plan.Register]] = [:]
  /// The lanes of looked-up colors that some value uses.
  private var lanesTaken: [Value: Set<Int>] = [:]
  private var steps: [Plan.Step] = []
  private var registers: [Value: Plan.Register] = [:]
  private var free: [Plan.Register] = []
  private var registerCount = 0

  init(
    _ program: Program, results: [Value], slots: [Value: Plan.Slot], _ uniforms: [Plan.Uniform], places: FieldPlaces,
    tables: PlannedTables, _ notes: PassNotes
  ) {
    (self.program, self.results, self.slots, self.places, self.tables) = (program, results, slots, places, tables)
    (self.uniforms, self.notes) = (uniforms, notes)
    needed = notes.needed(by: results, program, places)
    // Results stay live past the last step.
    for value in results { notes.lastUse[value.index] = program.instructions.count }
    for index in needed.reversed() {
      if places[Value(index)] == nil, case .component(let lanes) = program.instructions[index].operation,
        case .interpolate = program[program.instructions[index].operands[0]].operation
      {
        lanesTaken[program.instructions[index].operands[0], default: []].formUnion(lanes)
      }
      for operand in program.operandsHere(of: Value(index), places) {
        notes.lastUse[operand.index] = max(notes.lastUse[operand.index], index)
        if case .lookup = program.instructions[index].operation { continue }
        notes.isForTablesOnly[operand.index] = false
      }
    }
    for value in results { notes.isForTablesOnly[value.index] = false }
  }

  mutating func planned() -> Plan.Pass {
    for index in needed { place(Value(index)) }
    return Plan.Pass(steps: steps, registerCount: registerCount, results: results.map(operand))
  }

  private mutating func place(_ value: Value) {
    let instruction = program[value]
    guard instruction.rate == .varying else { return }
    if case .here(let field, let channel)? = places[value] {
      steps.append(.field(field, channel: channel, into: allocate(for: value)))
      return
    }
    switch instruction.operation {
    // The lanes of these are read where they are used.
    case .source, .noise, .position, .construct: break
    case .lookup(let numbers):
      guard case .component(let lanes) = program[instruction.operands[0]].operation,
        case .source(let source, _) = program[program[instruction.operands[0]].operands[0]].operation
      else { preconditionFailure("a table of something else than a source: \(instruction)\n\(program)") }
      steps.append(
        .lookup(
          channel: lanes[0], of: source, table: tables.position(of: numbers.map { Float($0) }),
          into: allocate(for: value)))
    case .interpolate: placeLookUp(value, instruction)
    case .component(let lanes) where lookedUp[instruction.operands[0]] != nil:
      registers[value] = lookedUp[instruction.operands[0]]![lanes[0]]
    case .component where notes.isForTablesOnly[value.index]: break
    case .component(let lanes):
      let whole = program[instruction.operands[0]]
      let register = allocate(for: value)
      switch whole.operation {
      case .noise: steps.append(.noise(channel: lanes[0], seed: slots[whole.operands[0]]!, into: register))
      case .position: steps.append(.position(axis: lanes[0], into: register))
      case .source(let source, _): steps.append(.load(channel: lanes[0], of: source, into: register))
      case .constant, .parameter, .sourceBounds, .frame, .shot, .measured, .curve, .evaluate, .interpolate, .lookup,
        .cubics, .construct,
        .text, .letters, .component, .apply, .lane, .intersect, .spatial:
        preconditionFailure("not lowered: \(instruction)\n\(program)")
      }
    case .letters(let lettering):
      let line = tables.position(of: instruction, lettering, program, slots, uniforms)
      steps.append(.letters(line, into: allocate(for: value)))
    case .spatial:
      guard case .elsewhere(let field, let channel, let filter)? = places[value] else {
        preconditionFailure("\(value) has no field\n\(program)")
      }
      let place = program.operandsHere(of: value, places)
      let (x, y) = (operand(place[0]), operand(place[1]))
      releaseLast(place, at: value)
      steps.append(.sample(field, channel: channel, filter, x: x, y: y, into: allocate(for: value)))
    case .cubics(let function):
      let x = operand(instruction.operands[0])
      releaseLast(instruction.operands, at: value)
      steps.append(.cubics(tables.position(of: function), into: allocate(for: value), x))
    case .lane(let operation):
      let operands = instruction.operands.map(operand)
      releaseLast(instruction.operands, at: value)
      steps.append(.lane(operation, into: allocate(for: value), operands))
    case .constant, .parameter, .sourceBounds, .frame, .shot, .measured, .curve, .evaluate, .text, .apply,
      .intersect:
      preconditionFailure("not lowered: \(instruction)\n\(program)")
    }
  }

  /// Plans a look-up at each pixel. One step gives three lanes; the values that select a lane find their registers
  /// here. A result may take the register of an operand whose last use it is, because the step reads eight pixels
  /// before it writes them.
  private mutating func placeLookUp(_ value: Value, _ instruction: Instruction) {
    let operands = instruction.operands.dropFirst().map(operand)
    releaseLast(instruction.operands, at: value)
    let results = (0..<3).map { _ in allocate() }
    lookedUp[value] = results
    let table = tables.position(of: instruction.operands[0], program)
    steps.append(.interpolate(table: table, into: results, Array(operands)))
    for (lane, register) in results.enumerated() where lanesTaken[value]?.contains(lane) != true {
      free.append(register)
    }
  }

  private func operand(_ value: Value) -> Plan.Operand {
    if let slot = slots[value] { return .uniform(slot) }
    guard let register = registers[value] else { preconditionFailure("\(value) has no place\n\(program)") }
    return .register(register)
  }

  private mutating func allocate(for value: Value) -> Plan.Register {
    let register = allocate()
    registers[value] = register
    return register
  }

  /// Allocates a free register.
  private mutating func allocate() -> Plan.Register {
    let register = free.popLast() ?? Plan.Register(registerCount)
    registerCount = max(registerCount, register.index + 1)
    return register
  }

  /// Frees the registers of operands at their last use.
  private mutating func releaseLast(_ operands: Operands, at value: Value) {
    for (position, used) in operands.enumerated()
    where notes.lastUse[used.index] == value.index && !operands[..<position].contains(used) {
      if let register = registers[used] { free.append(register) }
    }
  }
}

extension Program {
  /// The operands of a value at this pixel: none where a field holds it.
  func operandsHere(of value: Value, _ places: FieldPlaces) -> Operands {
    switch places[value] {
    case .here: []
    case .elsewhere: self[self[value].operands[1]].operands
    case nil: self[value].operands
    }
  }
}

/// Scratch space per value of a program, shared by all passes. A pass touches only the values it needs.
final class PassNotes {
  /// The number of the current pass, from 1.
  fileprivate var pass = 0
  /// The last pass that needed a value.
  fileprivate var neededBy: [Int]
  /// Where a needed value is used for the last time.
  fileprivate var lastUse: [Int]
  /// Source channels that only table look-ups read: by code, not by value.
  fileprivate var isForTablesOnly: [Bool]

  init(_ program: Program) {
    neededBy = [Int](repeating: 0, count: program.instructions.count)
    lastUse = neededBy
    isForTablesOnly = [Bool](repeating: true, count: program.instructions.count)
  }

  /// The positions of the values that results need at a pixel, from the first on. Walks back from the results, so that
  /// the time for a pass is proportional to its steps.
  func needed(by results: [Value], _ program: Program, _ places: FieldPlaces) -> [Int] {
    pass += 1
    var (needed, open): ([Int], [Value]) = ([], results)
    while let value = open.popLast() {
      guard neededBy[value.index] != pass else { continue }
      neededBy[value.index] = pass
      lastUse[value.index] = value.index
      isForTablesOnly[value.index] = true
      needed.append(value.index)
      open += program.operandsHere(of: value, places)
    }
    return needed.sorted()
  }
}
