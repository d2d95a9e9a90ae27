extension LaneFormula {
  /// The range of the formula for ranges of the operands' lanes. The product of a lane with itself is a square.
  func range(_ operand: (_ index: Int, _ lane: Int) -> LaneRange) -> LaneRange {
    switch self {
    case .operand(let index, let lane): return operand(index, lane)
    case .constant(let number): return LaneRange(Interval(number))
    case .apply(let operation, let parts):
      let first = parts[0].range(operand)
      let last = parts.count > 2 ? parts[2].range(operand) : first
      if case .operand(let index, let lane) = parts[0], parts.count > 1, case .operand(index, lane: lane) = parts[1] {
        return operation.range(ofOne: first, last)
      }
      return operation.declaration.range(first, parts.count > 1 ? parts[1].range(operand) : first, last)
    }
  }
}

extension Intrinsic {
  /// The range of each lane of a result of a given width, for ranges of the operands' lanes.
  ///
  /// - Parameter values: for each operand, the first position with the same value: a dot product of a value with itself
  ///   is not negative.
  public func ranges(of operands: [[LaneRange]], values: [Int], width: Int) -> [LaneRange] {
    switch definition.formula {
    case .each(let formula):
      let pattern = formula(values.map { .operand($0, lane: 0) })
      return (0..<width).map { lane in
        let parts = operands.map { $0.count == 1 ? $0[0] : $0[lane] }
        let range = pattern.range { index, _ in parts[index] }
        guard let known = definition.knownBounds else { return range }
        return range.bounded(by: known(parts.map { $0.bounds }))
      }
    case .whole(let formula):
      let pattern = formula(
        zip(values, operands).map { value, lanes in lanes.indices.map { .operand(value, lane: $0) } })
      return [pattern.range { operands[$0][$1] }]
    case .composed: preconditionFailure("no program holds a composed intrinsic")
    }
  }
}
