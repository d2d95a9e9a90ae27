import TintypeIR
import TintypeIntrinsics

/// Takes the words of the language apart into instructions of the tile machine, by the formulas of the table of intrinsics.
///
/// Expects lanes that are split already; equal parts of formulas meet in the builder.
func lowerIntrinsics(_ program: Program) -> Program {
  rebuild(program) { instruction, builder in
    guard case .apply(let intrinsic) = instruction.operation else { return builder.add(instruction) }
    let operands = instruction.operands.map { lanes(of: $0, &builder) }
    let formula = intrinsic.definition.formula(operandWidths: operands.map(\.count))
    return emit(formula, operands, &builder)
  }
}

/// The scalars that a value of several lanes was put together from.
private func lanes(of value: Value, _ builder: inout ProgramBuilder) -> [Value] {
  if case .construct = builder[value].operation { return Array(builder[value].operands) }
  let width = builder[value].type.width
  return width == 1 ? [value] : (0..<width).map { builder.component([$0], of: value) }
}

private func emit(_ formula: LaneFormula, _ operands: [[Value]], _ builder: inout ProgramBuilder) -> Value {
  switch formula {
  case .operand(let index, let lane): operands[index][lane]
  case .constant(let number): builder.constant(number)
  case .apply(let operation, let parts): builder.lane(operation, Operands(parts.map { emit($0, operands, &builder) }))
  }
}
