import TintypeIntrinsics

/// The weights of a convolution: rows from the top, each from the left, as they lie over the picture.
public struct ConvolutionKernel: Sendable, Hashable {
  /// The number of columns, which is odd.
  public let columns: Int

  /// The weights, row by row.
  public let weights: [Double]

  /// The largest number of columns and rows.
  public static let largestSide = 9

  /// Leaves a picture as it is.
  public static let identity = ConvolutionKernel(columns: 1, weights: [1])!

  /// Nil for weights that are not finite, or not an odd number of rows and columns up to ``largestSide``.
  public init?(columns: Int, weights: [Double]) {
    func isSide(_ count: Int) -> Bool { count % 2 == 1 && 1...Self.largestSide ~= count }
    guard isSide(columns), weights.count % columns == 0, isSide(weights.count / columns) else { return nil }
    guard weights.allSatisfy({ Float($0).isFinite }) else { return nil }
    (self.columns, self.weights) = (columns, weights)
  }

  /// The number of rows, which is odd.
  public var rows: Int { weights.count / columns }

  /// The nonzero weights, in order, each with the offset of its pixel. A weight of 0 excludes its pixel.
  public var taps: [(column: Int, row: Int, weight: Double)] {
    weights.indices.filter { weights[$0] != 0 }.map { index in
      (index % columns - columns / 2, index / columns - rows / 2, weights[index])
    }
  }

  /// The columns and rows on either side of a pixel.
  public var reach: (columns: Int, rows: Int) { (columns / 2, rows / 2) }

  /// The least and the largest sum of a range of numbers.
  fileprivate func sums(_ lower: Double, _ upper: Double) -> (lower: Double, upper: Double) {
    taps.reduce((0, 0)) { sums, tap in
      let ends = tap.weight < 0 ? (upper, lower) : (lower, upper)
      return (sums.0 + tap.weight * ends.0, sums.1 + tap.weight * ends.1)
    }
  }
}

extension FieldFilter {
  /// The weighted sum of the pixels around each one. Weights are not normalized to a sum of 1.
  public static func convolution(_ kernel: ConvolutionKernel) -> FieldFilter {
    let taps = kernel.taps
    let sum = taps.reduce(0) { $0 + $1.weight }
    return FieldFilter(
      name: "convolve",
      documentation: "The sum of the pixels around each one, by `weights`: rows of constants, up to 9 x 9, as they lie "
        + "over the picture. They are not scaled to a sum of 1.",
      cyclesPerSample: 2 + 0.25 * Double(taps.count),
      isIdle: { _ in kernel == .identity },
      rowsAhead: { _ in Double(kernel.reach.rows) },
      range: { fields in
        let (lower, upper) = kernel.sums(fields[0].lower, fields[0].upper)
        return Interval(lower, upper)
      },
      // A rounding for each product and sum, all below the sum of magnitudes.
      singleRange: { fields in
        let (low, high) = (Double(fields[0].lowerBound), Double(fields[0].upperBound))
        let (lower, upper) = kernel.sums(low, high)
        let most = taps.reduce(0) { $0 + $1.weight.magnitude } * max(low.magnitude, high.magnitude)
        return SingleRange(finite: Float(lower - most * 0x1p-16), Float(upper + most * 0x1p-16))
      },
      factorOfUniform: sum,
      exact: { fields, _ in
        fields[0].replaced { column, row in
          fields[0][column, row].indices.map { lane in
            taps.reduce(0) { $0 + $1.weight * fields[0][column + $1.column, row + $1.row][lane] }
          }
        }
      },
      described: { _ in "with \(kernel.columns) x \(kernel.rows) weights" },
      shading: .stages([
        .shader(
          "sum", "the sum of \(kernel.columns) x \(kernel.rows) pixels by weights",
          reach: (.pixels(kernel.reach.columns), .pixels(kernel.reach.rows)),
          "var float4 sum = float4(0.0);\n"
            + taps.map {
              "sum += \(Float($0.weight).spelled) * tt_at(image, middle + int2(\($0.column), \($0.row)));\n"
            }.joined() + "float4 filtered = sum;")
      ]),
      window: .sum(kernel))
  }
}

extension Float {
  /// As a shader reads it.
  fileprivate var spelled: String {
    let digits = "\(magnitude)".filter { $0 != "+" }
    return self < 0 ? "(-\(digits))" : digits
  }
}
