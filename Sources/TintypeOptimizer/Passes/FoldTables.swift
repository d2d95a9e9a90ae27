import TintypeIR
import TintypeIntrinsics
import TintypeTables

/// Constant folding for look-ups in color tables, in the executor's single precision.
func foldTables(_ tables: [ColorTable]) -> RewriteRule {
  { instruction, builder in
    guard case .interpolate = instruction.operation, let table = builder.constant(instruction.operands[0]) else {
      return nil
    }
    var color: [Float] = []
    for operand in instruction.operands.dropFirst() {
      guard let lanes = builder.constant(operand) else { return nil }
      color += lanes.map { Float($0) }
    }
    let found = tables[Int(table[0])](color)
    return found.allSatisfy { $0.isFinite } ? builder.constant(found.map { Double($0) }, .rgb) : nil
  }
}
