import TintypeIR
import TintypeIntrinsics

/// Removes operations that return their operand. Each rule is exact for every operand, including NaN and infinities,
/// except for the sign of a zero (`x + 0`), which the language leaves unspecified.
@Sendable func cancelIdentities(_ instruction: Instruction, _ builder: inout ProgramBuilder) -> Value? {
  let operands = instruction.operands
  switch instruction.operation {
  case .apply(.add), .lane(.add):
    if isNumber(0, operands[0]) { return operands[1] }
    if isNumber(0, operands[1]) { return operands[0] }
  case .apply(.subtract), .lane(.subtract):
    if isNumber(0, operands[1]) { return operands[0] }
  case .apply(.multiply), .lane(.multiply):
    if isNumber(1, operands[0]) { return operands[1] }
    if isNumber(1, operands[1]) { return operands[0] }
  case .apply(.divide), .lane(.divide):
    if isNumber(1, operands[1]) { return operands[0] }
  case .lane(.multiplyAdd):
    if isNumber(1, operands[0]) { return sum(operands[1], operands[2]) }
    if isNumber(1, operands[1]) { return sum(operands[0], operands[2]) }
    if isNumber(0, operands[2]) { return builder.lane(.multiply, [operands[0], operands[1]]) }
  case .spatial(let operation):
    // A uniform field, or a filter whose footprint is a single pixel.
    if builder.rate(of: operands[0]) == .uniform { return operands[0] }
    if case .around(let filter) = operation.reading, let amount = builder.constant(operands[1])?[0],
      filter.isIdle(Float(amount))
    {
      return operands[0]
    }
  case .apply(.select):
    return chosen(condition: operands[2], whenTrue: operands[1], whenFalse: operands[0])
  case .lane(.select):
    return chosen(condition: operands[0], whenTrue: operands[1], whenFalse: operands[2])
  case .apply(.and), .lane(.and), .apply(.or), .lane(.or):
    let isAnd = instruction.operation == .apply(.and) || instruction.operation == .lane(.and)
    for (known, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
      if let truth = builder.constant(known) { return (truth[0] != 0) == isAnd ? other : known }
    }
  case .constant, .parameter, .source, .sourceBounds, .noise, .position, .frame, .shot, .curve, .evaluate, .interpolate,
    .lookup, .cubics, .construct, .dateText, .letters, .component, .apply, .lane, .intersect:
    break
  }
  return nil

  func isNumber(_ number: Double, _ value: Value) -> Bool {
    builder.number(value) == number
  }

  func sum(_ a: Value, _ b: Value) -> Value {
    isNumber(0, a) ? b : isNumber(0, b) ? a : builder.lane(.add, [a, b])
  }

  func chosen(condition: Value, whenTrue: Value, whenFalse: Value) -> Value? {
    if whenTrue == whenFalse { return whenTrue }
    return builder.constant(condition).map { $0[0] != 0 ? whenTrue : whenFalse }
  }
}
