/// The lowering of an intrinsic to lane operations, as data: one lane of its result in terms of the lanes of its
/// operands.
public indirect enum LaneFormula: Sendable, Hashable {
  /// One lane of one operand.
  case operand(Int, lane: Int)
  /// A number.
  case constant(Double)
  /// An operation on formulas.
  case apply(LaneOperation, [LaneFormula])
}

// Operators for writing formulas in the table of intrinsics. They are defined on formulas only, not on SIMD types.
extension LaneFormula: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A number.
  public init(floatLiteral value: Double) { self = .constant(value) }

  /// A number.
  public init(integerLiteral value: Int) { self = .constant(Double(value)) }

  static func + (a: Self, b: Self) -> Self { .apply(.add, [a, b]) }
  static func - (a: Self, b: Self) -> Self { .apply(.subtract, [a, b]) }
  static func * (a: Self, b: Self) -> Self { .apply(.multiply, [a, b]) }
  static func / (a: Self, b: Self) -> Self { .apply(.divide, [a, b]) }
  static func fma(_ a: Self, _ b: Self, _ c: Self) -> Self { .apply(.multiplyAdd, [a, b, c]) }
  static func min(_ a: Self, _ b: Self) -> Self { .apply(.minimum, [a, b]) }
  static func max(_ a: Self, _ b: Self) -> Self { .apply(.maximum, [a, b]) }
  static func abs(_ a: Self) -> Self { .apply(.absolute, [a]) }
  static func floor(_ a: Self) -> Self { .apply(.floor, [a]) }
  static func sqrt(_ a: Self) -> Self { .apply(.squareRoot, [.max(a, 0)]) }
  static func power(_ a: Self, _ b: Self) -> Self { .apply(.power, [a, b]) }
  static func not(_ a: Self) -> Self { .apply(.not, [a]) }
  static func select(_ condition: Self, _ a: Self, _ b: Self) -> Self { .apply(.select, [condition, a, b]) }

  /// a1 b1 + a2 b2 + ... from left to right, with one rounding per step.
  static func dot(_ a: [Self], _ b: [Self]) -> Self {
    zip(a, b).dropFirst().reduce(a[0] * b[0]) { sum, pair in .fma(pair.0, pair.1, sum) }
  }
}

extension LaneFormula {
  /// The formula in some arithmetic, from the parts to the whole. Operands beyond an operation's arity repeat the
  /// first.
  @inlinable public func folded<Result>(
    operand: (_ index: Int, _ lane: Int) -> Result, constant: (Double) -> Result,
    apply: (LaneOperation, Result, Result, Result) -> Result
  ) -> Result {
    switch self {
    case .operand(let index, let lane): return operand(index, lane)
    case .constant(let number): return constant(number)
    case .apply(let operation, let parts):
      func part(_ index: Int) -> Result { parts[index].folded(operand: operand, constant: constant, apply: apply) }
      let first = part(0)
      return apply(operation, first, parts.count > 1 ? part(1) : first, parts.count > 2 ? part(2) : first)
    }
  }

  /// The value of the formula in single precision, for given lanes of the operands.
  public func evaluated(_ operand: (_ index: Int, _ lane: Int) -> Float) -> Float {
    folded(operand: operand, constant: { Float($0) }) { $0($1, $2, $3) }
  }
}

extension IntrinsicDefinition.Formula {
  /// The formula of one scalar result, for operands of these widths.
  public func scalar(operandWidths: [Int]) -> LaneFormula {
    switch self {
    case .each(let formula): formula(operandWidths.indices.map { .operand($0, lane: 0) })
    case .whole(let formula):
      formula(operandWidths.enumerated().map { index, width in (0..<width).map { .operand(index, lane: $0) } })
    case .composed: preconditionFailure("no program holds a composed intrinsic")
    }
  }
}
