import TintypeColor

/// How far colors are from those that were to be reached, in dE2000.
public struct ColorError: Sendable, Equatable {
  /// The mean.
  public let mean: Double

  /// The 95th percentile.
  public let percentile95: Double

  /// Takes distances; 0 where there are none.
  init(_ distances: [Double]) {
    let sorted = distances.sorted()
    mean = sorted.reduce(0, +) / Double(max(sorted.count, 1))
    percentile95 = sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
  }
}
