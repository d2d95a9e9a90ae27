/// The 8-bit sRGB code nearest to linear light, by one look-up. The codes equal encoding in single precision and
/// rounding.
///
/// The code is a step function of light. Numbers with the same sign, exponent and upper seven mantissa bits form a
/// bucket of 65,536, narrow enough to contain one step at most. (The tightest case is 0.5 to 1, with 128 buckets for 70
/// steps.) An entry holds the code at the start of the bucket in its upper bits, and 16 lower bits that carry at the
/// step, so that `(entry + low bits) >> 16` is the code.
public enum SRGBCodes {
  /// Light below which the code is 0: the first step is at 0.5 / 255 / 12.92, which is 1.52e-4.
  public static let leastLight: Float = 0x1p-13

  /// One entry per bucket from ``leastLight`` to 1.
  public static let table: [UInt32] = {
    let steps = (1...255).map(step)
    var code = 0
    return (leastLight.bitPattern >> 16...Float(1).bitPattern >> 16).map { bucket in
      while code < steps.count, steps[code] <= bucket << 16 { code += 1 }
      guard code < steps.count, steps[code] >> 16 == bucket else { return UInt32(code) << 16 }
      precondition(code + 1 == steps.count || steps[code + 1] >> 16 > bucket, "a bucket holds one step")
      return UInt32(code) << 16 + (0x10000 - steps[code] & 0xFFFF)
    }
  }()

  /// The code of light; 0 below 0 and for NaN, 255 above 1.
  public static func code(of light: Float) -> UInt32 {
    let bits = least(greatest(light, leastLight), 1).bitPattern - leastLight.bitPattern
    return (table[Int(bits >> 16)] + (bits & 0xFFFF)) >> 16
  }

  /// The reference for the entries: the formula of `linearToSrgb` in single precision, rounded as for storing.
  public static func computedCode(of light: Float) -> UInt32 {
    UInt32(SampleDepth.eight.code(of: encoding.evaluated { _, _ in light }))
  }

  private static let encoding = Intrinsic.linearToSrgb.definition.formula { _ in 1 }

  private static let decoding = Intrinsic.srgbToLinear.definition.formula { _ in 1 }

  /// The light up to which the encoding is a straight line.
  public static let straightEnd: Float = 0.0031308

  /// The formula for nonnegative light, written out: evaluating its tree for some thousand numbers would take as long
  /// as rendering a small photo.
  public static func encoded(_ light: Float) -> Float {
    if light <= straightEnd { return light * 12.92 }
    return Float(-0.055).addingProduct(1.055, Elementary.power(light, Float(1 / 2.4)))
  }

  /// The bit pattern of the least light that gives a code, searched near the value of the inverse function.
  private static func step(to code: UInt32) -> UInt32 {
    func isReached(_ bits: UInt32) -> Bool { SampleDepth.eight.code(of: encoded(Float(bitPattern: bits))) >= code }
    let guess = decoding.evaluated { _, _ in (Float(code) - 0.5) / 255 }.bitPattern
    var reach: UInt32 = 4
    while isReached(guess - reach) || !isReached(guess + reach) { reach *= 2 }
    var (low, high) = (guess - reach, guess + reach)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isReached(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
