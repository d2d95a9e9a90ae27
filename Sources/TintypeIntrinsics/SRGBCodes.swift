/// The 8-bit sRGB code nearest to linear light, by one look-up: what encoding in single precision and rounding give.
///
/// The code is a staircase of the light. The numbers that share sign, exponent and seven bits of the mantissa form a bucket of
/// 65,536, narrow enough for one step at most (between 0.5 and 1, where they are widest beside the steps, there are 128 for 70
/// steps). An entry holds the code at the bucket's beginning above 16 bits that carry over at the step, so that
/// `(entry + low bits) >> 16` is the code.
public enum SRGBCodes {
  /// Light below which the code is 0: the first step is at 0.5 / 255 / 12.92, which is 1.52e-4.
  public static let least: Float = 0x1p-13

  /// One entry for each bucket from ``least`` to 1.
  public static let table: [UInt32] = {
    let first = least.bitPattern >> 16
    let last = Float(1).bitPattern >> 16
    return (first...last).map(entry)
  }()

  /// The code of light; below 0 and for NaN 0, above 1 255.
  public static func code(of light: Float) -> UInt32 {
    let bits = LaneOperation.minimum(LaneOperation.maximum(light, least), 1).bitPattern - least.bitPattern
    return (table[Int(bits >> 16)] + (bits & 0xFFFF)) >> 16
  }

  /// What the entries are made from: the formula of `linearToSrgb` in single precision, rounded as it is stored.
  public static func computedCode(of light: Float) -> UInt32 {
    UInt32(SampleDepth.eight.code(of: encoding.evaluated { _, _ in light }))
  }

  private static let encoding = Intrinsic.linearToSrgb.definition.formula.scalar(operandWidths: [1])

  private static func entry(_ bucket: UInt32) -> UInt32 {
    func code(_ low: UInt32) -> UInt32 { computedCode(of: Float(bitPattern: bucket << 16 | low)) }
    let base = code(0)
    let end = code(0xFFFF)
    precondition(end - base <= 1, "a bucket holds one step")
    if end == base { return base << 16 }
    // The first place of the higher code lies in low + 1 ... high.
    var (low, high): (UInt32, UInt32) = (0, 0xFFFF)
    while high - low > 1 {
      let middle = (low + high) / 2
      if code(middle) == base { low = middle } else { high = middle }
    }
    return base << 16 + (0x10000 - high)
  }
}
