/// A Taylor model: bounds a value over a short interval of the number it depends on, by a polynomial of degree 4 in t
/// and a remainder. t runs from -1 to 1 over the interval.
///
/// Each operation preserves the bound in exact arithmetic: terms beyond degree 4 go into the remainder, by the sum of
/// their coefficients or by the bound of the next term of a Taylor series (Makino and Berz, 2003). The roundings of the
/// model itself, 2^-29 of the executor's, are ignored.
package struct TaylorModel: Sendable {
  /// The polynomial, and the largest distance of the value from it: infinite if nothing is known.
  private var p: Polynomial

  /// Additional bounds of the value.
  package private(set) var (lower, upper) = (-Double.infinity, Double.infinity)

  /// A polynomial of degree 4, and a remainder.
  private struct Polynomial {
    var constant: Double
    /// The coefficients of t to t^4.
    var c: SIMD4<Double>
    var rest: Double

    /// An upper bound of the magnitude without the constant and the remainder.
    var reach: Double { c.x.magnitude + c.y.magnitude + c.z.magnitude + c.w.magnitude }

    /// An upper bound of the magnitude without the remainder.
    var size: Double { constant.magnitude + reach }

    static func + (a: Polynomial, b: Polynomial) -> Polynomial {
      Polynomial(constant: a.constant + b.constant, c: a.c + b.c, rest: a.rest + b.rest)
    }

    static func * (a: Polynomial, b: Polynomial) -> Polynomial {
      let (x, y) = (a.c, b.c)
      var c = a.constant * y + b.constant * x
      c += x.x * SIMD4(0, y.x, y.y, y.z)
      c += x.y * SIMD4(0, 0, y.x, y.y)
      c += x.z * SIMD4(0, 0, 0, y.x)
      let fifth = x.x * y.w + x.y * y.z + x.z * y.y + x.w * y.x
      let sixth = x.y * y.w + x.z * y.z + x.w * y.y
      let seventh = x.z * y.w + x.w * y.z
      let lost = fifth.magnitude + sixth.magnitude + seventh.magnitude + (x.w * y.w).magnitude
      return Polynomial(
        constant: a.constant * b.constant, c: c, rest: lost + a.size * b.rest + b.size * a.rest + a.rest * b.rest)
    }

    static func * (factor: Double, a: Polynomial) -> Polynomial {
      Polynomial(constant: factor * a.constant, c: factor * a.c, rest: factor.magnitude * a.rest)
    }
  }

  /// The remainder: the largest distance of the value from the polynomial; infinite if nothing is known.
  package var rest: Double { p.rest }

  /// A constant.
  package init(_ number: Double) {
    p = Polynomial(constant: number, c: SIMD4(), rest: 0)
    (lower, upper) = (number, number)
  }

  /// The numbers from `middle - reach` to `middle + reach`, in their order.
  package init(middle: Double, reach: Double) {
    p = Polynomial(constant: middle, c: SIMD4(reach, 0, 0, 0), rest: 0)
    (lower, upper) = (middle - reach, middle + reach)
  }

  private init(_ p: Polynomial) {
    self.p = p
    let reach = p.reach + p.rest
    if reach.isFinite, p.constant.isFinite {
      (lower, upper) = (p.constant - reach, p.constant + reach)
    } else {
      self.p.rest = .infinity
    }
  }

  /// An unknown value between two bounds.
  init(between lower: Double, and upper: Double) {
    p = Polynomial(constant: (lower + upper) / 2, c: SIMD4(), rest: (upper - lower) / 2)
    (self.lower, self.upper) = (lower, upper)
    if !p.rest.isFinite { p.rest = .infinity }
  }

  static let unknown = TaylorModel(between: -.infinity, and: .infinity)

  var isKnown: Bool { p.rest.isFinite }

  private func bounded(from least: Double, to greatest: Double) -> TaylorModel {
    var result = self
    (result.lower, result.upper) = (max(lower, least), min(upper, greatest))
    return result
  }

  // MARK: Sums and products

  static func + (a: TaylorModel, b: TaylorModel) -> TaylorModel { TaylorModel(a.p + b.p) }

  static func - (a: TaylorModel, b: TaylorModel) -> TaylorModel { a + -b }

  static prefix func - (a: TaylorModel) -> TaylorModel {
    var result = a
    (result.p.constant, result.p.c) = (-a.p.constant, -a.p.c)
    (result.lower, result.upper) = (-a.upper, -a.lower)
    return result
  }

  static func * (a: TaylorModel, b: TaylorModel) -> TaylorModel {
    a.isKnown && b.isKnown ? TaylorModel(product(a, b)) : .unknown
  }

  private static func product(_ a: TaylorModel, _ b: TaylorModel) -> Polynomial {
    a.lower == a.upper ? a.lower * b.p : b.lower == b.upper ? b.lower * a.p : a.p * b.p
  }

  /// a b + c
  static func sum(_ a: TaylorModel, times b: TaylorModel, plus c: TaylorModel) -> TaylorModel {
    a.isKnown && b.isKnown ? TaylorModel(product(a, b) + c.p) : .unknown
  }

  // MARK: Choices

  /// Either of two models: the midpoint, with half their distance as remainder. Where the two are close, the remainder
  /// is small.
  private static func either(_ a: TaylorModel, _ b: TaylorModel) -> TaylorModel {
    guard a.isKnown, b.isKnown else { return .unknown }
    var middle = 0.5 * (a.p + b.p)
    let difference = a.p + -1 * b.p
    middle.rest = difference.size / 2 + max(a.rest, b.rest)
    return TaylorModel(middle)
      .bounded(from: min(a.lower, b.lower), to: max(a.upper, b.upper))
  }

  static func chosen(_ condition: TaylorModel, _ a: TaylorModel, _ b: TaylorModel) -> TaylorModel {
    condition.lower >= 1 ? a : condition.upper <= 0 ? b : either(a, b)
  }

  static func minimum(_ a: TaylorModel, _ b: TaylorModel) -> TaylorModel {
    chosen(LaneDeclaration.less.model!(a, b, a), a, b).bounded(from: -.infinity, to: min(a.upper, b.upper))
  }

  static func maximum(_ a: TaylorModel, _ b: TaylorModel) -> TaylorModel {
    chosen(LaneDeclaration.less.model!(b, a, b), a, b).bounded(from: max(a.lower, b.lower), to: .infinity)
  }

  // MARK: Functions

  /// The interval over which the next Taylor term is bounded: it contains the center of the polynomial and the whole
  /// value.
  private var span: (lower: Double, upper: Double) { (min(lower, p.constant), max(upper, p.constant)) }

  /// A function given by its first five Taylor coefficients at the center, and the largest magnitude of the sixth over
  /// ``span``.
  private func series(
    _ g: (Double, Double, Double, Double, Double), _ sixth: Double
  ) -> TaylorModel {
    var way = p
    way.constant = 0
    let reach = way.reach + rest
    var sum = g.4 * way
    sum.constant = g.3
    sum = sum * way
    sum.constant += g.2
    sum = sum * way
    sum.constant += g.1
    sum = sum * way
    sum.constant += g.0
    let square = reach * reach
    sum.rest += sixth * square * square * reach
    return TaylorModel(sum)
  }

  var exp2: TaylorModel {
    guard isKnown, span.upper < 127 else { return .unknown }
    guard lower > -126 else { return TaylorModel(between: 0, and: totalPower(2, upper)) }
    let (g, l) = (totalPower(2, p.constant), log2OfE)
    return series(
      (g, g / l, g / (2 * l * l), g / (6 * l * l * l), g / (24 * l * l * l * l)),
      totalPower(2, span.upper) / (120 * l * l * l * l * l)
    ).bounded(from: totalPower(2, lower), to: totalPower(2, upper))
  }

  var log2: TaylorModel {
    guard isKnown, upper.isFinite else { return .unknown }
    guard lower > leastBase, p.constant > leastBase else {
      return TaylorModel(between: -126, and: max(logarithm(upper), -126))
    }
    let (x, l) = (1 / p.constant, log2OfE)
    let square = x * x
    let least = 1 / span.lower
    return series(
      (logarithm(p.constant), l * x, -l * square / 2, l * square * x / 3, -l * square * square / 4),
      l / 5 * least * least * least * least * least
    ).bounded(from: logarithm(lower), to: logarithm(upper))
  }

  func raised(to exponent: Double) -> TaylorModel {
    guard isKnown else { return .unknown }
    guard lower > leastBase, p.constant > leastBase else {
      guard exponent > 0 else { return .unknown }
      return TaylorModel(between: 0, and: upper > 0 ? totalPower(upper, exponent) : 0)
    }
    let g = totalPower(p.constant, exponent)
    let x = 1 / p.constant
    let first = exponent
    let second = first * (exponent - 1) / 2
    let third = second * (exponent - 2) / 3
    let fourth = third * (exponent - 3) / 4
    let fifth = fourth * (exponent - 4) / 5
    let ends = (totalPower(lower, exponent), totalPower(upper, exponent))
    let span = span
    let last = max(
      (span.lower == lower ? ends.0 : totalPower(span.lower, exponent)) / fifthPower(span.lower),
      (span.upper == upper ? ends.1 : totalPower(span.upper, exponent)) / fifthPower(span.upper))
    return series(
      (g, g * first * x, g * second * x * x, g * third * x * x * x, g * fourth * x * x * x * x),
      fifth.magnitude * last
    ).bounded(from: min(ends.0, ends.1), to: max(ends.0, ends.1))
  }

  var inverse: TaylorModel {
    guard isKnown, span.lower > 0 || span.upper < 0 else { return .unknown }
    let x = 1 / p.constant
    let least = 1 / min(span.lower.magnitude, span.upper.magnitude)
    let cube = least * least * least
    return series((x, -x * x, x * x * x, -x * x * x * x, x * x * x * x * x), cube * cube)
  }

  var absolute: TaylorModel {
    if lower >= 0 { return self }
    if upper <= 0 { return -self }
    return isKnown ? TaylorModel(between: 0, and: max(-lower, upper)) : .unknown
  }

  func raised(to exponent: TaylorModel) -> TaylorModel {
    if exponent.lower == exponent.upper { return raised(to: exponent.lower) }
    return lower > leastBase ? (exponent * log2).exp2 : .unknown
  }

  /// The sRGB encoding of light, limited to 0 to 1 (IEC 61966-2-1).
  var encoded: TaylorModel {
    let light = Self.minimum(Self.maximum(self, TaylorModel(0)), TaylorModel(1))
    let isLinear = LaneDeclaration.lessOrEqual.model!(light, TaylorModel(0.0031308), light)
    let (line, curve) = (
      light * TaylorModel(12.92), TaylorModel(1.055) * light.raised(to: 1 / 2.4) + TaylorModel(-0.055)
    )
    return .chosen(isLinear, line, curve)
  }

  // MARK: Comparing

  /// Whether the value is within a bound of a cubic in t everywhere.
  package func isWithin(_ bound: Double, of cubic: SIMD4<Double>) -> Bool {
    guard isKnown, rest < bound else { return false }
    let none = p.constant - cubic.x
    let d = p.c - SIMD4(cubic.y, cubic.z, cubic.w, 0)
    let (second, third, fourth) = (d.y.magnitude, d.z.magnitude, d.w.magnitude)
    if none.magnitude + d.x.magnitude + second + third + fourth <= bound - rest { return true }
    // Between points 1/8 apart, a polynomial deviates from linear by at most 1/512 of its second derivative.
    let bulge = (2 * second + 6 * third + 12 * fourth) / 512
    for place in 0...16 {
      let t = Double(place) / 8 - 1
      let difference = (((d.w * t + d.z) * t + d.y) * t + d.x) * t + none
      if !(difference.magnitude + bulge <= bound - rest) { return false }
    }
    return true
  }

  /// The model restricted to a part of the interval.
  package func within(middle: Double, reach: Double) -> TaylorModel {
    let c = p.c
    let third = c.z + 4 * c.w * middle
    let second = c.y + (3 * c.z + 6 * c.w * middle) * middle
    let first = c.x + (2 * c.y + (3 * c.z + 4 * c.w * middle) * middle) * middle
    let none = p.constant + (c.x + (c.y + (c.z + c.w * middle) * middle) * middle) * middle
    let square = reach * reach
    return TaylorModel(
      Polynomial(
        constant: none, c: SIMD4(first * reach, second * square, third * square * reach, c.w * square * square),
        rest: rest))
  }

  /// The least magnitude that the value can have.
  package var leastMagnitude: Double { max(lower, -upper, 0) }
}

extension TaylorModel: Bounded {}

/// 1 / log2(e) is ln 2: `g / log2OfE` appears in the derivative of 2^x.
private let log2OfE = 1.442_695_040_888_963_4

/// The single-precision functions treat bases below about this as 0; includes a margin.
private let leastBase = 0x1p-125

private func fifthPower(_ x: Double) -> Double {
  let square = x * x
  return square * square * x
}
