/// The range of a number in single precision.
public typealias SingleRange = ClosedRange<Float>

/// An interval: two bounds, which are never NaN. Comparisons and truth values need no more; truth is 1 and 0.
protocol Bounded {
  associatedtype Number: BinaryFloatingPoint
  var lower: Number { get }
  var upper: Number { get }
  init(between lower: Number, and upper: Number)
}

extension Bounded {
  /// A truth value that is true, false, or unknown.
  static func truth(_ isTrue: Bool, _ isFalse: Bool) -> Self {
    Self(between: isTrue ? 1 : 0, and: isFalse ? 0 : 1)
  }

  var isTrue: Bool { lower == 1 && upper == 1 }
  var isFalse: Bool { lower == 0 && upper == 0 }
  var isDecided: Bool { isTrue || isFalse }

  /// A comparison with another number, as far as the bounds decide it.
  func compared(to other: Self, by order: some OrderPredicate) -> Self {
    .truth(order.holds(upper, other.lower), !order.holds(lower, other.upper))
  }
}

/// A comparison by order: less, or less or equal.
protocol OrderPredicate: Sendable {
  var isStrict: Bool { get }
  func holds<Number: Comparable>(_ a: Number, _ b: Number) -> Bool
}

extension Interval: Bounded {
  init(between lower: Double, and upper: Double) { self.init(lower, upper) }
}

extension ClosedRange: Bounded where Bound == Float {
  var lower: Float { lowerBound }
  var upper: Float { upperBound }
  init(between lower: Float, and upper: Float) { self = lower...upper }

  /// Nil if an end is not finite, or the range is empty.
  public init?(finite lower: Float, _ upper: Float) {
    guard lower <= upper, lower.isFinite, upper.isFinite else { return nil }
    self = lower...upper
  }

  /// The range, if both ends are finite.
  public var finite: SingleRange? { SingleRange(finite: lowerBound, upperBound) }

  /// Both ranges, and what lies between them.
  public func union(_ other: SingleRange) -> SingleRange {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }

  /// Widens the ends that are not 0 by a part, so that a nonnegative range stays nonnegative. Nil if the result is not
  /// finite.
  public func widened(by part: Float) -> SingleRange? {
    SingleRange(finite: lowerBound - part * lowerBound.magnitude, upperBound + part * upperBound.magnitude)
  }

  /// The range of a function over all corners of its operands' ranges: right for functions that rise or fall in each
  /// operand, because rounding is monotone. Nil if a result is NaN or not finite.
  static func corners(
    _ a: SingleRange, _ b: SingleRange, _ c: SingleRange, _ arity: Int,
    _ function: LaneDeclaration.Rule<Float, Float>
  ) -> SingleRange? {
    var (low, high) = (Float.infinity, -Float.infinity)
    for corner in 0..<(1 << arity) {
      let result = function(
        corner & 1 == 0 ? a.lowerBound : a.upperBound, corner & 2 == 0 ? b.lowerBound : b.upperBound,
        corner & 4 == 0 ? c.lowerBound : c.upperBound)
      if result.isNaN { return nil }
      (low, high) = (Swift.min(low, result), Swift.max(high, result))
    }
    return SingleRange(finite: low, high)
  }
}
