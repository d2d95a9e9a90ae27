import TintypeIR
import TintypeIntrinsics

/// Removes operations that return their operand if it is known to be finite. `mix a a t` becomes a, which saves two
/// roundings (at most 1 unit in the last place of a, for t from 0 to 1). An sRGB encoding of a decoding, or the
/// reverse, becomes its operand, which saves their roundings (at most 1e-6 of the operand, or of 1 where that is less).
///
/// These rules do not hold for infinities and NaN: `mix(inf, inf, 1)` is NaN, and the code of NaN is a number;
/// nor where a product passes the range of single precision, as in `mix(3, 3, 3e38)`, or a decoding does, as of 1e30.
/// Expects split lanes and intrinsics that are not lowered yet.
func cancelInverses(_ program: Program) -> Program {
  // Few programs have a pair of inverses.
  var ranges = SingleRanges()
  return rebuild(program) { instruction, builder in
    operand(givenBackBy: instruction, &ranges, &builder) ?? builder.add(instruction.withRate(in: builder))
  }
}

private func operand(
  givenBackBy instruction: Instruction, _ ranges: inout SingleRanges, _ builder: inout ProgramBuilder
) -> Value? {
  guard case .apply(let intrinsic) = instruction.operation else { return nil }
  let operands = instruction.operands
  if intrinsic == .linearToSrgb { return argument(of: .srgbToLinear, behind: operands[0]) }
  if intrinsic == .srgbToLinear { return argument(of: .linearToSrgb, behind: operands[0]) }
  let isMixOfOne = intrinsic == .mix && operands[0] == operands[1]
  // The product of two such values is finite.
  return isMixOfOne && isFinite(operands[0], upTo: 0x1p60) && isFinite(operands[2], upTo: 0x1p60) ? operands[0] : nil

  func isFinite(_ value: Value, upTo limit: Float) -> Bool {
    ranges.extend(to: builder.instructions)
    return ranges[value].map { max($0.lowerBound.magnitude, $0.upperBound.magnitude) <= limit } ?? false
  }

  /// The argument of a function, also seen through a limit at 0: both functions map 0 to 0 and are monotone.
  func argument(of intrinsic: Intrinsic, behind value: Value) -> Value? {
    let parts = builder[value].operands
    if builder[value].operation == .apply(.max), builder.number(parts[1]) == 0 {
      return argument(of: intrinsic, behind: parts[0]).map { builder.apply(.max, $0, parts[1]) }
    }
    // 2^53 to the power 2.4, which decoding has, is finite.
    return builder[value].operation == .apply(intrinsic) && isFinite(parts[0], upTo: 0x1p53) ? parts[0] : nil
  }
}
