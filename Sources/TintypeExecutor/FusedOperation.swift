import TintypeIntrinsics
import TintypePlan

/// Short chains of lane operations that one loop computes, without storing intermediate results. The operations, their
/// order and the bits are those of the separate steps.
///
/// x, y and z are registers, read pixel by pixel; a, b, c and d are uniform numbers, held in processor registers.
enum FusedOperation {
  /// min(max(x, a), b)
  case clamp
  /// min(max(x + a, b), c)
  case addClamp
  /// min(max(x a + b, c), d)
  case affineClamp
  /// x a + y b + z c, the first a product, the others with one rounding each
  case dot
  /// x a + y b + z c + d, with one rounding each
  case affineDot
  /// where x is true y + a, elsewhere z
  case selectSum
  /// y (a - x)
  case complementProduct
  /// max(x a + b, c)
  case affineMaximum
  /// y (x - a) b, the difference first
  case differenceProduct
  /// t t (3 - 2 t) where t is (x - a) / b, limited to 0 to 1
  case smoothstep
}

/// A fused operation with its operands.
struct FusedStep {
  let operation: FusedOperation
  let result: Plan.Register
  /// x, y, z
  let registers: [Plan.Register]
  /// a, b, c, d
  let uniforms: [Plan.Slot]
  /// The number of steps from this one on that its loop computes: weighted sums of the same registers. 0 for a step
  /// that an earlier one computes.
  var rows = 1
}
