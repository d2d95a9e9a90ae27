public import TintypeIntrinsics

/// A Gaussian whose standard deviation in pixels is the amount; 0 and less smooth nothing.
public struct Blur: FieldFilter {
  /// There is but one.
  public init() {}

  /// `blur`
  public let name = "blur"

  /// It hardly depends on the radius.
  public let cyclesPerSample = 5.0

  /// The next pixel is not reached.
  public func isIdle(_ amount: Float) -> Bool { !(Double(amount) >= GaussianSteps.leastSigma) }

  /// A mean of what is around.
  public func range(of field: Interval) -> Interval { field }

  /// Weights are not below 0, and add up to 1 within some roundings.
  public func singleRange(of field: ClosedRange<Float>) -> ClosedRange<Float>? { Sample.widened(field) }

  /// The true Gaussian: sampled at whole pixels up to six sigma, where it is 1.5e-8 of its height, and made to add up to 1.
  public func exact(_ field: ExactField, _ sigma: Double) -> ExactField {
    guard sigma > 0, !field.pixels.isEmpty else { return field }
    let reach = Int((6 * min(sigma, 1e4)).rounded(.up))
    let parts = (-reach...reach).map { distance in
      LaneOperation.exp2.exact([-Double(distance * distance) / (2 * sigma * sigma) * 1.4426950408889634])
    }
    let sum = parts.reduce(0, +)
    func weighed(_ at: (Int) -> [Double]) -> [Double] {
      zip(-reach...reach, parts).reduce(into: [Double](repeating: 0, count: field.pixels[0].count)) { lanes, part in
        for (lane, value) in at(part.0).enumerated() { lanes[lane] += value * part.1 / sum }
      }
    }
    let (columns, rows) = (field.columns, field.rows)
    let across = ExactField(columns: columns, rows: rows) { column, row in weighed { field[column + $0, row] } }
    return ExactField(columns: columns, rows: rows) { column, row in weighed { across[column, row + $0] } }
  }

  /// The field smoothed step by step, as ``GaussianSteps`` says.
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

  /// With how often the picture is halved.
  public func described(_ sigma: Float) -> String {
    let halvings = GaussianSteps(sigma: sigma).halvings
    return "by \(Self.tenths(sigma)) px" + (halvings == 0 ? "" : ", halved \(halvings)x")
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
