public import TintypeIR
import TintypeIntrinsics

/// Makes a gray of the result's alpha, and drops its color with all that computes it.
///
/// Alpha moves as the picture does: crops, turns and sizes act on it, steps on colors leave it, and what is laid over
/// the picture covers it. So a quantity that the source has as alpha arrives where its pixel does.
public func showAlpha(_ program: Program) -> Program {
  var shown = program
  var builder = ProgramBuilder(continuing: program.instructions)
  let alpha = builder.component([3], of: program.output.color)
  shown.output.color = builder.construct([alpha, alpha, alpha, builder.constant(1)], .rgba)
  shown.instructions = builder.instructions
  return shown
}
