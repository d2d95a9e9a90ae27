// Table look-up in single precision, one pixel at a time: the same operations in the same order as the vector form of
// the executor, so both give the same bits.
extension ColorTable {
  /// Looks a color up. Colors outside the range are clamped to it; NaN maps to the lower end.
  public func callAsFunction(_ color: [Float]) -> [Float] {
    stages.reduce(color) { $1($0) }
  }
}

extension ColorTable.Stage {
  fileprivate func callAsFunction(_ color: [Float]) -> [Float] {
    let positions = zip(axes, color).map { $0.position(of: $1) }
    return shape == .curves ? linear(positions) : tetrahedral(positions)
  }

  /// Linear interpolation as a (1 - f) + b f, which is exact at both ends.
  private func linear(_ positions: [(cell: Int, fraction: Float)]) -> [Float] {
    (0..<3).map { lane in
      let (cell, fraction) = positions[lane]
      return (entries[cell][lane] * (1 - fraction)).addingProduct(entries[cell + 1][lane], fraction)
    }
  }

  /// Tetrahedral interpolation: six tetrahedra around the gray diagonal divide each cell, and the result is a weighted
  /// sum of the four corners of the one that holds the color. Walking from the lowest corner to the highest along the
  /// axis of the largest fraction first visits these four corners. (Kasson, Nin, Plouffe and Hafner, "Performing color
  /// space conversions with three-dimensional linear interpolation", Journal of Electronic Imaging 4(3), 1995.)
  private func tetrahedral(_ positions: [(cell: Int, fraction: Float)]) -> [Float] {
    let (red, green, blue) = (positions[0].fraction, positions[1].fraction, positions[2].fraction)
    let steps = [1, edge, edge * edge]
    let (isRedGreen, isGreenBlue, isRedBlue) = (red >= green, green >= blue, red >= blue)
    let first = isRedGreen && isRedBlue ? 0 : !isRedGreen && isGreenBlue ? 1 : 2
    let last = isGreenBlue && isRedBlue ? 2 : !isRedGreen && !isRedBlue ? 0 : 1
    let most = larger(larger(red, green), blue)
    let least = smaller(smaller(red, green), blue)
    let middle = larger(smaller(red, green), smaller(larger(red, green), blue))
    let low = positions[0].cell + positions[1].cell * edge + positions[2].cell * edge * edge
    let high = low + 1 + edge + edge * edge
    let corners = [low, low + steps[first], high - steps[last], high]
    let weights = [1 - most, most - middle, middle - least, least]
    return (0..<3).map { lane in
      var sum = entries[corners[0]][lane] * weights[0]
      for corner in 1..<4 { sum = sum.addingProduct(entries[corners[corner]][lane], weights[corner]) }
      return sum
    }
  }
}

extension ColorTable.Axis {
  /// The entry below a number, at most the second to last, and the fraction of the way to the next, 0 to 1.
  fileprivate func position(of x: Float) -> (cell: Int, fraction: Float) {
    let position = smaller(larger(offset.addingProduct(scale, x), 0), last)
    let cell = smaller(position.rounded(.down), last - 1)
    return (Int(cell), position - cell)
  }
}

/// The minimum, and `b` if either is NaN, as the x86 instruction `minps`.
private func smaller(_ a: Float, _ b: Float) -> Float { a < b ? a : b }

private func larger(_ a: Float, _ b: Float) -> Float { a > b ? a : b }
