import TintypeIR
import TintypeIntrinsics

/// Removes limits that no value reaches, branches that are never chosen, and products with 0: the parts of a look that
/// are inactive at its defaults, and guards against impossible values.
///
/// Exact, except for the sign of a zero: the ranges include the roundings of the executor. Expects lowered lanes.
func dropIdleSteps(_ program: Program) -> Program { dropIdleSteps(RangedProgram(removeDeadValues(program))).program }

/// The same for a program whose ranges are known.
func dropIdleSteps(_ original: RangedProgram) -> RangedProgram {
  var ranged = original
  // Each removal can tighten other ranges, so repeat. Each round leaves fewer steps, so the loop ends.
  while let dropped = droppedOnce(ranged) {
    let next = removeDeadValues(dropped)
    if next.instructions.count >= ranged.program.instructions.count { return ranged }
    ranged = RangedProgram(next)
  }
  return ranged
}

/// Nil if there is nothing to remove.
private func droppedOnce(_ ranged: RangedProgram) -> Program? {
  let (program, ranges) = (ranged.program, ranged.ranges)
  let foldTables = foldTables(program.tables)
  var index = -1
  var changes = false
  let result = rebuild(program) { instruction, builder in
    index += 1
    if case .lane(let operation) = instruction.operation,
      let value = equivalent(operation, program.instructions[index].operands, ranges, instruction.operands, &builder)
    {
      changes = true
      return value
    }
    let simpler =
      foldConstants(instruction, &builder) ?? cancelIdentities(instruction, &builder)
      ?? foldTables(instruction, &builder)
    if let simpler {
      changes = true
      return simpler
    }
    return builder.add(instruction.withRate(in: builder))
  }
  return changes ? result : nil
}

/// The operand or constant that the result always equals. The ranges refer to the original operands.
private func equivalent(
  _ operation: LaneOperation, _ before: Operands, _ ranges: SingleRanges, _ operands: Operands,
  _ builder: inout ProgramBuilder
) -> Value? {
  guard let a = ranges[before[0]] else { return nil }
  if operation == .absolute { return a.lowerBound >= 0 ? operands[0] : nil }
  guard before.count > 1, let b = ranges[before[1]] else { return nil }
  if operation == .maximum {
    return a.lowerBound >= b.upperBound ? operands[0] : b.lowerBound >= a.upperBound ? operands[1] : nil
  }
  if operation == .minimum {
    return a.upperBound <= b.lowerBound ? operands[0] : b.upperBound <= a.lowerBound ? operands[1] : nil
  }
  if operation.declaration.signature == .comparison {
    let truth = operation.declaration.singleRange(a, b, a)
    return truth == 1...1 || truth == 0...0 ? builder.constant(Numbers(truth == 1...1 ? 1 : 0), .bool) : nil
  }
  guard a == 0...0 || b == 0...0 else { return nil }
  return operation == .multiply ? builder.constant(0) : operation == .multiplyAdd ? operands[2] : nil
}
