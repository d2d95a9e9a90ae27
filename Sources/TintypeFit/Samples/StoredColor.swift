/// A color as files hold it: codes of 16 bits.
typealias StoredColor = SIMD3<UInt16>

extension StoredColor {
  /// The nearest codes.
  ///
  /// - Parameter codes: from 0 to 1.
  init(_ codes: SIMD3<Double>) {
    let scaled = (codes * 65535).rounded(.toNearestOrAwayFromZero)
    self.init(UInt16(scaled.x), UInt16(scaled.y), UInt16(scaled.z))
  }
}
