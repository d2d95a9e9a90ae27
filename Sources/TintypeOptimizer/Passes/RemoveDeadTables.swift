import TintypeIR
import TintypeIntrinsics

/// Keeps the tables that a value or a parameter's default stands for.
func removeDeadTables(_ program: Program) -> Program {
  func table(_ lanes: [Double]) -> Int { Int(lanes[0]) }
  var used = Set(program.parameters.filter { $0.type == .lut }.map { table($0.defaultValue) })
  for instruction in program.instructions where instruction.type == .lut {
    if case .constant(let lanes) = instruction.operation { used.insert(table(lanes)) }
  }
  guard used.count < program.tables.count else { return program }
  let kept = used.sorted()
  func moved(_ lanes: [Double]) -> [Double] { [Double(kept.firstIndex(of: table(lanes))!)] }
  var result = program
  result.tables = kept.map { program.tables[$0] }
  for index in result.parameters.indices where result.parameters[index].type == .lut {
    result.parameters[index].defaultValue = moved(result.parameters[index].defaultValue)
  }
  for index in result.instructions.indices where result.instructions[index].type == .lut {
    if case .constant(let lanes) = result.instructions[index].operation {
      result.instructions[index].operation = .constant(moved(lanes))
    }
  }
  return result
}
