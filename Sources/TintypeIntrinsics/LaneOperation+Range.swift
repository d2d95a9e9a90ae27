extension LaneOperation {
  /// What the operation can give, for what its operands can be; truth is 1 and 0.
  public func range(_ x: [LaneRange]) -> LaneRange {
    let bounds = x.map(\.bounds)
    switch self {
    case .add: return x[0] + x[1]
    case .subtract: return x[0] - x[1]
    case .multiply: return x[0] * x[1]
    case .divide: return x[0] / x[1]
    case .multiplyAdd: return x[0] * x[1] + x[2]
    case .negate: return -x[0]
    case .minimum:
      if bounds[0].upper <= bounds[1].lower { return x[0] }
      if bounds[1].upper <= bounds[0].lower { return x[1] }
      return LaneRange(Interval(min(bounds[0].lower, bounds[1].lower), min(bounds[0].upper, bounds[1].upper)))
    case .maximum:
      if bounds[0].lower >= bounds[1].upper { return x[0] }
      if bounds[1].lower >= bounds[0].upper { return x[1] }
      return LaneRange(Interval(max(bounds[0].lower, bounds[1].lower), max(bounds[0].upper, bounds[1].upper)))
    case .absolute:
      if bounds[0].lower >= 0 { return x[0] }
      if bounds[0].upper <= 0 { return -x[0] }
      return LaneRange(Interval(0, max(-bounds[0].lower, bounds[0].upper)))
    case .floor, .squareRoot, .exp2, .log2, .srgbCode:
      return LaneRange(bounds[0].mapped { exact([max($0, leastOperand)]) })
    case .power: return LaneRange(power(bounds[0], bounds[1]))
    case .sine, .cosine:
      return LaneRange(bounds[0].isPoint ? Interval(exact([bounds[0].lower])) : Interval(-1, 1))
    case .less: return truth(bounds[0].upper < bounds[1].lower, bounds[0].lower >= bounds[1].upper)
    case .lessOrEqual: return truth(bounds[0].upper <= bounds[1].lower, bounds[0].lower > bounds[1].upper)
    case .equal:
      // Two ways to one number may lie a rounding apart.
      let distance = max(bounds[0].lower - bounds[1].upper, bounds[1].lower - bounds[0].upper)
      let isOneNumber = bounds[0].isPoint && bounds[0] == bounds[1]
      return truth(isOneNumber, distance > Interval.slack(bounds[0].lower))
    case .and: return truth(bounds[0].lower == 1 && bounds[1].lower == 1, bounds[0].upper == 0 || bounds[1].upper == 0)
    case .or: return truth(bounds[0].lower == 1 || bounds[1].lower == 1, bounds[0].upper == 0 && bounds[1].upper == 0)
    case .not: return truth(bounds[0].upper == 0, bounds[0].lower == 1)
    case .select:
      if bounds[0].lower == 1 || x[1] == x[2] { return x[1] }
      return bounds[0].upper == 0 ? x[2] : LaneRange(bounds[1].union(bounds[2]))
    }
  }

  /// The smallest operand it is asked for: where it says nothing below.
  private var leastOperand: Double { self == .squareRoot ? 0 : -.infinity }

  private func truth(_ isTrue: Bool, _ isFalse: Bool) -> LaneRange {
    LaneRange(isTrue ? Interval(1) : isFalse ? Interval(0) : .unit)
  }

  /// Each corner, and the turn at a base of 1; a base that is not above 0 gives 0.
  private func power(_ base: Interval, _ exponent: Interval) -> Interval {
    guard base.upper > 0 else { return Interval(0) }
    let least = Swift.max(base.lower, Double(Float.leastNormalMagnitude))
    let bases = [least, Swift.max(base.upper, least)]
    let exponents = [exponent.lower, exponent.upper].map { Swift.min(Swift.max($0, -1e6), 1e6) }
    let corners = bases.flatMap { b in exponents.map { exact([b, $0]) } }
    let range = Interval.spanning(corners)
    return base.lower < least ? range.union(Interval(0)) : range
  }
}

extension LaneFormula {
  /// What the formula can give, for what the lanes of the operands can be. The product of a lane with itself is a square.
  func range(_ operand: (_ index: Int, _ lane: Int) -> LaneRange) -> LaneRange {
    switch self {
    case .operand(let index, let lane): operand(index, lane)
    case .constant(let number): LaneRange(Interval(number))
    case .apply(let operation, let parts):
      if case .operand(let first, let lane) = parts[0], parts.count > 1, case .operand(first, lane: lane) = parts[1] {
        operation.range(ofOne: parts[0].range(operand), parts.dropFirst(2).first?.range(operand))
      } else {
        operation.range(parts.map { $0.range(operand) })
      }
    }
  }
}

extension LaneOperation {
  /// What the operation can give where its first two operands are one value.
  public func range(ofOne x: LaneRange, _ last: LaneRange?) -> LaneRange {
    switch self {
    case .multiply: LaneRange(x.bounds.squared)
    case .multiplyAdd: LaneRange(x.bounds.squared) + (last ?? LaneRange(.everything))
    case .add, .subtract, .divide, .negate, .minimum, .maximum, .absolute, .floor, .squareRoot, .exp2, .log2, .power,
      .sine, .cosine, .srgbCode, .less, .lessOrEqual, .equal, .and, .or, .not, .select:
      range([x, x] + (last.map { [$0] } ?? []))
    }
  }
}

extension Intrinsic {
  /// What each lane of a result of so many can be, for what the lanes of the operands can be.
  ///
  /// - Parameter values: for each operand the first position at which the same value stands: a dot product of a value with itself is
  ///   not negative.
  public func ranges(of operands: [[LaneRange]], values: [Int], width: Int) -> [LaneRange] {
    switch definition.formula {
    case .each(let formula):
      let pattern = formula(values.map { .operand($0, lane: 0) })
      return (0..<width).map { lane in
        let parts = operands.map { $0.count == 1 ? $0[0] : $0[lane] }
        let range = pattern.range { index, _ in parts[index] }
        guard let known = definition.knownBounds else { return range }
        return range.bounded(by: known(parts.map(\.bounds)))
      }
    case .whole(let formula):
      let pattern = formula(
        zip(values, operands).map { value, lanes in lanes.indices.map { .operand(value, lane: $0) } })
      return [pattern.range { operands[$0][$1] }]
    }
  }
}
