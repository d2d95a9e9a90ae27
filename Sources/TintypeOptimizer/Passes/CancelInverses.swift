import TintypeIR
import TintypeIntrinsics

/// Removes operations that return their operand if it is known to be finite. `mix a a t` becomes a, which saves two
/// roundings (at most 1 unit in the last place of a, for t from 0 to 1). An sRGB encoding of a decoding, or the
/// reverse, becomes its operand, which saves their roundings (at most 1e-6 of the operand, or of 1 where that is less).
///
/// These rules do not hold for infinities and NaN: `mix(inf, inf, 1)` is NaN, and the code of NaN is a number;
/// nor where a product passes the range of single precision, as in `mix(3, 3, 3e38)`. Expects
/// split lanes and intrinsics that are not lowered yet.
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
  return isMixOfOne && isModerate(operands[0]) && isModerate(operands[2]) ? operands[0] : nil

  func isFinite(_ value: Value) -> Bool {
    ranges.extend(to: builder.instructions)
    return ranges[value] != nil
  }

  /// Whether no product of two such values passes the range of single precision.
  func isModerate(_ value: Value) -> Bool {
    guard isFinite(value), let range = ranges[value] else { return false }
    return max(range.lowerBound.magnitude, range.upperBound.magnitude) <= 0x1p60
  }

  /// The argument of a function, also seen through a limit at 0: both functions map 0 to 0 and are monotone.
  func argument(of intrinsic: Intrinsic, behind value: Value) -> Value? {
    let parts = builder[value].operands
    if builder[value].operation == .apply(.max), builder.number(parts[1]) == 0 {
      return argument(of: intrinsic, behind: parts[0]).map { builder.apply(.max, $0, parts[1]) }
    }
    return builder[value].operation == .apply(intrinsic) && isFinite(parts[0]) ? parts[0] : nil
  }
}
