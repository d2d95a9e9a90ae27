/// Moments and correlations of numbers on a grid, row by row; for uniform numbers in 0 to 1.
public struct FieldStatistics: Sendable {
  /// Columns.
  public let width: Int

  /// Rows.
  public let height: Int

  /// The numbers, row by row.
  public let values: [Float]

  /// Fills a grid, a row at a time.
  public init(width: Int, height: Int, row: (Int) -> [Float]) {
    self.width = width
    self.height = height
    values = (0..<height).flatMap(row)
  }

  /// The mean, in standard errors from 1/2.
  public var meanDeviation: Double {
    let sum = values.reduce(0.0) { $0 + Double($1) }
    return (sum / Double(values.count) - 0.5) / (1 / (12 * Double(values.count))).squareRoot()
  }

  /// The variance, in standard errors from 1/12; the fourth central moment of a uniform number is 1/80.
  public var varianceDeviation: Double {
    let sum = values.reduce(0.0) { $0 + (Double($1) - 0.5) * (Double($1) - 0.5) }
    let error = ((1.0 / 80 - 1.0 / 144) / Double(values.count)).squareRoot()
    return (sum / Double(values.count) - 1.0 / 12) / error
  }

  /// Pearson's chi-square over equal bins, in standard deviations from its mean.
  public func chiSquareDeviation(bins: Int) -> Double {
    var counts = [Int](repeating: 0, count: bins)
    for value in values { counts[Int(value * Float(bins))] += 1 }
    let expected = Double(values.count) / Double(bins)
    let chiSquare = counts.reduce(0.0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    let freedom = Double(bins - 1)
    return (chiSquare - freedom) / (2 * freedom).squareRoot()
  }

  /// The correlation with a field of the same size that is moved, in standard errors from 0.
  public func correlationDeviation(with other: FieldStatistics, columns: Int = 0, rows: Int = 0) -> Double {
    var sum = 0.0
    for row in 0..<height - rows {
      for column in 0..<width - columns {
        let a = values[row * width + column] - 0.5
        let b = other.values[(row + rows) * width + column + columns] - 0.5
        sum += Double(a) * Double(b)
      }
    }
    let count = Double((height - rows) * (width - columns))
    return sum * 12 / count.squareRoot()
  }

  /// How many runs of so many numbers occur more than once, at any two places.
  public func repeatedRuns(length: Int) -> Int {
    var seen: Set<UInt64> = []
    seen.reserveCapacity(values.count)
    var repeated = 0
    for row in 0..<height {
      for column in 0...(width - length) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for value in values[(row * width + column)..<(row * width + column + length)] {
          hash = (hash ^ UInt64(value.bitPattern)) &* 0x9e37_79b9_7f4a_7c15
          hash ^= hash >> 29
        }
        if !seen.insert(hash).inserted { repeated += 1 }
      }
    }
    return repeated
  }
}
