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
    return written(curve, at: instruction.operands[1], &builder)
  }
}

private func written(_ curve: MonotoneCurve, at x: Value, _ builder: inout ProgramBuilder) -> Value {
  let bounded = builder.apply(.clamp, x, builder.constant(curve.pieces[0].start), builder.constant(curve.end))
  let tests = curve.pieces.dropFirst().map { builder.apply(.less, bounded, builder.constant($0.start)) }
  func chosen(_ coefficient: (MonotoneCurve.Piece) -> Double) -> Value {
    var result = builder.constant(coefficient(curve.pieces[curve.pieces.count - 1]))
    for (piece, test) in zip(curve.pieces, tests).reversed() {
      result = builder.apply(.select, result, builder.constant(coefficient(piece)), test)
    }
    return result
  }
  let t = builder.apply(.subtract, bounded, chosen { $0.start })
  var value = builder.apply(.multiply, t, chosen { $0.third })
  value = builder.apply(.multiply, t, builder.apply(.add, chosen { $0.second }, value))
  value = builder.apply(.multiply, t, builder.apply(.add, chosen { $0.slope }, value))
  return builder.apply(.add, chosen { $0.value }, value)
}
