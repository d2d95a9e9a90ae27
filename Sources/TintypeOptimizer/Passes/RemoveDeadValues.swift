import TintypeIR

/// Removes the values that the output does not depend on. A value constructed from lanes moves to its first use.
func removeDeadValues(_ program: Program) -> Program {
  var isLive = [Bool](repeating: false, count: program.instructions.count)
  isLive[program.output.color.index] = true
  isLive[program.output.bounds.index] = true
  for index in program.instructions.indices.reversed() where isLive[index] {
    for operand in program.instructions[index].operands { isLive[operand.index] = true }
  }
  var survivors = Survivors(program)
  for (index, instruction) in program.instructions.enumerated() where isLive[index] {
    if case .construct = instruction.operation { continue }
    survivors.keep(Value(index))
  }
  let output = Program.Output(
    color: survivors.keep(program.output.color), bounds: survivors.keep(program.output.bounds))
  return Program(
    name: program.name, parameters: program.parameters, tables: program.tables, instructions: survivors.instructions,
    output: output)
}

private struct Survivors {
  private(set) var instructions: [Instruction] = []
  private let program: Program
  private var renamed: [Value?]

  init(_ program: Program) {
    self.program = program
    renamed = Array(repeating: nil, count: program.instructions.count)
    instructions.reserveCapacity(program.instructions.count)
  }

  /// Copies a value to the new program, after the lanes it is constructed from.
  @discardableResult mutating func keep(_ value: Value) -> Value {
    if let known = renamed[value.index] { return known }
    var moved = program.instructions[value.index]
    moved.operands.rename { keep($0) }
    instructions.append(moved)
    renamed[value.index] = Value(instructions.count - 1)
    return Value(instructions.count - 1)
  }
}
