public import TintypeIR
import TintypeIntrinsics

/// Makes red of the result's alpha, and green of what it would be for an opaque photo; drops the colors with all that
/// computes them.
///
/// Alpha moves as the picture does: crops, turns and sizes act on it, steps on colors leave it, and what is laid over
/// the picture covers it. So a share that the source has as alpha arrives where its pixel does, as red over green.
public func showAlpha(_ program: Program) -> Program {
  var shown = program
  var builder = ProgramBuilder(continuing: program.instructions)
  var opaque: [Value] = []
  for var instruction in program.instructions {
    instruction.operands = Operands(instruction.operands.map { opaque[$0.index] })
    let isPhoto = if case .source(0, _) = instruction.operation { true } else { false }
    let value = builder.add(instruction)
    opaque.append(
      isPhoto ? builder.construct([builder.component([0, 1, 2], of: value), builder.constant(1)], .rgba) : value)
  }
  let color = program.output.color
  let (alpha, whole) = (builder.component([3], of: color), builder.component([3], of: opaque[color.index]))
  shown.output.color = builder.construct([alpha, whole, whole, builder.constant(1)], .rgba)
  shown.instructions = builder.instructions
  return shown
}
