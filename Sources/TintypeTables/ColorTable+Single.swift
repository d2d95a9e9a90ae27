// What a table gives in single precision: the steps that the tile machine takes on eight pixels, on one, so that both give the
// same bits.
extension ColorTable {
  /// The color that the table has for a color. Outside of its range it holds what stands at the edge; NaN counts as the lower end.
  public func callAsFunction(_ color: [Float]) -> [Float] {
    stages.reduce(color) { $1($0) }
  }
}

extension ColorTable.Stage {
  fileprivate func callAsFunction(_ color: [Float]) -> [Float] {
    let places = zip(axes, color).map { $0.place(of: $1) }
    return shape == .curves ? onCurves(places) : inCube(places)
  }

  /// a (1 - f) + b f, which is exact at both ends.
  private func onCurves(_ places: [(cell: Int, rest: Float)]) -> [Float] {
    (0..<3).map { lane in
      let (cell, rest) = places[lane]
      return (entries[cell][lane] * (1 - rest)).addingProduct(entries[cell + 1][lane], rest)
    }
  }

  /// Tetrahedral interpolation: the cell is cut into six tetrahedra along its gray diagonal, and the color is weighed from the four
  /// corners of the one that it lies in. They are met on the way from the lowest corner to the highest when one walks along the axis
  /// of the largest rest first. (Kasson, Nin, Plouffe and Hafner, "Performing color space conversions with three-dimensional linear
  /// interpolation", Journal of Electronic Imaging 4(3), 1995.)
  private func inCube(_ places: [(cell: Int, rest: Float)]) -> [Float] {
    let (red, green, blue) = (places[0].rest, places[1].rest, places[2].rest)
    let steps = [1, edge, edge * edge]
    let (isRedGreen, isGreenBlue, isRedBlue) = (red >= green, green >= blue, red >= blue)
    let first = isRedGreen && isRedBlue ? 0 : !isRedGreen && isGreenBlue ? 1 : 2
    let last = isGreenBlue && isRedBlue ? 2 : !isRedGreen && !isRedBlue ? 0 : 1
    let most = larger(larger(red, green), blue)
    let least = smaller(smaller(red, green), blue)
    let middle = larger(smaller(red, green), smaller(larger(red, green), blue))
    let low = places[0].cell + places[1].cell * edge + places[2].cell * edge * edge
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
  /// The entry below a number, never the last one, and how far it lies behind, 0 to 1.
  fileprivate func place(of x: Float) -> (cell: Int, rest: Float) {
    let place = smaller(larger(offset.addingProduct(scale, x), 0), last)
    let cell = smaller(place.rounded(.down), last - 1)
    return (Int(cell), place - cell)
  }
}

/// The second where they do not compare, as the instruction of the processor has it.
private func smaller(_ a: Float, _ b: Float) -> Float { a < b ? a : b }

private func larger(_ a: Float, _ b: Float) -> Float { a > b ? a : b }
