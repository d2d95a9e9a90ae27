import TintypeIntrinsics

extension FieldFilter {
  /// A Gaussian blur. The amount is the standard deviation in pixels; 0 or less has no effect.
  public static let blur = FieldFilter(
    name: "blur",
    documentation:
      "Smoothed by a Gaussian, whose standard deviation is the radius, or at each pixel the part of it that `by` "
      + "gives.",
    amounts: [.deviation],
    // Nearly independent of the radius.
    cyclesPerSample: 5,
    isIdle: { !(Double($0[0]) >= GaussianSteps.leastSigma) },
    rowsAhead: { 4 * Double(greatest($0[0], 0)) },
    // A mean of neighbors stays in their range.
    range: { $0[0] },
    // Weights are nonnegative, and add up to 1 within some roundings.
    singleRange: { $0[0].widened(by: 0x1p-10) },
    exact: { $0[0].blurred(sigma: $1[0]) },
    described: { amounts in
      let halvings = GaussianSteps(sigma: amounts[0]).halvings
      return "by \(tenths(amounts[0])) px" + (halvings == 0 ? "" : ", halved \(halvings)x")
    },
    shading: .byRuntime,
    window: .gaussian)
}

extension FieldFilter {
  /// The sum of several blurs of one field by weights, which only the optimizer makes: blurs of large radii are added
  /// where the picture is still small.
  static func blurs(_ weights: [Float]) -> FieldFilter {
    let sum = weights.reduce(0) { $0 + Double($1) }
    @Sendable func bounds(_ lower: Double, _ upper: Double) -> (lower: Double, upper: Double) {
      let sums = weights.map(Double.init).map { $0 < 0 ? ($0 * upper, $0 * lower) : ($0 * lower, $0 * upper) }
      return (sums.reduce(0) { $0 + $1.0 }, sums.reduce(0) { $0 + $1.1 })
    }
    return FieldFilter(
      name: "blurs", documentation: "The sum of blurs by weights.", amounts: weights.map { _ in .deviation },
      cyclesPerSample: 5 + Double(weights.count - 1),
      isIdle: { _ in false },
      rowsAhead: { 4 * Double($0.reduce(0, greatest)) },
      range: { fields in
        let (lower, upper) = bounds(fields[0].lower, fields[0].upper)
        return Interval(lower, upper)
      },
      // What is added is larger than the sum, and so are its roundings.
      singleRange: { fields in
        let (low, high) = (Double(fields[0].lowerBound), Double(fields[0].upperBound))
        let (lower, upper) = bounds(low, high)
        let most = weights.reduce(0) { $0 + Double($1.magnitude) } * max(low.magnitude, high.magnitude)
        return SingleRange(finite: Float(lower - most * 0x1p-9), Float(upper + most * 0x1p-9))
      },
      factorOfUniform: sum,
      exact: { fields, amounts in
        let blurs = amounts.map { fields[0].blurred(sigma: $0) }
        return fields[0].replaced { column, row in
          fields[0][column, row].indices.map { lane in
            zip(weights, blurs).reduce(0) { $0 + Double($1.0) * $1.1[column, row][lane] }
          }
        }
      },
      described: { amounts in
        let halvings = amounts.map { GaussianSteps(sigma: $0).halvings }.max() ?? 0
        return "by \(amounts.map(tenths).joined(separator: " px, ")) px"
          + (halvings == 0 ? "" : ", halved \(halvings)x")
      },
      shading: .byRuntime)
  }
}

extension ExactField {
  /// The true Gaussian, sampled at integer distances up to six sigma, where it is 1.5e-8 of its peak, and normalized to
  /// 1.
  fileprivate func blurred(sigma: Double) -> ExactField {
    guard sigma > 0, !pixels.isEmpty else { return self }
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
      return near.reduce(into: [Double](repeating: 0, count: pixels[0].count)) { lanes, other in
        let weight = part(
          other == range.lowerBound ? -reach : other - place, other == range.upperBound - 1 ? reach : other - place)
        for (lane, value) in at(other).enumerated() { lanes[lane] += value * weight }
      }
    }
    let across = replaced { column, row in weighed(column, columns) { self[$0, row] } }
    return replaced { column, row in weighed(row, rows) { across[column, $0] } }
  }
}
