import TintypeIR
import TintypeIntrinsics

/// Lowers intrinsics to instructions of the tile machine, by the formulas in the table of intrinsics.
///
/// Expects split lanes. The builder merges common subexpressions of the formulas.
func lowerIntrinsics(_ program: Program) -> Program {
  rebuild(program) { instruction, builder in
    guard case .apply(let intrinsic) = instruction.operation else { return builder.add(instruction) }
    let widths = instruction.operands.map { builder.type(of: $0).width }
    return emit(intrinsic.definition.formula(operandWidths: widths), instruction.operands, &builder)
  }
}

private func emit(_ formula: LaneFormula, _ operands: Operands, _ builder: inout ProgramBuilder) -> Value {
  switch formula {
  case .operand(let index, let lane): return scalar(lane, of: operands[index], &builder)
  case .constant(let number): return builder.constant(number)
  case .apply(let operation, let parts):
    var values = Operands()
    for part in parts { values.append(emit(part, operands, &builder)) }
    return builder.lane(operation, values)
  }
}

/// A lane of a value, also of one constructed from scalars.
private func scalar(_ lane: Int, of value: Value, _ builder: inout ProgramBuilder) -> Value {
  if builder.isConstruct(value) { return builder[value].operands[lane] }
  return builder.type(of: value).width == 1 ? value : builder.component([lane], of: value)
}
