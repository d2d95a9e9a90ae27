import CTintypeLanes
import TintypeIntrinsics

/// A function in pieces where pixel loops find it: step by step what `PiecewiseCubic` does on one number.
struct FunctionPieces {
  /// Four numbers a piece.
  private let coefficients: UnsafePointer<Float>
  private let scale: Float
  private let offset: Float
  private let last: Float
  private let restBits: Int32

  init(_ function: PiecewiseCubic, _ coefficients: UnsafePointer<Float>) {
    self.coefficients = coefficients
    (scale, offset, last) = (function.scale, function.offset, function.last)
    restBits = Int32(function.restBits)
  }

  @inline(__always) func callAsFunction(_ x: Lanes) -> Lanes {
    let free = fma(x, Lanes(repeating: scale), offset)
    let place = least(greatest(free, Lanes(repeating: 1)), Lanes(repeating: last))
    let bits = place.signedBits &- Int32(bitPattern: Float(1).bitPattern)
    let rest = bits & (1 &<< restBits &- 1)
    return tt_cubic(coefficients, bits &>> restBits, tt_convert(rest))
  }
}
