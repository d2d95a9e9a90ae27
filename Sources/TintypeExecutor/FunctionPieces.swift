import CTintypeLanes
import TintypeIntrinsics

extension tt_pieces {
  /// A function in pieces where loops find it.
  init(_ function: PiecewiseCubic, _ coefficients: UnsafePointer<Float>) {
    self.init(
      coefficients: coefficients, scale: function.scale, offset: function.offset, last: function.last,
      rest_bits: Int32(function.restBits))
  }
}
