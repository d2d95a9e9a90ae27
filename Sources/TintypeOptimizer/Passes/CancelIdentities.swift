import TintypeIR
import TintypeIntrinsics

/// Removes operations that return their operand, whatever it is.
@Sendable func cancelIdentities(_ instruction: Instruction, _ builder: inout ProgramBuilder) -> Value? {
  let operands = instruction.operands
  switch instruction.operation {
  case .apply(let intrinsic):
    // A number with a unit becomes one without it.
    if case .operand? = intrinsic.definition.pattern, builder.type(of: operands[0]) == instruction.type {
      return operands[0]
    }
    fallthrough
  case .lane:
    var noRanges = SingleRanges()
    return AlgebraicRule.identities.simpler(than: instruction, &noRanges, &builder)
  case .spatial(let operation):
    // A uniform field, or a filter whose footprint is a single pixel.
    if builder.rate(of: operands[0]) == .uniform { return operands[0] }
    if case .around(let filter) = operation.reading, let amount = builder.constant(operands[1])?[0],
      filter.isIdle(Float(amount))
    {
      return operands[0]
    }
    return nil
  case .letters: return builder.constant(operands[0])?.isEmpty == true ? builder.constant(0) : nil
  case .constant, .parameter, .source, .sourceBounds, .noise, .position, .frame, .shot, .curve, .evaluate, .interpolate,
    .lookup, .cubics, .construct, .dateText, .component, .intersect:
    return nil
  }
}
