import TintypeIntrinsics

extension LaneOperation {
  /// The operation on many lanes at once, in the executor's own arithmetic. A column has a number for each lane, or one for all; there
  /// are at least as many columns as operands.
  func column(_ columns: [[Float]], count: Int) -> [Float] {
    let a = columns[0]
    let b = columns.count > 1 ? columns[1] : a
    let c = columns.count > 2 ? columns[2] : a
    let (stepA, stepB, stepC) = (a.count == 1 ? 0 : 1, b.count == 1 ? 0 : 1, c.count == 1 ? 0 : 1)
    func each(_ value: (Float, Float, Float) -> Float) -> [Float] {
      var results: [Float] = []
      results.reserveCapacity(count)
      var (placeA, placeB, placeC) = (0, 0, 0)
      for _ in 0..<count {
        results.append(value(a[placeA], b[placeB], c[placeC]))
        (placeA, placeB, placeC) = (placeA + stepA, placeB + stepB, placeC + stepC)
      }
      return results
    }
    // The common ones in loops of their own; all others one by one.
    return switch self {
    case .add: each { a, b, _ in a + b }
    case .subtract: each { a, b, _ in a - b }
    case .multiply: each { a, b, _ in a * b }
    case .divide: each { a, b, _ in a / b }
    case .minimum: each { a, b, _ in a < b ? a : b }
    case .maximum: each { a, b, _ in a > b ? a : b }
    case .less: each { a, b, _ in .truth(a < b) }
    case .lessOrEqual: each { a, b, _ in .truth(a <= b) }
    case .select: each { a, b, c in a.bitPattern != 0 ? b : c }
    default: each { self($0, $1, $2) }
    }
  }
}
