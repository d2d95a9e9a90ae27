public import TintypeIntrinsics

/// A Gaussian blur. The amount is the standard deviation in pixels; 0 or less has no effect.
public struct Blur: FieldFilter {
  /// Creates the filter.
  public init() {}

  /// `blur`
  public let name = "blur"

  /// The cost is nearly independent of the radius.
  public let cyclesPerSample = 5.0

  /// Whether the footprint is a single pixel.
  public func isIdle(_ amount: Float) -> Bool { !(Double(amount) >= GaussianSteps.leastSigma) }

  /// A mean of neighbors stays in their range.
  public func range(of field: Interval) -> Interval { field }

  /// Weights are nonnegative, and add up to 1 within some roundings.
  public func singleRange(of field: SingleRange) -> SingleRange? { field.widened(by: 0x1p-10) }

  /// The true Gaussian, sampled at integer distances up to six sigma, where it is 1.5e-8 of its peak, and normalized to
  /// 1.
  public func exact(_ field: ExactField, _ sigma: Double) -> ExactField {
    guard sigma > 0, !field.pixels.isEmpty else { return field }
    let reach = Int((6 * min(sigma, 1e4)).rounded(.up))
    let parts = (-reach...reach).map { distance in
      LaneOperation.exp2.exact(-Double(distance * distance) / (2 * sigma * sigma) * 1.4426950408889634)
    }
    // The sums of the first parts.
    let sums = parts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    /// The part of the pixels from one distance on, up to another one.
    func part(_ low: Int, _ high: Int) -> Double {
      let (low, high) = (max(low, -reach), min(high, reach))
      if low > high { return 0 }
      return (low == high ? parts[low + reach] : sums[high + reach + 1] - sums[low + reach]) / sums[parts.count]
    }
    /// The pixels at the ends also stand for all beyond.
    func weighed(_ place: Int, _ range: Range<Int>, _ at: (Int) -> [Double]) -> [Double] {
      let near = range.clamped(to: place - reach..<place + reach + 1)
      return near.reduce(into: [Double](repeating: 0, count: field.pixels[0].count)) { lanes, other in
        let weight = part(
          other == range.lowerBound ? -reach : other - place, other == range.upperBound - 1 ? reach : other - place)
        for (lane, value) in at(other).enumerated() { lanes[lane] += value * weight }
      }
    }
    let across = field.replaced { column, row in weighed(column, field.columns) { field[$0, row] } }
    return field.replaced { column, row in weighed(row, field.rows) { across[column, $0] } }
  }

  /// Includes the number of halvings.
  public func described(_ sigma: Float) -> String {
    let halvings = GaussianSteps(sigma: sigma).halvings
    return "by \(Self.tenths(sigma)) px" + (halvings == 0 ? "" : ", halved \(halvings)x")
  }
}
