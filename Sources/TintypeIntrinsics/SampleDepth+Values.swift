@_exported public import TintypeRaster

// What codes stand for. Numbers stand for themselves.
extension SampleDepth {
  /// The largest code.
  public var largest: Float { self == .eight ? 255 : 65535 }

  /// The value of a code: code / largest, rounded once. An 8-bit code has the same value as that code in a color
  /// literal, and as 257 times the code in 16 bits.
  public func value(of code: UInt16) -> Float { Float(code) / largest }

  /// 1 / largest as a sum. With x a code, `x * high + (x * low)` in one multiply-add is `value(of: x)` for every code.
  public var reciprocal: (high: Float, low: Float) {
    let high = 1 / largest
    return (high, Float(1 / Double(largest) - Double(high)))
  }

  /// The code nearest to a value, halves rounded up, after clamping to 0...1; 0 for NaN.
  public func code(of value: Float) -> UInt16 {
    let bounded = least(greatest(value, 0), 1)
    return UInt16(Float(0.5).addingProduct(bounded, largest))
  }
}
