extension ColorTable {
  /// Looks a color up in double precision. This is the reference for the single-precision form.
  public func exact(_ color: [Double]) -> [Double] {
    stages.reduce(color) { $1.exact($0) }
  }
}

extension ColorTable.Stage {
  fileprivate func exact(_ color: [Double]) -> [Double] {
    let positions = zip(axes, color).map { $0.exactPosition(of: $1) }
    let cell = positions.map { min(Int($0), edge - 2) }
    let fractions = zip(positions, cell).map { $0 - Double($1) }
    switch shape {
    case .curves:
      return (0..<3).map { lane in
        let (a, b) = (Double(entries[cell[lane]][lane]), Double(entries[cell[lane] + 1][lane]))
        return a + fractions[lane] * (b - a)
      }
    case .cube: return tetrahedral(cell, fractions)
    }
  }

  /// Tetrahedral interpolation: walks from the lowest corner along the axes, largest fraction first, and adds each
  /// edge's difference times its fraction.
  private func tetrahedral(_ cell: [Int], _ fractions: [Double]) -> [Double] {
    var corner = cell
    var sum = entry(corner)
    for axis in [0, 1, 2].sorted(by: { fractions[$0] > fractions[$1] }) {
      let before = entry(corner)
      corner[axis] += 1
      let after = entry(corner)
      for lane in 0..<3 { sum[lane] += fractions[axis] * (after[lane] - before[lane]) }
    }
    return sum
  }

  private func entry(_ corner: [Int]) -> [Double] {
    let entry = entries[(corner[2] * edge + corner[1]) * edge + corner[0]]
    return [Double(entry.x), Double(entry.y), Double(entry.z)]
  }
}

extension ColorTable.Axis {
  /// The position of a number among the entries, clamped to the range. NaN maps to the lower end.
  fileprivate func exactPosition(of x: Double) -> Double {
    let (low, high) = (Double(low), Double(high))
    guard x > low else { return 0 }
    return x < high ? (x - low) / (high - low) * Double(edge - 1) : Double(edge - 1)
  }
}
