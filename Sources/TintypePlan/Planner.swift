public import TintypeIR
import TintypeIntrinsics
import TintypeTables

/// Makes the plan of an optimized program: uniform values into slots, varying ones into registers.
///
/// A register is free again behind the last use of its value, and a result may take the place of an operand that dies
/// with it, so that the working set of a tile stays small.
public struct Planner {
  let program: Program
  private let lastUse: [Int]
  /// Channels of the source that only tables look at, by the code and not by the value.
  private let isForTablesOnly: [Bool]
  private var uniforms: [Plan.Uniform] = []
  var slots: [Value: Plan.Slot] = [:]
  private var tables: [[Float]] = []
  /// Tables of colours that something looks at, and their positions among those of the program.
  var colorTables: [ColorTable] = []
  var colorTablePositions: [Int] = []
  /// Where the three lanes of a looked up colour are, until a value takes each.
  var lookedUp: [Value: [Plan.Register]] = [:]
  /// The lanes of looked up colours that a value takes.
  private(set) var lanesTaken: [Value: Set<Int>] = [:]
  var steps: [Plan.Step] = []
  var registers: [Value: Plan.Register] = [:]
  private var free: [Plan.Register] = []
  private var registerCount = 0

  /// Plans a program whose lanes are split and lowered (the result of `Pipeline.run`).
  public static func plan(_ program: Program) -> Plan {
    var planner = Planner(program)
    for index in program.instructions.indices { planner.place(Value(index)) }
    return planner.finished()
  }

  private init(_ program: Program) {
    self.program = program
    var lastUse = Array(program.instructions.indices)
    for (index, instruction) in program.instructions.enumerated() {
      for operand in instruction.operands { lastUse[operand.index] = index }
    }
    // What is stored is used behind the end; the output's construct stands for its lanes.
    for value in program[program.output.color].operands { lastUse[value.index] = program.instructions.count }
    self.lastUse = lastUse
    var isForTablesOnly = [Bool](repeating: true, count: program.instructions.count)
    for instruction in program.instructions {
      if case .component(let lanes) = instruction.operation,
        case .interpolate = program[instruction.operands[0]].operation
      {
        lanesTaken[instruction.operands[0], default: []].formUnion(lanes)
      }
      if case .lookup = instruction.operation { continue }
      for operand in instruction.operands { isForTablesOnly[operand.index] = false }
    }
    self.isForTablesOnly = isForTablesOnly
  }

  private mutating func place(_ value: Value) {
    let instruction = program[value]
    switch instruction.operation {
    // Lanes are taken from these where they are used.
    case .source, .noise, .position, .sourceBounds, .construct, .curve: break
    case _ where instruction.type == .lut: break
    case .parameter where instruction.type.width > 1: break
    case .interpolate where instruction.rate == .uniform: break
    case _ where instruction.rate == .uniform: slots[value] = slot(uniform(instruction))
    default: placeStep(value, instruction)
    }
  }

  private mutating func uniform(_ instruction: Instruction) -> Plan.Uniform {
    switch instruction.operation {
    case .constant(let lanes): instruction.type == .bool ? .truth(lanes[0] != 0) : .constant(Float(lanes[0]))
    case .parameter(let index): instruction.type == .bool ? .truthParameter(index) : .parameter(index, lane: 0)
    case .frame: .frame
    case .component(let lanes): uniformLane(lanes[0], of: instruction.operands[0])
    case .lane(let operation): .lane(operation, instruction.operands.map { slots[$0]! })
    default: preconditionFailure("not lowered: \(instruction)\n\(program)")
    }
  }

  private mutating func uniformLane(_ lane: Int, of value: Value) -> Plan.Uniform {
    switch program[value].operation {
    case .parameter(let index): .parameter(index, lane: lane)
    case .sourceBounds: .sourceBounds(edge: lane)
    case .interpolate: lookedUpNumber(lane: lane, of: value)
    default: preconditionFailure("not lowered: \(value)\n\(program)")
    }
  }

  private mutating func slot(_ uniform: Plan.Uniform) -> Plan.Slot {
    uniforms.append(uniform)
    return Plan.Slot(uniforms.count - 1)
  }

  private mutating func placeStep(_ value: Value, _ instruction: Instruction) {
    switch instruction.operation {
    case .lookup(let numbers):
      guard case .component(let lanes) = program[instruction.operands[0]].operation else {
        preconditionFailure("a table of something else than the source: \(instruction)\n\(program)")
      }
      steps.append(.lookup(channel: lanes[0], table: tables.count, into: allocate(for: value)))
      tables.append(numbers.map { Float($0) })
    case .interpolate: placeLookUp(value, instruction)
    case .component(let lanes) where lookedUp[instruction.operands[0]] != nil:
      registers[value] = lookedUp[instruction.operands[0]]![lanes[0]]
    case .component where isForTablesOnly[value.index]: break
    case .component(let lanes):
      let whole = program[instruction.operands[0]]
      let register = allocate(for: value)
      switch whole.operation {
      case .noise: steps.append(.noise(channel: lanes[0], seed: slots[whole.operands[0]]!, into: register))
      case .position: steps.append(.position(axis: lanes[0], into: register))
      default: steps.append(.load(channel: lanes[0], into: register))
      }
    case .lane(let operation):
      let operands = instruction.operands.map(operand)
      releaseOperands(of: value, instruction)
      steps.append(.lane(operation, into: allocate(for: value), operands))
    default:
      preconditionFailure("not lowered: \(instruction)\n\(program)")
    }
  }

  func operand(_ value: Value) -> Plan.Operand {
    if let slot = slots[value] { return .uniform(slot) }
    guard let register = registers[value] else { preconditionFailure("\(value) has no place\n\(program)") }
    return .register(register)
  }

  private mutating func allocate(for value: Value) -> Plan.Register {
    let register = allocate()
    registers[value] = register
    return register
  }

  /// A register that is free.
  mutating func allocate() -> Plan.Register {
    let register = free.popLast() ?? Plan.Register(registerCount)
    registerCount = max(registerCount, register.index + 1)
    return register
  }

  /// Frees the registers of operands that die here.
  mutating func releaseOperands(of value: Value, _ instruction: Instruction) {
    for (position, used) in instruction.operands.enumerated()
    where lastUse[used.index] == value.index && !instruction.operands[..<position].contains(used) {
      if let register = registers[used] { release(register) }
    }
  }

  mutating func release(_ register: Plan.Register) { free.append(register) }

  private func finished() -> Plan {
    let color = program[program.output.color].operands
    let bounds = program[program.output.bounds].operands
    precondition(color.count == 4 && bounds.count == 4, "the output is not put together from lanes\n\(program)")
    return Plan(
      name: program.name, uniforms: uniforms, tables: tables, colorTables: colorTables, steps: steps,
      registerCount: registerCount,
      color: color.map(operand),
      bounds: bounds.map { slots[$0]! })
  }
}
