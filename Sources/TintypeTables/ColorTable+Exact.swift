extension ColorTable {
  /// The color that the table has for a color, in double precision: what the table means.
  public func exact(_ color: [Double]) -> [Double] {
    stages.reduce(color) { $1.exact($0) }
  }
}

extension ColorTable.Stage {
  fileprivate func exact(_ color: [Double]) -> [Double] {
    let places = zip(axes, color).map { $0.exactPlace(of: $1) }
    let cell = places.map { min(Int($0), edge - 2) }
    let rest = zip(places, cell).map { $0 - Double($1) }
    switch shape {
    case .curves:
      return (0..<3).map { lane in
        let (a, b) = (Double(entries[cell[lane]][lane]), Double(entries[cell[lane] + 1][lane]))
        return a + rest[lane] * (b - a)
      }
    case .cube: return walked(from: cell, rest)
    }
  }

  /// Along the axes in the order of their rests, each leg by what the entries differ from end to end of it.
  private func walked(from cell: [Int], _ rest: [Double]) -> [Double] {
    var corner = cell
    var sum = entry(corner)
    for axis in [0, 1, 2].sorted(by: { rest[$0] > rest[$1] }) {
      let before = entry(corner)
      corner[axis] += 1
      let after = entry(corner)
      for lane in 0..<3 { sum[lane] += rest[axis] * (after[lane] - before[lane]) }
    }
    return sum
  }

  private func entry(_ corner: [Int]) -> [Double] {
    let entry = entries[(corner[2] * edge + corner[1]) * edge + corner[0]]
    return [Double(entry.x), Double(entry.y), Double(entry.z)]
  }
}

extension ColorTable.Axis {
  /// The place of a number among the entries; NaN counts as the lower end.
  fileprivate func exactPlace(of x: Double) -> Double {
    let (low, high) = (Double(low), Double(high))
    guard x > low else { return 0 }
    return x < high ? (x - low) / (high - low) * Double(edge - 1) : Double(edge - 1)
  }
}
