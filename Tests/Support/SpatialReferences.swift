public import TintypeIR
public import TintypeIntrinsics

// The spatial steps in single precision, one pixel at a time: the executor's rows match them bit for bit.

extension SpatialOperation {
  /// The filtered field.
  func single(_ field: SingleField, _ amount: Float) -> SingleField {
    switch self {
    case .blur: Blur().single(field, amount)
    case .median: Median().single(field, amount)
    case .sample: preconditionFailure("no filter: \(self)")
    }
  }
}

extension Blur {
  /// The field blurred by the steps of ``GaussianSteps``.
  public func single(_ field: SingleField, _ sigma: Float) -> SingleField {
    if field.isEmpty { return field }
    let steps = GaussianSteps(sigma: sigma)
    var sizes: [SingleField] = []
    var field = field
    for _ in 0..<steps.halvings {
      sizes.append(field)
      field = field.halvedAcross().halvedDown()
    }
    field = field.weighed(steps.weights, across: true).weighed(steps.weights, across: false)
    for size in sizes.reversed() { field = field.doubled(to: size) }
    return field
  }
}

extension SingleField {
  fileprivate func halvedAcross() -> SingleField {
    SingleField(columns: GaussianSteps.halved(columns), rows: rows) { column, row in
      halved { self[2 * column + $0, row] }
    }
  }

  fileprivate func halvedDown() -> SingleField {
    SingleField(columns: columns, rows: GaussianSteps.halved(rows)) { column, row in
      halved { self[column, 2 * row + $0] }
    }
  }

  private func halved(_ at: (Int) -> Float) -> Float {
    let parts = GaussianSteps.halving
    let outer = (parts.last * (at(-2) + at(2))).addingProduct(parts.next, at(-1) + at(1))
    return outer.addingProduct(parts.middle, at(0))
  }

  fileprivate func weighed(_ weights: [Float], across: Bool) -> SingleField {
    SingleField(columns: columns, rows: rows) { column, row in
      func at(_ distance: Int) -> Float { across ? self[column + distance, row] : self[column, row + distance] }
      return weights.indices.dropFirst().reduce(weights[0] * at(0)) {
        $0.addingProduct(weights[$1], at(-$1) + at($1))
      }
    }
  }

  fileprivate func doubled(to size: SingleField) -> SingleField {
    let tall = SingleField(columns: columns, rows: size.rows) { column, row in
      doubled(row) { self[column, (row >> 1) + $0] }
    }
    return SingleField(columns: size.columns, rows: size.rows) { column, row in
      doubled(column) { tall[(column >> 1) + $0, row] }
    }
  }

  private func doubled(_ index: Int, _ at: (Int) -> Float) -> Float {
    let parts = GaussianSteps.halving
    if index & 1 != 0 { return (at(0) + at(1)) * (2 * parts.next) }
    return (2 * parts.last * (at(-1) + at(1))).addingProduct(2 * parts.middle, at(0))
  }
}

extension Median {
  /// Sorts the numbers of each square.
  public func single(_ field: SingleField, _ amount: Float) -> SingleField {
    let reach = Self.reach(amount)
    guard reach > 0 else { return field }
    return SingleField(columns: field.columns, rows: field.rows) { column, row in
      Self.value(Self.middle(column, row, reach) { Self.code(field[$0, $1]) })
    }
  }
}

extension Sample {
  /// The reference for the bytes.
  public func single(_ field: SingleField, x: Float, y: Float) -> Float {
    let (across, firstColumn) = taps(x, field.columns)
    let (down, firstRow) = taps(y, field.rows)
    let rows = down.indices.map { row in
      sum(across, across.indices.map { field[firstColumn + $0, firstRow + row] })
    }
    return sum(down, rows)
  }

  private func taps(_ place: Float, _ range: Range<Int>) -> (weights: [Float], first: Int) {
    let far = Float(4)
    let bounded = least(greatest(place, Float(range.lowerBound) - far), Float(range.upperBound) + far)
    let shifted = bounded - Float(filter.offset)
    let whole = shifted.rounded(.down)
    return (filter.weights(shifted - whole), Int(whole) - filter.tapsBefore)
  }

  private func sum(_ weights: [Float], _ values: [Float]) -> Float {
    zip(weights, values).dropFirst().reduce(weights[0] * values[0]) { $0.addingProduct($1.0, $1.1) }
  }
}

extension SampleFilter {
  /// The weights of the taps, first to last, at a fraction of a pixel after the center; they add up to 1.
  ///
  /// The executor follows these steps exactly.
  public func weights(_ f: Float) -> [Float] {
    switch self {
    case .nearest: return [1]
    case .bilinear: return [1 - f, f]
    case .bicubic:
      let square = f * f
      return [
        f * Float(-0.5).addingProduct(f, Float(1).addingProduct(-0.5, f)),
        Float(1).addingProduct(square, Float(-2.5).addingProduct(1.5, f)),
        f * Float(0.5).addingProduct(f, Float(2).addingProduct(-1.5, f)),
        square * Float(-0.5).addingProduct(0.5, f),
      ]
    }
  }
}
