public import TintypeIntrinsics

/// A field at another place, interpolated between pixel centers by a filter.
public struct Sample: Sendable {
  /// The interpolation between pixel centers.
  public let filter: SampleFilter

  /// Creates the step.
  public init(filter: SampleFilter) { self.filter = filter }

  /// `sample.bilinear`
  public var name: String { "sample.\(filter.rawValue)" }

  /// Interpolation stays in the range of the field, except that a cubic overshoots.
  public func range(of field: Interval) -> Interval {
    switch filter {
    case .nearest, .bilinear: field
    case .bicubic: .everything
    }
  }

  /// Weights add up to 1 within some roundings.
  public func singleRange(of field: SingleRange) -> SingleRange? {
    switch filter {
    case .nearest: field
    case .bilinear: field.widened(by: 0x1p-10)
    case .bicubic: nil
    }
  }

  /// Approximate cost in cycles per eight pixels, in units of `LaneOperation.cost`.
  public var cost: Double { Double(20 + 14 * filter.taps * filter.taps) }

  /// The reference semantics: the lanes at a place.
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
    let bounded = least(greatest(place, Double(range.lowerBound) - 4), Double(range.upperBound) + 4)
    let shifted = bounded - filter.offset
    let whole = shifted.rounded(.down)
    return (filter.exactWeights(shifted - whole), Int(whole) - filter.tapsBefore)
  }
}
