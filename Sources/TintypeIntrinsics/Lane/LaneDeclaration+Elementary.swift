import TintypeSystem

extension LaneDeclaration {
  /// the correctly rounded square root
  static let squareRoot = rising(
    cost: 4.6, { $0.squareRoot() }, { $0.squareRoot() }, domain: 0,
    model: { a, _, _ in a.lower < 0 ? .unknown : a.raised(to: 0.5) })

  /// 2 to the power a
  static let exp2 = rising(
    cost: 5.2, powerOfTwo, Elementary.exp2, slack: { $0.widened(by: 0x1p-18) }, model: { a, _, _ in a.exp2 },
    isElementary: true)

  /// the logarithm of a to base 2; whatever is below 2^-126 counts as 2^-126, an infinity as 2^128
  static let log2 = rising(
    cost: 7.5, logarithm, Elementary.log2,
    slack: { SingleRange(finite: $0.lowerBound - 0x1p-10, $0.upperBound + 0x1p-10) }, model: { a, _, _ in a.log2 },
    isElementary: true)

  /// a to the power b, which is finite; 0 wherever a is below 2^-126
  static let power = LaneDeclaration(
    .numbers(2), cost: 24.4, exact: { a, b, _ in totalPower(a, b) }, single: { a, b, _ in Elementary.power(a, b) },
    range: { base, exponent, _ in LaneRange(powerRange(base.bounds, exponent.bounds)) },
    singleRange: { base, exponent, _ in
      guard let base = base?.finite, let exponent = exponent?.finite else { return nil }
      let low = max(base.lowerBound, .leastNormalMagnitude)
      let positive = low...max(base.upperBound, low)
      let corners = SingleRange.corners(positive, exponent, exponent, 2) { a, b, _ in Elementary.power(a, b) }
      let range = corners.flatMap { $0.widened(by: 0x1p-14) }
      return base.lowerBound < low ? range?.union(0...0) : range
    },
    model: { a, b, _ in a.raised(to: b) }, isElementary: true)

  /// the sine of a in radians
  static let sine = wave(sin, Elementary.sine)

  /// the cosine of a in radians
  static let cosine = wave(cos, Elementary.cosine)

  /// the angle in radians whose tangent is a, from -pi/2 to pi/2; NaN counts as 0
  static let arcTangent = rising(
    cost: 10.8, angle(withTangent:), Elementary.arcTangent, slack: { $0.widened(by: 0x1p-20) }, model: nil,
    isElementary: true)

  /// the 8-bit sRGB code nearest to the light a, as a fraction of 255: encoded, clamped and rounded as it is stored
  static let srgbCode = LaneDeclaration(
    .numbers(1), cost: 10.8, exact: { a, _, _ in nearestCode(a) },
    single: { a, _, _ in SampleDepth.eight.value(of: UInt16(SRGBCodes.code(of: a))) },
    range: { x, _, _ in LaneRange(x.bounds.mapped(nearestCode)) },
    singleRange: { x, _, _ in x?.finite.map { _ in 0...1 } },
    model: { a, _, _ in a.encoded })
}

private func wave(
  _ exact: @escaping @Sendable (Double) -> Double, _ single: @escaping @Sendable (Float) -> Float
) -> LaneDeclaration {
  @Sendable func reduced(_ x: Double) -> Double {
    exact(x.magnitude <= Double(ElementaryPolynomials.largestAngle) ? x : 0)
  }
  return LaneDeclaration(
    .numbers(1), cost: 10.8, exact: { a, _, _ in reduced(a) }, single: { a, _, _ in single(a) },
    range: { x, _, _ in LaneRange(x.isPoint ? Interval(reduced(x.bounds.lower)) : Interval(-1, 1)) },
    singleRange: { x, _, _ in x?.finite.map { _ in -1.001...1.001 } }, model: nil, isElementary: true)
}

/// The corners, and the turning point at base 1. A base that is not positive gives 0.
private func powerRange(_ base: Interval, _ exponent: Interval) -> Interval {
  guard base.upper > 0 else { return Interval(0) }
  let low = max(base.lower, leastNormal)
  let high = max(base.upper, low)
  func ends(_ exponent: Double) -> Interval {
    let bounded = min(max(exponent, -1e6), 1e6)
    return .spanning(totalPower(low, bounded), totalPower(high, bounded))
  }
  let range = ends(exponent.lower).union(ends(exponent.upper))
  return base.lower < low ? range.union(Interval(0)) : range
}

// MARK: Meaning in double precision. Outside the type, so that `exp2` is the C library's function.

private let leastNormal = Double(Float.leastNormalMagnitude)

/// 0 below -126, and for NaN.
@Sendable func powerOfTwo(_ x: Double) -> Double { x >= -126 ? exp2(x) : 0 }

@Sendable func logarithm(_ x: Double) -> Double {
  let least = leastNormal
  return log2(x > least ? Swift.min(x, 0x1p128) : least)
}

/// Never NaN: gives 0 where y is.
@Sendable func totalPower(_ x: Double, _ y: Double) -> Double {
  guard x >= leastNormal, !y.isNaN else { return 0 }
  return pow(Swift.min(x, 0x1p128), y)
}

@Sendable private func angle(withTangent x: Double) -> Double { x.isNaN ? 0 : atan(x) }

/// IEC 61966-2-1, rounded to multiples of 1/255; 0 for NaN.
@Sendable private func nearestCode(_ light: Double) -> Double {
  guard light > 0 else { return 0 }
  let code = light <= 0.0031308 ? light * 12.92 : 1.055 * totalPower(light, 1 / 2.4) - 0.055
  return (Swift.min(code, 1) * 255 + 0.5).rounded(.down) / 255
}
