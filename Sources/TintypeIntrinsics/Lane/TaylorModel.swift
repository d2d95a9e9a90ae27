/// A Taylor model: bounds a value over a short interval of the number it depends on, by a polynomial of degree 4 in t
/// and a remainder. t runs from -1 to 1 over the interval.
///
/// Each operation preserves the bound in exact arithmetic: terms beyond degree 4 go into the remainder, by the sum of
/// their coefficients or by the bound of the next term of a Taylor series (Makino and Berz, 2003). The roundings of the
/// model itself, 2^-29 of the executor's, are ignored.
package struct TaylorModel: Sendable {
  /// The coefficients, lowest power first.
  private var c: (Double, Double, Double, Double, Double)

  /// The remainder: the largest distance of the value from the polynomial; infinite if nothing is known.
  package private(set) var rest: Double

  /// Additional bounds of the value.
  package private(set) var (lower, upper) = (-Double.infinity, Double.infinity)

  /// A constant.
  package init(_ number: Double) {
    c = (number, 0, 0, 0, 0)
    rest = 0
    (lower, upper) = (number, number)
  }

  /// The numbers from `middle - reach` to `middle + reach`, in their order.
  package init(middle: Double, reach: Double) {
    c = (middle, reach, 0, 0, 0)
    rest = 0
    (lower, upper) = (middle - reach, middle + reach)
  }

  private init(_ c: (Double, Double, Double, Double, Double), rest: Double) {
    (self.c, self.rest) = (c, rest)
    let reach = c.1.magnitude + c.2.magnitude + c.3.magnitude + c.4.magnitude + rest
    if reach.isFinite, c.0.isFinite {
      (lower, upper) = (c.0 - reach, c.0 + reach)
    } else {
      self.rest = .infinity
    }
  }

  /// An unknown value between two bounds.
  init(between lower: Double, and upper: Double) {
    c = ((lower + upper) / 2, 0, 0, 0, 0)
    rest = (upper - lower) / 2
    (self.lower, self.upper) = (lower, upper)
    if !rest.isFinite { rest = .infinity }
  }

  static let unknown = TaylorModel(between: -.infinity, and: .infinity)

  var isKnown: Bool { rest.isFinite }

  /// An upper bound of the magnitude of the polynomial.
  private var size: Double {
    c.0.magnitude + c.1.magnitude + c.2.magnitude + c.3.magnitude + c.4.magnitude
  }

  private func bounded(from least: Double, to greatest: Double) -> TaylorModel {
    var result = self
    (result.lower, result.upper) = (max(lower, least), min(upper, greatest))
    return result
  }

  // MARK: Sums and products

  static func + (a: TaylorModel, b: TaylorModel) -> TaylorModel {
    TaylorModel(
      (a.c.0 + b.c.0, a.c.1 + b.c.1, a.c.2 + b.c.2, a.c.3 + b.c.3, a.c.4 + b.c.4), rest: a.rest + b.rest)
  }

  static func - (a: TaylorModel, b: TaylorModel) -> TaylorModel { a + -b }

  static prefix func - (a: TaylorModel) -> TaylorModel {
    var result = a
    result.c = (-a.c.0, -a.c.1, -a.c.2, -a.c.3, -a.c.4)
    (result.lower, result.upper) = (-a.upper, -a.lower)
    return result
  }

  static func * (a: TaylorModel, b: TaylorModel) -> TaylorModel {
    guard a.isKnown, b.isKnown else { return .unknown }
    let (x, y) = (a.c, b.c)
    let fifth = x.1 * y.4 + x.2 * y.3 + x.3 * y.2 + x.4 * y.1
    let sixth = x.2 * y.4 + x.3 * y.3 + x.4 * y.2
    let seventh = x.3 * y.4 + x.4 * y.3
    let lost = fifth.magnitude + sixth.magnitude + seventh.magnitude + (x.4 * y.4).magnitude
    return TaylorModel(
      (
        x.0 * y.0, x.0 * y.1 + x.1 * y.0, x.0 * y.2 + x.1 * y.1 + x.2 * y.0,
        x.0 * y.3 + x.1 * y.2 + x.2 * y.1 + x.3 * y.0,
        x.0 * y.4 + x.1 * y.3 + x.2 * y.2 + x.3 * y.1 + x.4 * y.0
      ), rest: lost + a.size * b.rest + b.size * a.rest + a.rest * b.rest)
  }

  // MARK: Choices

  /// Either of two models: the midpoint, with half their distance as remainder. Where the two are close, the remainder
  /// is small.
  private static func either(_ a: TaylorModel, _ b: TaylorModel) -> TaylorModel {
    guard a.isKnown, b.isKnown else { return .unknown }
    var (sum, difference) = (a, a)
    sum.c = (a.c.0 + b.c.0, a.c.1 + b.c.1, a.c.2 + b.c.2, a.c.3 + b.c.3, a.c.4 + b.c.4)
    difference.c = (a.c.0 - b.c.0, a.c.1 - b.c.1, a.c.2 - b.c.2, a.c.3 - b.c.3, a.c.4 - b.c.4)
    let middle = (sum.c.0 / 2, sum.c.1 / 2, sum.c.2 / 2, sum.c.3 / 2, sum.c.4 / 2)
    return TaylorModel(middle, rest: difference.size / 2 + max(a.rest, b.rest))
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
  private var span: (lower: Double, upper: Double) { (min(lower, c.0), max(upper, c.0)) }

  /// A function given by its first five Taylor coefficients at the center, and the largest magnitude of the sixth over
  /// ``span``.
  private func series(
    _ g: (Double, Double, Double, Double, Double), _ sixth: Double
  ) -> TaylorModel {
    var way = self
    way.c.0 = 0
    let reach = way.size + rest
    var sum = TaylorModel(g.4)
    sum = sum * way + TaylorModel(g.3)
    sum = sum * way + TaylorModel(g.2)
    sum = sum * way + TaylorModel(g.1)
    sum = sum * way + TaylorModel(g.0)
    let square = reach * reach
    return TaylorModel(sum.c, rest: sum.rest + sixth * square * square * reach)
  }

  var exp2: TaylorModel {
    guard isKnown, span.upper < 127 else { return .unknown }
    guard lower > -126 else { return TaylorModel(between: 0, and: power(2, upper)) }
    let (g, l) = (power(2, c.0), log2OfE)
    return series(
      (g, g / l, g / (2 * l * l), g / (6 * l * l * l), g / (24 * l * l * l * l)),
      power(2, span.upper) / (120 * l * l * l * l * l)
    ).bounded(from: power(2, lower), to: power(2, upper))
  }

  var log2: TaylorModel {
    guard isKnown, upper.isFinite else { return .unknown }
    guard lower > leastBase, c.0 > leastBase else {
      return TaylorModel(between: -126, and: max(LaneOperation.log2.exact(upper), -126))
    }
    let (x, l) = (1 / c.0, log2OfE)
    let square = x * x
    let least = 1 / span.lower
    return series(
      (LaneOperation.log2.exact(c.0), l * x, -l * square / 2, l * square * x / 3, -l * square * square / 4),
      l / 5 * least * least * least * least * least
    ).bounded(from: LaneOperation.log2.exact(lower), to: LaneOperation.log2.exact(upper))
  }

  func raised(to exponent: Double) -> TaylorModel {
    guard isKnown else { return .unknown }
    guard lower > leastBase, c.0 > leastBase else {
      guard exponent > 0 else { return .unknown }
      return TaylorModel(between: 0, and: upper > 0 ? power(upper, exponent) : 0)
    }
    let g = power(c.0, exponent)
    let x = 1 / c.0
    let first = exponent
    let second = first * (exponent - 1) / 2
    let third = second * (exponent - 2) / 3
    let fourth = third * (exponent - 3) / 4
    let fifth = fourth * (exponent - 4) / 5
    let ends = (power(lower, exponent), power(upper, exponent))
    let span = span
    let last = max(
      (span.lower == lower ? ends.0 : power(span.lower, exponent)) / fifthPower(span.lower),
      (span.upper == upper ? ends.1 : power(span.upper, exponent)) / fifthPower(span.upper))
    return series(
      (g, g * first * x, g * second * x * x, g * third * x * x * x, g * fourth * x * x * x * x),
      fifth.magnitude * last
    ).bounded(from: min(ends.0, ends.1), to: max(ends.0, ends.1))
  }

  var inverse: TaylorModel {
    guard isKnown, span.lower > 0 || span.upper < 0 else { return .unknown }
    let x = 1 / c.0
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
    let d = (c.0 - cubic.x, c.1 - cubic.y, c.2 - cubic.z, c.3 - cubic.w, c.4)
    if d.0.magnitude + d.1.magnitude + d.2.magnitude + d.3.magnitude + d.4.magnitude <= bound - rest { return true }
    // Between points 1/8 apart, a polynomial deviates from linear by at most 1/512 of its second derivative.
    let bulge = (2 * d.2.magnitude + 6 * d.3.magnitude + 12 * d.4.magnitude) / 512
    for place in 0...16 {
      let t = Double(place) / 8 - 1
      let difference = (((d.4 * t + d.3) * t + d.2) * t + d.1) * t + d.0
      if !(difference.magnitude + bulge <= bound - rest) { return false }
    }
    return true
  }

  /// The model restricted to a part of the interval.
  package func within(middle: Double, reach: Double) -> TaylorModel {
    let third = c.3 + 4 * c.4 * middle
    let second = c.2 + (3 * c.3 + 6 * c.4 * middle) * middle
    let first = c.1 + (2 * c.2 + (3 * c.3 + 4 * c.4 * middle) * middle) * middle
    let none = c.0 + (c.1 + (c.2 + (c.3 + c.4 * middle) * middle) * middle) * middle
    let square = reach * reach
    return TaylorModel(
      (none, first * reach, second * square, third * square * reach, c.4 * square * square), rest: rest)
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

private func power(_ base: Double, _ exponent: Double) -> Double { LaneOperation.power.exact(base, exponent) }
