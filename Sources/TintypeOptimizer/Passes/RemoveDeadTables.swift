import TintypeIR
import TintypeIntrinsics

/// Removes the tables that no value uses. If a parameter may select a table, all tables stay in place: the host refers
/// to them by position.
func removeDeadTables(_ program: Program) -> Program {
  guard !program.tables.isEmpty, !program.parameters.contains(where: { $0.type == .lut }) else { return program }
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
