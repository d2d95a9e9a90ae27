import TintypeIR
import TintypeIntrinsics

/// Keeps the tables that a value stands for. Where a parameter may stand for one, all stay where they are: whoever sets it knows
/// them by their positions.
func removeDeadTables(_ program: Program) -> Program {
  guard !program.parameters.contains(where: { $0.type == .lut }) else { return program }
  var used: Set<Double> = []
  for instruction in program.instructions where instruction.type == .lut {
    if case .constant(let lanes) = instruction.operation { used.insert(lanes[0]) }
  }
  guard used.count < program.tables.count else { return program }
  let kept = used.sorted()
  var result = program
  result.tables = kept.map { program.tables[Int($0)] }
  for index in result.instructions.indices where result.instructions[index].type == .lut {
    guard case .constant(let lanes) = result.instructions[index].operation else { continue }
    result.instructions[index].operation = .constant([Double(kept.firstIndex(of: lanes[0])!)])
  }
  return result
}
