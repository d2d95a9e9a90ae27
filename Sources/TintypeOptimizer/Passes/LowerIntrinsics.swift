public import TintypeIR
import TintypeIntrinsics

/// Lowers intrinsics to instructions of the tile machine, by the formulas in the table of intrinsics.
///
/// Expects split lanes. The builder merges common subexpressions of the formulas.
func lowerIntrinsics(_ program: Program) -> Program { lowerIntrinsics(program) { _ in true } }

/// Lowers those intrinsics alone that read all lanes of their operands: for languages without operations on vectors.
public func lowerReductions(_ program: Program) -> Program {
  lowerIntrinsics(program) { if case .whole = $0.definition.formula { true } else { false } }
}

private func lowerIntrinsics(_ program: Program, where isMeant: (Intrinsic) -> Bool) -> Program {
  rebuild(program) { instruction, builder in
    guard case .apply(let intrinsic) = instruction.operation, isMeant(intrinsic), !instruction.type.isLetters else {
      return builder.add(instruction)
    }
    let operands = instruction.operands
    return intrinsic.definition.formula { builder.type(of: operands[$0]).width }.folded(
      operand: { scalar($1, of: operands[$0], &builder) }, constant: { builder.constant($0) },
      apply: { builder.lane($0, $1, $2, $3) })
  }
}

/// A lane of a value, also of one constructed from scalars.
private func scalar(_ lane: Int, of value: Value, _ builder: inout ProgramBuilder) -> Value {
  if builder.isConstruct(value) { return builder[value].operands[lane] }
  return builder.type(of: value).width == 1 ? value : builder.component([lane], of: value)
}
