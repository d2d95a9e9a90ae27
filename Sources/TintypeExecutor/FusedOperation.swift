import TintypeIntrinsics
import TintypePlan

/// Short chains of lane operations that one loop computes, without storing what lies between: what they compute is what
/// the single operations would, in the same order, to the bit.
///
/// Registers are read pixel by pixel; where a letter stands for a number that is the same at all pixels, it stays in a
/// processor register.
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
}

/// A fused operation with its operands.
struct FusedStep {
  let operation: FusedOperation
  let result: Plan.Register
  /// x, y, z
  let registers: [Plan.Register]
  /// a, b, c, d
  let uniforms: [Plan.Slot]
}
