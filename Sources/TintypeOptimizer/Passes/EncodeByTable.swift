import TintypeIR
import TintypeIntrinsics

/// Where the output is stored in 8 bits and encoded to sRGB last, gives the nearest code of the light at once.
///
/// Three powers a pixel become three look-ups. `SRGBCodes` makes its table from the formula it stands for, so the bytes stay.
/// Expects lanes that are split and intrinsics that are whole.
func encodeByTable(_ program: Program) -> Program {
  let lanes = Array(program[program.output.color].operands)
  var encoded = program
  var builder = ProgramBuilder(continuing: program.instructions)
  let codes = lanes.enumerated().map { channel, value in
    // Alpha is stored as it is.
    guard channel < 3, program[value].operation == .apply(.linearToSrgb) else { return value }
    return builder.lane(.srgbCode, program[value].operands)
  }
  guard codes != lanes else { return program }
  encoded.output.color = builder.construct(codes, .rgba)
  encoded.instructions = builder.instructions
  return encoded
}
