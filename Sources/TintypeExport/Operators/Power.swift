import TintypeIntrinsics

/// A power of a number above 0, as the language has it in double precision.
func positivePower(_ base: Double, _ exponent: Double) -> Double {
  guard case .each(let meaning) = Intrinsic.pow.definition.meaning else { preconditionFailure("a power has lanes") }
  return meaning([base, exponent])
}
