public import TintypeIR
import TintypeIntrinsics

/// Composites the result over white, as a viewer shows it, for file formats without alpha. Afterward alpha is 1
/// everywhere.
///
/// Works on the unsplit program, in the encoded values that viewers blend.
public func flattenOverWhite(_ program: Program) -> Program {
  var flattened = program
  var builder = ProgramBuilder(continuing: program.instructions)
  let color = program.output.color
  let white = builder.constant([1, 1, 1], .rgb)
  let alpha = builder.component([3], of: color)
  let shown = builder.apply(.mix, white, builder.component([0, 1, 2], of: color), alpha)
  flattened.output.color = builder.construct([shown, builder.constant(1)], .rgba)
  flattened.instructions = builder.instructions
  return flattened
}
