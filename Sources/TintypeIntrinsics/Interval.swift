/// The numbers from one to another, both included: what a lane can be.
///
/// Arithmetic is that of exact numbers, so an answer may be off by a rounding of the executor's. NaN is left out of account.
public struct Interval: Sendable, Hashable {
  /// The smallest number.
  public let lower: Double

  /// The largest number.
  public let upper: Double

  /// From one number to another, `lower <= upper`.
  public init(_ lower: Double, _ upper: Double) {
    precondition(lower <= upper, "an interval goes upward: \(lower), \(upper)")
    (self.lower, self.upper) = (lower, upper)
  }

  /// One number; anything, where it is none.
  public init(_ number: Double) {
    self = number.isNaN ? .everything : Interval(number, number)
  }

  /// Nothing is known.
  public static let everything = Interval(-.infinity, .infinity)

  /// What colors, masks and noise are.
  public static let unit = Interval(0, 1)

  /// Whether it is one number.
  public var isPoint: Bool { lower == upper }

  /// Whether a number lies in it.
  public func contains(_ number: Double) -> Bool { lower <= number && number <= upper }

  /// Whether all of it lies in another, give or take a rounding.
  public func isWithin(_ other: Interval) -> Bool {
    lower >= other.lower - Self.slack(other.lower) && upper <= other.upper + Self.slack(other.upper)
  }

  /// How far two ways of computing one number may lie apart: weights that should add up to 1 do so nearly.
  public static func slack(_ number: Double) -> Double { number.isFinite ? 1e-5 * max(1, number.magnitude) : 0 }

  /// The numbers of both.
  public func union(_ other: Interval) -> Interval { Interval(min(lower, other.lower), max(upper, other.upper)) }

  /// The numbers that both have; nil when there are none.
  public func intersection(_ other: Interval) -> Interval? {
    let (low, high) = (max(lower, other.lower), min(upper, other.upper))
    return low <= high ? Interval(low, high) : nil
  }

  /// The numbers that a rising function gives.
  func mapped(_ rising: (Double) -> Double) -> Interval { .spanning([rising(lower), rising(upper)]) }

  /// From the smallest of some numbers to the largest; everything where one is none.
  static func spanning(_ numbers: [Double]) -> Interval {
    guard let low = numbers.min(), let high = numbers.max(), !numbers.contains(where: \.isNaN) else {
      return .everything
    }
    return Interval(low, high)
  }

  static prefix func - (a: Interval) -> Interval { Interval(-a.upper, -a.lower) }

  static func + (a: Interval, b: Interval) -> Interval { spanning([a.lower + b.lower, a.upper + b.upper]) }

  static func - (a: Interval, b: Interval) -> Interval { a + -b }

  static func * (a: Interval, b: Interval) -> Interval {
    // An end that is not reached times 0 is 0.
    func product(_ x: Double, _ y: Double) -> Double { x == 0 || y == 0 ? 0 : x * y }
    return spanning([
      product(a.lower, b.lower), product(a.lower, b.upper), product(a.upper, b.lower), product(a.upper, b.upper),
    ])
  }

  static func / (a: Interval, b: Interval) -> Interval {
    if b.lower == 0, b.upper > 0 { return a * Interval(1 / b.upper, .infinity) }
    if b.upper == 0, b.lower < 0 { return a * Interval(-.infinity, 1 / b.lower) }
    return b.contains(0) ? .everything : a * Interval(1 / b.upper, 1 / b.lower)
  }

  /// The numbers times themselves.
  var squared: Interval {
    let (a, b) = (lower * lower, upper * upper)
    return Interval(contains(0) ? 0 : min(a, b), max(a, b))
  }
}
