public import TintypeIntrinsics

/// A field at another place, between the centers of its pixels as a filter says.
public struct Sample: SpatialDeclaration {
  /// How the color between centers is found.
  public let filter: SampleFilter

  /// By a filter.
  public init(filter: SampleFilter) { self.filter = filter }

  /// `sample.bilinear`
  public var name: String { "sample.\(filter.rawValue)" }

  /// What lies between two; a cubic overshoots.
  public func range(of field: Interval) -> Interval {
    switch filter {
    case .nearest, .bilinear: field
    case .bicubic: .everything
    }
  }

  /// Weights add up to 1 within some roundings.
  public func singleRange(of field: ClosedRange<Float>) -> ClosedRange<Float>? {
    switch filter {
    case .nearest: field
    case .bilinear: Self.widened(field)
    case .bicubic: nil
    }
  }

  /// About how many cycles it takes for eight pixels, in the measure of `LaneOperation.cost`.
  public var cost: Double { Double(20 + 14 * filter.taps * filter.taps) }

  /// What it means: the lanes at a place.
  public func exact(_ field: ExactField, x: Double, y: Double) -> [Double] {
    let (across, left) = taps(x, field.columns)
    let (down, top) = taps(y, field.rows)
    var lanes = [Double](repeating: 0, count: field.pixels.first?.count ?? 4)
    for (row, partDown) in down.enumerated() {
      for (column, partAcross) in across.enumerated() {
        let pixel = field[left + column, top + row]
        for lane in pixel.indices { lanes[lane] += pixel[lane] * partDown * partAcross }
      }
    }
    return lanes
  }

  private func taps(_ place: Double, _ range: Range<Int>) -> (weights: [Double], first: Int) {
    let bounded = LaneOperation.minimum.exact([
      LaneOperation.maximum.exact([place, Double(range.lowerBound) - 4]), Double(range.upperBound) + 4,
    ])
    let shifted = bounded - filter.offset
    let whole = shifted.rounded(.down)
    return (filter.exactWeights(shifted - whole), Int(whole) - filter.tapsBefore)
  }

  /// What its bytes are.
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
    let bounded = LaneOperation.minimum(
      LaneOperation.maximum(place, Float(range.lowerBound) - far), Float(range.upperBound) + far)
    let shifted = bounded - Float(filter.offset)
    let whole = shifted.rounded(.down)
    return (filter.weights(shifted - whole), Int(whole) - filter.tapsBefore)
  }

  private func sum(_ weights: [Float], _ values: [Float]) -> Float {
    zip(weights, values).dropFirst().reduce(weights[0] * values[0]) { $0.addingProduct($1.0, $1.1) }
  }

  /// A thousandth more at ends that are not 0: what is not below 0 stays so. Nil where that is not finite.
  static func widened(_ range: ClosedRange<Float>) -> ClosedRange<Float>? {
    let part: Float = 0x1p-10
    let low = range.lowerBound - part * range.lowerBound.magnitude
    let high = range.upperBound + part * range.upperBound.magnitude
    return low.isFinite && high.isFinite ? low...high : nil
  }
}
