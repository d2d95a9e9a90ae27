import TintypeIntrinsics

extension LaneOperation {
  /// The operation on many lanes at once, in the executor's own arithmetic; columns of equal length, at least as many as it has
  /// operands.
  func column(_ columns: [[Float]]) -> [Float] {
    let a = columns[0]
    let b = columns.count > 1 ? columns[1] : a
    let c = columns.count > 2 ? columns[2] : a
    func each(_ value: (Int) -> Float) -> [Float] {
      [Float](unsafeUninitializedCapacity: a.count) { results, count in
        for index in a.indices { results[index] = value(index) }
        count = a.count
      }
    }
    // The common ones in loops of their own; all others one by one.
    return switch self {
    case .add: each { a[$0] + b[$0] }
    case .subtract: each { a[$0] - b[$0] }
    case .multiply: each { a[$0] * b[$0] }
    case .divide: each { a[$0] / b[$0] }
    case .lessOrEqual: each { .truth(a[$0] <= b[$0]) }
    default: each { self(a[$0], b[$0], c[$0]) }
    }
  }
}
