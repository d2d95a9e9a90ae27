import TintypeIR
import TintypeIntrinsics

/// Lowers a curve at a scalar to arithmetic: comparisons select the piece, then a cubic is evaluated.
///
/// No table is involved, so a curve is as exact as single precision: the error is a few units in the last place of the
/// largest coefficient.
func lowerCurves(_ program: Program) -> Program {
  let hasCurves = program.instructions.contains { if case .evaluate = $0.operation { true } else { false } }
  guard hasCurves else { return program }
  return rebuild(program) { instruction, builder in
    guard case .evaluate = instruction.operation,
      case .curve(let points) = builder[instruction.operands[0]].operation, let curve = MonotoneCurve(points)
    else { return builder.add(instruction) }
    return builder.evaluate(curve.pieces, until: curve.end, at: instruction.operands[1]) { $1.constant($0) }
  }
}
