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

  /// Includes the number of halvings.
  public func described(_ sigma: Float) -> String {
    let halvings = GaussianSteps(sigma: sigma).halvings
    return "by \(Self.tenths(sigma)) px" + (halvings == 0 ? "" : ", halved \(halvings)x")
  }
}
