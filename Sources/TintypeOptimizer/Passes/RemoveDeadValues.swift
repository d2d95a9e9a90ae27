import TintypeIR

/// Keeps the values that the output depends on.
func removeDeadValues(_ program: Program) -> Program {
  var isLive = [Bool](repeating: false, count: program.instructions.count)
  isLive[program.output.color.index] = true
  isLive[program.output.bounds.index] = true
  for index in program.instructions.indices.reversed() where isLive[index] {
    for operand in program.instructions[index].operands { isLive[operand.index] = true }
  }
  var renamed: [Value: Value] = [:]
  var instructions: [Instruction] = []
  for (index, instruction) in program.instructions.enumerated() where isLive[index] {
    var moved = instruction
    moved.operands = instruction.operands.map { renamed[$0]! }
    renamed[Value(index)] = Value(instructions.count)
    instructions.append(moved)
  }
  let output = Program.Output(color: renamed[program.output.color]!, bounds: renamed[program.output.bounds]!)
  return Program(
    name: program.name, parameters: program.parameters, tables: program.tables, instructions: instructions,
    output: output)
}
