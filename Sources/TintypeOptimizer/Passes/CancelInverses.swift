import TintypeIR

/// Removes operations that return their operand where it is known to be finite: ``AlgebraicRule/inverses``.
///
/// Expects intrinsics that are not lowered yet.
///
/// - Parameter ranges: without any value of the program yet.
func cancelInverses(_ program: Program, _ ranges: SingleRanges = SingleRanges()) -> Program {
  var ranges = ranges
  return rebuild(program) { instruction, builder in
    AlgebraicRule.inverses.simpler(than: instruction, &ranges, &builder)
      ?? builder.add(instruction.withRate(in: builder))
  }
}
