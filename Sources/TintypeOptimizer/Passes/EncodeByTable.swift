import TintypeIR
import TintypeIntrinsics

/// If the output is stored in 8 bits and its last step encodes to sRGB, computes the nearest code from light directly.
///
/// Three powers per pixel become three look-ups. `SRGBCodes` derives its table from the formula it replaces, so the
/// bytes do not change. Expects split lanes and intrinsics that are not lowered yet.
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
