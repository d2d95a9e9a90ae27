import TintypeIR
import TintypeIntrinsics

/// Strength reduction: replaces powers with small exponents by products and square roots.
///
/// A power is 0 wherever its base is below 2^-126. Products of such a base are 0 by themselves once it is limited to 0;
/// the exponents 0, 0.5 and 1 keep the comparison. The error is at most 3 roundings, 3 x 2^-24 of the result; the error
/// of the power itself is 3.4 x 2^-24. An infinite base counts as 2^128 in both.
@Sendable func reduceStrength(_ instruction: Instruction, _ builder: inout ProgramBuilder) -> Value? {
  guard instruction.operation == .lane(.power), let exponent = builder.constant(instruction.operands[1])?.first else {
    return nil
  }
  let base = instruction.operands[0]
  let zero = builder.constant(0)
  func whereNormal(_ value: Value) -> Value {
    let least = builder.constant(Double(Float.leastNormalMagnitude))
    return builder.lane(.select, [builder.lane(.lessOrEqual, [least, base]), value, zero])
  }
  if exponent == 0 { return whereNormal(builder.constant(1)) }
  // Whole products, and a root for a remaining half exponent.
  let halves = exponent * 2
  guard halves == halves.rounded(), (1...8).contains(halves) else { return nil }
  let positive = builder.lane(.maximum, [base, zero])
  func product(_ a: Value, _ b: Value) -> Value { builder.lane(.multiply, [a, b]) }
  switch Int(halves) {
  case 1:
    let largest = builder.constant(Double(Float.greatestFiniteMagnitude))
    return whereNormal(builder.lane(.squareRoot, [builder.lane(.minimum, [positive, largest])]))
  case 2: return whereNormal(positive)
  case 3: return product(positive, builder.lane(.squareRoot, [positive]))
  case 4: return product(positive, positive)
  case 6: return product(product(positive, positive), positive)
  case 8:
    let square = product(positive, positive)
    return product(square, square)
  default: return nil
  }
}
