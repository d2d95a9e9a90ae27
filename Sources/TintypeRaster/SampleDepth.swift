/// The bit depth of a stored sample, and the conversion to a number and back.
public enum SampleDepth: Int, CaseIterable, Sendable, Hashable {
  /// 8 bits, 0 to 255.
  case eight = 8
  /// 16 bits in native byte order, 0 to 65535.
  case sixteen = 16

  /// Bytes per sample.
  public var bytes: Int { rawValue / 8 }

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
