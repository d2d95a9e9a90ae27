import TintypeIR
import TintypeIntrinsics

/// Drops what gives back its operand, where the operand is known to be a finite number: `mix a a t`, whose two roundings it saves
/// (at most 1 unit in the last place of a, for t from 0 to 1), and the sRGB encoding and decoding of each other, whose roundings it
/// saves (at most 1e-6 of what is encoded, or of 1 where that is less).
///
/// An infinity or NaN would not come back: `mix(inf, inf, 1)` is NaN, and the code of NaN is a number. Expects lanes that are split
/// and intrinsics that are whole.
func cancelInverses(_ program: Program) -> Program {
  let ranges = SingleRanges(program)
  var finite: Set<Value> = []
  var index = -1
  return rebuild(program) { instruction, builder in
    index += 1
    let value = operand(givenBackBy: instruction, finite, &builder) ?? builder.add(instruction.withRate(in: builder))
    if ranges[Value(index)] != nil { finite.insert(value) }
    return value
  }
}

private func operand(
  givenBackBy instruction: Instruction, _ finite: Set<Value>, _ builder: inout ProgramBuilder
) -> Value? {
  guard case .apply(let intrinsic) = instruction.operation else { return nil }
  let operands = instruction.operands
  if intrinsic == .linearToSrgb { return argument(of: .srgbToLinear, behind: operands[0]) }
  if intrinsic == .srgbToLinear { return argument(of: .linearToSrgb, behind: operands[0]) }
  let isMixOfOne = intrinsic == .mix && operands[0] == operands[1]
  return isMixOfOne && finite.contains(operands[0]) && finite.contains(operands[2]) ? operands[0] : nil

  /// What a function was applied to, where nothing lies between but a limit at 0: both functions keep 0 and the order.
  func argument(of intrinsic: Intrinsic, behind value: Value) -> Value? {
    let parts = builder[value].operands
    if builder[value].operation == .apply(.max), builder.number(parts[1]) == 0 {
      return argument(of: intrinsic, behind: parts[0]).map { builder.apply(.max, $0, parts[1]) }
    }
    return builder[value].operation == .apply(intrinsic) && finite.contains(parts[0]) ? parts[0] : nil
  }
}
