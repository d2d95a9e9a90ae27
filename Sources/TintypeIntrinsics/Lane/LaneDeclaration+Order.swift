/// a < b ? a : b, so b when either is NaN, as `minss` does.
@inlinable public func least<Number: BinaryFloatingPoint>(_ a: Number, _ b: Number) -> Number { a < b ? a : b }

/// a > b ? a : b, so b when either is NaN, as `maxss` does.
@inlinable public func greatest<Number: BinaryFloatingPoint>(_ a: Number, _ b: Number) -> Number { a > b ? a : b }

/// Declares a limit. It holds for any operand: NaN becomes the limit.
///
/// - Parameter isFirst: whether the first operand is the result wherever both are in these ranges.
private func limit(
  _ exact: @escaping @Sendable (Double, Double) -> Double, _ single: @escaping @Sendable (Float, Float) -> Float,
  vector: @escaping LaneDeclaration.Rule<SIMD8<Float>, SIMD8<Float>>,
  isFirst: @escaping @Sendable (Interval, Interval) -> Bool,
  model: @escaping LaneDeclaration.Rule<TaylorModel, TaylorModel>
) -> LaneDeclaration {
  LaneDeclaration(
    .numbers(2), cost: 1.2, exact: { a, b, _ in exact(a, b) }, single: { a, b, _ in single(a, b) }, vector: vector,
    range: { x, y, _ in
      let (a, b) = (x.bounds, y.bounds)
      if isFirst(a, b) { return x }
      return isFirst(b, a) ? y : LaneRange(Interval(exact(a.lower, b.lower), exact(a.upper, b.upper)))
    },
    singleRange: { a, limit, _ in
      let a = a ?? -.infinity ... .infinity
      return limit.map { single(a.lowerBound, $0.lowerBound)...single(a.upperBound, $0.upperBound) }
    }, model: model)
}

extension LaneDeclaration {
  /// a < b ? a : b, so b when either is NaN
  static let minimum = limit(
    least, least, vector: { a, b, _ in b.replacing(with: a, where: a .< b) }, isFirst: { $0.upper <= $1.lower },
    model: { a, b, _ in .minimum(a, b) })

  /// a > b ? a : b, so b when either is NaN
  static let maximum = limit(
    greatest, greatest, vector: { a, b, _ in b.replacing(with: a, where: a .> b) }, isFirst: { $0.lower >= $1.upper },
    model: { a, b, _ in .maximum(a, b) })

  /// a without its sign
  static let absolute = LaneDeclaration(
    .numbers(1), cost: 0.9, exact: { a, _, _ in a.magnitude }, single: { a, _, _ in a.magnitude },
    range: { x, _, _ in
      if x.bounds.lower >= 0 { return x }
      return x.bounds.upper <= 0 ? -x : LaneRange(Interval(0, max(-x.bounds.lower, x.bounds.upper)))
    },
    singleRange: { x, _, _ in
      guard let x = x?.finite else { return nil }
      let (one, other) = (x.lowerBound.magnitude, x.upperBound.magnitude)
      return (x.contains(0) ? 0 : min(one, other))...max(one, other)
    }, model: { a, _, _ in a.absolute })

  /// the largest integer not above a
  static let floor = rising(cost: 0.9, { $0.rounded(.down) }, { $0.rounded(.down) }, model: nil)
}

/// Declares a rising function of one number: its extremes are at the ends of a range.
///
/// - Parameters:
///   - domain: the smallest operand in the domain of the function.
///   - slack: allows for a function that rises except in the last bits of its results.
func rising(
  cost: Double, _ exact: @escaping @Sendable (Double) -> Double, _ single: @escaping @Sendable (Float) -> Float,
  domain: Double = -.infinity, slack: @escaping @Sendable (SingleRange) -> SingleRange? = { $0 },
  model: LaneDeclaration.Rule<TaylorModel, TaylorModel>?, isElementary: Bool = false
) -> LaneDeclaration {
  LaneDeclaration(
    .numbers(1), cost: cost, exact: { a, _, _ in exact(a) }, single: { a, _, _ in single(a) },
    range: { x, _, _ in LaneRange(x.bounds.mapped { exact(max($0, domain)) }) },
    singleRange: { x, _, _ in
      x?.finite.flatMap { .corners($0, $0, $0, 1) { a, _, _ in single(a) } }.flatMap(slack)
    }, model: model, isElementary: isElementary)
}
