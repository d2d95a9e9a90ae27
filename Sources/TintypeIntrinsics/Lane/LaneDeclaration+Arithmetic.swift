/// Declares an operation that rises or falls in each operand, and is the same formula in every arithmetic.
private func arithmetic(
  _ arity: Int, cost: Double, _ exact: @escaping LaneDeclaration.Rule<Double, Double>,
  _ single: @escaping LaneDeclaration.Rule<Float, Float>,
  vector: LaneDeclaration.Rule<SIMD8<Float>, SIMD8<Float>>? = nil,
  _ range: @escaping LaneDeclaration.Rule<LaneRange, LaneRange>,
  _ model: @escaping LaneDeclaration.Rule<TaylorModel, TaylorModel>, linear: LinearRule?,
  // A quotient has a pole.
  isDefined: @escaping @Sendable (SingleRange, SingleRange) -> Bool = { _, _ in true }
) -> LaneDeclaration {
  LaneDeclaration(
    .numbers(arity), cost: cost, exact: exact, single: single, vector: vector, range: range,
    singleRange: { a, b, c in
      guard let a = a?.finite, let b = b?.finite, let c = c?.finite, isDefined(a, b) else { return nil }
      return .corners(a, b, c, arity, single)
    }, model: model, linear: linear)
}

extension LaneDeclaration {
  /// a + b
  static let add = arithmetic(
    2, cost: 1.2, { a, b, _ in a + b }, { a, b, _ in a + b }, vector: { a, b, _ in a + b }, { a, b, _ in a + b },
    { a, b, _ in a + b }, linear: .sum)

  /// a - b
  static let subtract = arithmetic(
    2, cost: 1.2, { a, b, _ in a - b }, { a, b, _ in a - b }, vector: { a, b, _ in a - b }, { a, b, _ in a - b },
    { a, b, _ in a - b }, linear: .difference)

  /// a * b
  static let multiply = arithmetic(
    2, cost: 1.2, { a, b, _ in a * b }, { a, b, _ in a * b }, vector: { a, b, _ in a * b }, { a, b, _ in a * b },
    { a, b, _ in a * b }, linear: .product)

  /// a / b, IEEE 754: x/0 is an infinity, 0/0 is NaN
  static let divide = arithmetic(
    2, cost: 2.5, { a, b, _ in a / b }, { a, b, _ in a / b }, vector: { a, b, _ in a / b }, { a, b, _ in a / b },
    { a, b, _ in a * b.inverse }, linear: nil, isDefined: { _, b in !b.contains(0) })

  /// a * b + c with one rounding
  static let multiplyAdd = arithmetic(
    3, cost: 1.8, { a, b, c in a * b + c }, { a, b, c in c.addingProduct(a, b) }, { a, b, c in a * b + c },
    { a, b, c in .sum(a, times: b, plus: c) }, linear: .productSum)

  /// -a
  static let negate = arithmetic(
    1, cost: 0.9, { a, _, _ in -a }, { a, _, _ in -a }, { a, _, _ in -a }, { a, _, _ in -a }, linear: .negation)
}

extension LaneOperation {
  /// The range of the result if the first two operands are the same value, whose product is a square.
  public func range(ofOne x: LaneRange, _ last: LaneRange) -> LaneRange {
    if self == .multiply { return LaneRange(x.bounds.squared) }
    if self == .multiplyAdd { return LaneRange(x.bounds.squared) + last }
    return declaration.range(x, x, last)
  }

  /// The same for ``LaneDeclaration/singleRange``.
  public func singleRange(ofOne x: SingleRange?, _ last: SingleRange?) -> SingleRange? {
    let range = declaration.singleRange(x, x, last)
    return self == .multiply ? range.map { max($0.lowerBound, 0)...$0.upperBound } : range
  }
}
