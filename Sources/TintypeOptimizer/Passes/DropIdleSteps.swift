import TintypeIR
import TintypeIntrinsics

/// Removes limits that no value reaches, branches that are never chosen, and products with 0: the parts of a look that
/// are inactive at its defaults, and guards against impossible values.
///
/// Exact, except for the sign of a zero: the ranges include the roundings of the executor. Expects lowered lanes.
func dropIdleSteps(_ program: Program) -> Program { droppingIdleSteps(program).program }

/// The same with the ranges of the values that are left.
func droppingIdleSteps(_ program: Program) -> RangedProgram {
  let foldTables = foldTables(program.tables)
  // The ranges of the new values: a removal tightens those after it.
  var ranges = SingleRanges()
  let dropped = rebuild(program) { instruction, builder in
    ranges.extend(to: builder.instructions)
    return equivalent(instruction, ranges, &builder) ?? foldConstants(instruction, &builder)
      ?? cancelIdentities(instruction, &builder) ?? foldTables(instruction, &builder)
      ?? builder.add(instruction.withRate(in: builder))
  }
  ranges.extend(to: dropped.instructions)
  return removeDeadValues(RangedProgram(dropped, ranges))
}

/// The operand or constant that the result always equals.
private func equivalent(
  _ instruction: Instruction, _ ranges: SingleRanges, _ builder: inout ProgramBuilder
) -> Value? {
  let operands = instruction.operands
  guard case .lane(let operation) = instruction.operation, let a = ranges[operands[0]] else { return nil }
  if operation == .absolute { return a.lowerBound >= 0 ? operands[0] : nil }
  guard operands.count > 1, let b = ranges[operands[1]] else { return nil }
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
