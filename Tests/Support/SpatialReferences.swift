public import TintypeIR
public import TintypeIntrinsics

// The spatial steps in single precision, one pixel at a time: the executor's rows match them bit for bit.

extension SpatialOperation {
  /// The result of a filter on one lane of its fields.
  public func single(_ fields: [SingleField], _ amounts: [Float]) -> SingleField {
    switch self {
    case .blur: fields[0].blurred([(amounts[0], 1)])
    case .blurs(let weights): fields[0].blurred(Array(zip(amounts, weights)))
    case .median: fields[0].medians(radius: amounts[0])
    case .erode: fields[0].extrema(radius: amounts[0]) { min($0, $1) }
    case .dilate: fields[0].extrema(radius: amounts[0]) { max($0, $1) }
    case .convolve(let kernel): fields[0].convolved(by: kernel)
    case .guidedFilter: fields[0].guided(by: fields[1], sigma: amounts[0], epsilon: amounts[1])
    case .sample: preconditionFailure("no filter: \(self)")
    }
  }
}

extension SingleField {
  /// The sum by weights of the field's blurs by the steps of ``GaussianSteps``, from the smallest picture on.
  fileprivate func blurred(_ parts: [(sigma: Float, weight: Float)]) -> SingleField {
    if isEmpty { return self }
    let blurs = parts.map { (steps: GaussianSteps(sigma: $0.sigma), weight: $0.weight) }
    var levels = [self]
    for level in 0..<blurs.map(\.steps.halvings).max()! { levels.append(levels[level].halvedAcross().halvedDown()) }
    var sum: SingleField?
    for (level, field) in levels.enumerated().reversed() {
      sum = sum?.doubled(to: field)
      for (steps, weight) in blurs where steps.halvings == level {
        let weighed = field.weighed(steps.weights, across: true)
          .weighed(steps.weights.map { $0 * weight }, across: false)
        guard let before = sum else {
          sum = weighed
          continue
        }
        sum = SingleField(columns: field.columns, rows: field.rows) { before[$0, $1] + weighed[$0, $1] }
      }
    }
    return sum!
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

extension SingleField {
  /// Sorts the numbers of each square.
  fileprivate func medians(radius: Float) -> SingleField {
    let reach = Int(FilterAmount.squareRadius.resolved(radius))
    guard reach > 0 else { return self }
    return SingleField(columns: columns, rows: rows) { column, row in
      MedianStep.value(MedianStep.middle(column, row, reach) { MedianStep.code(self[$0, $1]) })
    }
  }

  /// The extrema of each row, and of the columns of those. NaN is 0, and zeros have no sign.
  fileprivate func extrema(radius: Float, _ chosen: (Float, Float) -> Float) -> SingleField {
    let reach = Int(FilterAmount.squareRadius.resolved(radius))
    guard reach > 0 else { return self }
    let known = SingleField(columns: columns, rows: rows) { self[$0, $1].isNaN ? 0 : self[$0, $1] + 0 }
    let across = SingleField(columns: columns, rows: rows) { column, row in
      (-reach...reach).reduce(known[column, row]) { chosen($0, known[column + $1, row]) }
    }
    return SingleField(columns: columns, rows: rows) { column, row in
      (-reach...reach).reduce(across[column, row]) { chosen($0, across[column, row + $1]) }
    }
  }

  /// Means are blurs.
  fileprivate func guided(by guide: SingleField, sigma: Float, epsilon: Float) -> SingleField {
    guard Double(sigma) >= GaussianSteps.leastSigma else { return self }
    let epsilon = FieldFilter.guidedFilter.amounts[1].resolved(epsilon)
    func each(_ number: @escaping (_ column: Int, _ row: Int) -> Float) -> SingleField {
      SingleField(columns: columns, rows: rows, number)
    }
    func mean(_ number: @escaping (_ column: Int, _ row: Int) -> Float) -> SingleField {
      each(number).blurred([(sigma, 1)])
    }
    let (guides, images) = (mean { guide[$0, $1] }, mean { self[$0, $1] })
    let squares = mean { guide[$0, $1] * guide[$0, $1] }
    let products = mean { guide[$0, $1] * self[$0, $1] }
    let a = each { column, row in
      let (g, p) = (guides[column, row], images[column, row])
      let variance = squares[column, row].addingProduct(-g, g)
      return products[column, row].addingProduct(-g, p) / (greatest(variance, 0) + epsilon)
    }
    let b = each { images[$0, $1].addingProduct(-a[$0, $1], guides[$0, $1]) }
    let (meanA, meanB) = (mean { a[$0, $1] }, mean { b[$0, $1] })
    return each { meanB[$0, $1].addingProduct(meanA[$0, $1], guide[$0, $1]) }
  }

  fileprivate func convolved(by kernel: ConvolutionKernel) -> SingleField {
    guard kernel != .identity, let first = kernel.taps.first else {
      return kernel == .identity ? self : SingleField(columns: columns, rows: rows) { _, _ in 0 }
    }
    return SingleField(columns: columns, rows: rows) { column, row in
      kernel.taps.dropFirst().reduce(Float(first.weight) * self[column + first.column, row + first.row]) { sum, tap in
        sum.addingProduct(Float(tap.weight), self[column + tap.column, row + tap.row])
      }
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
