import TintypeIR
import TintypeTables

// Colours that are looked up: one step gives three lanes, and the values that take a lane each find their registers there.
extension Planner {
  /// A look-up at each pixel. A result may take the place of an operand that dies with it: a tile's step reads eight pixels whole
  /// before it writes them.
  mutating func placeLookUp(_ value: Value, _ instruction: Instruction) {
    let operands = instruction.operands.dropFirst().map(operand)
    releaseOperands(of: value, instruction)
    let results = (0..<3).map { _ in allocate() }
    lookedUp[value] = results
    steps.append(.interpolate(table: position(of: instruction.operands[0]), into: results, Array(operands)))
    for (lane, register) in results.enumerated() where lanesTaken[value]?.contains(lane) != true { release(register) }
  }

  /// One lane of a look-up that is the same at all pixels.
  mutating func lookedUpNumber(lane: Int, of value: Value) -> Plan.Uniform {
    let operands = program[value].operands
    return .interpolate(
      table: position(of: operands[0]), lane: lane, operands.dropFirst().map { slots[$0]! })
  }

  /// The position of a table in the plan, which holds those that are looked at.
  private mutating func position(of table: Value) -> Int {
    let position =
      switch program[table].operation {
      case .constant(let lanes): Int(lanes[0])
      // Which table a look uses cannot be set: a parameter that is still open is its default.
      case .parameter(let index): Int(program.parameters[index].defaultValue[0])
      default: preconditionFailure("no table: \(table)\n\(program)")
      }
    if let known = colorTablePositions.firstIndex(of: position) { return known }
    colorTablePositions.append(position)
    colorTables.append(program.tables[position])
    return colorTables.count - 1
  }
}
