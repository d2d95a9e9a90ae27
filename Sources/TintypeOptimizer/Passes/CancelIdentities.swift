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
    // Uniform fields, or a filter that changes nothing.
    let fields = operands.prefix(operation.fieldCount)
    if fields.allSatisfy({ builder.rate(of: $0) == .uniform }) {
      let factor = operation.factorOfUniform
      if factor == 1 { return operands[0] }
      let multiple: Operands = [operands[0], builder.constant(factor)]
      return instruction.type == .scalar ? builder.lane(.multiply, multiple) : builder.apply(.multiply, multiple)
    }
    if let filter = operation.filter {
      let amounts = operands.dropFirst(fields.count).prefix(filter.amounts.count).compactMap {
        builder.constant($0)?[0]
      }
      if amounts.count == filter.amounts.count, filter.isIdle(amounts.map { Float($0) }) { return operands[0] }
    }
    return nil
  case .letters: return builder.constant(operands[0])?.isEmpty == true ? builder.constant(0) : nil
  case .constant, .parameter, .source, .sourceBounds, .noise, .position, .frame, .shot, .measured, .curve, .evaluate,
    .interpolate, .lookup, .cubics, .construct, .text, .component, .intersect:
    return nil
  }
}
