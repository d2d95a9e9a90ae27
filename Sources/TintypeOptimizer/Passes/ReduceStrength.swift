import TintypeIR
import TintypeIntrinsics

/// Puts products and square roots in the place of powers with small exponents.
///
/// A power is 0 wherever its base is below 2^-126, so the base is first cut at 0; the exponent 0 keeps the comparison. The error
/// is at most 3 roundings, 3 x 2^-24 of the result, where the power's own is 3.4 x 2^-24. Between 0 and 2^-126 the square root
/// gives up to 2^-63 instead of 0. An infinite base counts as 2^128 in both.
@Sendable func reduceStrength(_ instruction: Instruction, _ builder: inout ProgramBuilder) -> Value? {
  guard instruction.operation == .lane(.power), let exponent = builder.constant(instruction.operands[1])?.first else {
    return nil
  }
  let base = instruction.operands[0]
  let zero = builder.constant(0)
  if exponent == 0 {
    let least = builder.constant(Double(Float.leastNormalMagnitude))
    return builder.lane(.select, [builder.lane(.lessOrEqual, [least, base]), builder.constant(1), zero])
  }
  // As whole products, and a root where half an exponent is left.
  let halves = exponent * 2
  guard halves == halves.rounded(), (1...8).contains(halves) else { return nil }
  let positive = builder.lane(.maximum, [base, zero])
  func product(_ a: Value, _ b: Value) -> Value { builder.lane(.multiply, [a, b]) }
  switch Int(halves) {
  case 1:
    let largest = builder.constant(Double(Float.greatestFiniteMagnitude))
    return builder.lane(.squareRoot, [builder.lane(.minimum, [positive, largest])])
  case 2: return positive
  case 3: return product(positive, builder.lane(.squareRoot, [positive]))
  case 4: return product(positive, positive)
  case 6: return product(product(positive, positive), positive)
  case 8:
    let square = product(positive, positive)
    return product(square, square)
  default: return nil
  }
}
