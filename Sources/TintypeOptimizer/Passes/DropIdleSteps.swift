import TintypeIR
import TintypeIntrinsics

/// Removes limits that no value reaches, branches that are never chosen, and products with 0: the parts of a look that
/// are inactive at its defaults, and guards against impossible values.
///
/// Exact, except for the sign of a zero: the ranges include the roundings of the executor. Expects lowered lanes.
func dropIdleSteps(_ original: Program) -> Program {
  var program = removeDeadValues(original)
  // Each removal can tighten other ranges, so repeat. Each round leaves fewer steps, so the loop ends.
  while let dropped = droppedOnce(program) {
    let next = removeDeadValues(dropped)
    if next.instructions.count >= program.instructions.count { return program }
    program = next
  }
  return program
}

/// Nil if there is nothing to remove.
private func droppedOnce(_ program: Program) -> Program? {
  let ranges = SingleRanges(program)
  var index = -1
  var changes = false
  let result = rebuild(program) { instruction, builder in
    index += 1
    if case .lane(let operation) = instruction.operation,
      let value = kept(operation, program.instructions[index].operands, ranges, instruction.operands, &builder)
    {
      changes = true
      return value
    }
    if let value = foldConstants(instruction, &builder) ?? cancelIdentities(instruction, &builder) {
      changes = true
      return value
    }
    return builder.add(instruction.withRate(in: builder))
  }
  return changes ? result : nil
}

/// The operand or constant that the result always equals. The ranges refer to the original operands.
private func kept(
  _ operation: LaneOperation, _ before: Operands, _ ranges: SingleRanges, _ operands: Operands,
  _ builder: inout ProgramBuilder
) -> Value? {
  func range(_ index: Int) -> ClosedRange<Float>? { ranges[before[index]] }
  func isZero(_ index: Int) -> Bool { range(index) == 0...0 }
  switch operation {
  case .maximum:
    guard let a = range(0), let b = range(1) else { return nil }
    return a.lowerBound >= b.upperBound ? operands[0] : b.lowerBound >= a.upperBound ? operands[1] : nil
  case .minimum:
    guard let a = range(0), let b = range(1) else { return nil }
    return a.upperBound <= b.lowerBound ? operands[0] : b.upperBound <= a.lowerBound ? operands[1] : nil
  case .absolute: return range(0).flatMap { $0.lowerBound >= 0 ? operands[0] : nil }
  case .multiply:
    guard range(0) != nil, range(1) != nil, isZero(0) || isZero(1) else { return nil }
    return builder.constant(0)
  case .multiplyAdd:
    guard range(0) != nil, range(1) != nil, isZero(0) || isZero(1) else { return nil }
    return operands[2]
  case .less, .lessOrEqual, .equal:
    guard let a = range(0), let b = range(1) else { return nil }
    let isTrue =
      operation == .less ? a.upperBound < b.lowerBound : operation == .lessOrEqual && a.upperBound <= b.lowerBound
    let isFalse =
      switch operation {
      case .less: a.lowerBound >= b.upperBound
      case .lessOrEqual: a.lowerBound > b.upperBound
      default: !a.overlaps(b)
      }
    return isTrue || isFalse ? builder.constant(Numbers(isTrue ? 1 : 0), .bool) : nil
  default: return nil
  }
}
