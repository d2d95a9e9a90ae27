/// A closed interval: the possible values of a lane.
///
/// Interval arithmetic is about exact numbers, so bounds may be off by the executor's roundings. NaN is ignored.
public struct Interval: Sendable, Hashable {
  /// The lower bound.
  public let lower: Double

  /// The upper bound.
  public let upper: Double

  /// Creates an interval; requires `lower <= upper`.
  public init(_ lower: Double, _ upper: Double) {
    precondition(lower <= upper, "an interval goes upward: \(lower), \(upper)")
    (self.lower, self.upper) = (lower, upper)
  }

  /// A single number; ``everything`` for NaN.
  public init(_ number: Double) {
    self = number.isNaN ? .everything : Interval(number, number)
  }

  /// All numbers: nothing is known.
  public static let everything = Interval(-.infinity, .infinity)

  /// 0 to 1: the range of colors, masks and noise.
  public static let unit = Interval(0, 1)

  /// Whether the interval is a single number.
  public var isPoint: Bool { lower == upper }

  /// Whether the interval contains a number.
  public func contains(_ number: Double) -> Bool { lower <= number && number <= upper }

  /// Whether the interval lies in another, up to a rounding.
  public func isWithin(_ other: Interval) -> Bool {
    lower >= other.lower - Self.slack(other.lower) && upper <= other.upper + Self.slack(other.upper)
  }

  /// The tolerance for two computations of the same number: weights that should add up to 1 do so only approximately.
  public static func slack(_ number: Double) -> Double { number.isFinite ? 1e-5 * max(1, number.magnitude) : 0 }

  /// The smallest interval that contains both.
  public func union(_ other: Interval) -> Interval { Interval(min(lower, other.lower), max(upper, other.upper)) }

  /// The intersection; nil if it is empty.
  public func intersection(_ other: Interval) -> Interval? {
    let (low, high) = (max(lower, other.lower), min(upper, other.upper))
    return low <= high ? Interval(low, high) : nil
  }

  /// The image under a rising function.
  func mapped(_ rising: (Double) -> Double) -> Interval { .spanning(rising(lower), rising(upper)) }

  /// The smallest interval that contains two numbers; ``everything`` if one is NaN.
  static func spanning(_ a: Double, _ b: Double) -> Interval {
    a.isNaN || b.isNaN ? .everything : Interval(min(a, b), max(a, b))
  }

  static prefix func - (a: Interval) -> Interval { Interval(-a.upper, -a.lower) }

  static func + (a: Interval, b: Interval) -> Interval { spanning(a.lower + b.lower, a.upper + b.upper) }

  static func - (a: Interval, b: Interval) -> Interval { a + -b }

  static func * (a: Interval, b: Interval) -> Interval {
    // An infinite bound is never reached, so its product with 0 is 0.
    func product(_ x: Double, _ y: Double) -> Double { x == 0 || y == 0 ? 0 : x * y }
    return spanning(product(a.lower, b.lower), product(a.upper, b.upper))
      .union(spanning(product(a.lower, b.upper), product(a.upper, b.lower)))
  }

  static func / (a: Interval, b: Interval) -> Interval {
    if b.lower == 0, b.upper > 0 { return a * Interval(1 / b.upper, .infinity) }
    // A difference that is 0 is +0, so a quotient by what is else negative may be infinite with either sign.
    if b.contains(0) { return .everything }
    // Quotients themselves: the product with a reciprocal has another rounding, and `floor` may jump there.
    let corners = [a.lower / b.lower, a.lower / b.upper, a.upper / b.lower, a.upper / b.upper]
    guard !corners.contains(where: { $0.isNaN }) else { return a * Interval(1 / b.upper, 1 / b.lower) }
    return Interval(corners.min()!, corners.max()!)
  }

  /// The squares of the numbers.
  var squared: Interval {
    let (a, b) = (lower * lower, upper * upper)
    return Interval(contains(0) ? 0 : min(a, b), max(a, b))
  }
}
