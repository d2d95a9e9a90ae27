import TintypeIR
import TintypeIntrinsics

/// Removes what the ranges show to be inactive: ``AlgebraicRule/idle``. Expects lowered lanes.
func dropIdleSteps(_ program: Program) -> Program { droppingIdleSteps(program).program }

/// The same with the ranges of the values that are left.
func droppingIdleSteps(_ program: Program) -> RangedProgram {
  let foldTables = foldTables(program.tables)
  // The ranges of the new values: a removal tightens those after it.
  var ranges = SingleRanges()
  let dropped = rebuild(program) { instruction, builder in
    AlgebraicRule.idle.simpler(than: instruction, &ranges, &builder) ?? foldConstants(instruction, &builder)
      ?? cancelIdentities(instruction, &builder) ?? foldTables(instruction, &builder)
      ?? builder.add(instruction.withRate(in: builder))
  }
  ranges.extend(to: dropped.instructions)
  return removeDeadValues(RangedProgram(dropped, ranges))
}
