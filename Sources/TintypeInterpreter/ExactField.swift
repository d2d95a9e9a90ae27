import TintypeIntrinsics

/// A field in double precision, all of it; beyond its rectangle the edge goes on, and nothing is 0.
struct ExactField {
  private let columns: Range<Int>
  private let rows: Range<Int>
  private var pixels: [[Double]]

  init(columns: Range<Int>, rows: Range<Int>, _ lanes: (_ column: Int, _ row: Int) -> [Double]) {
    self.columns = columns
    self.rows = rows
    pixels = rows.flatMap { row in columns.map { lanes($0, row) } }
  }

  subscript(column: Int, row: Int) -> [Double] {
    guard !pixels.isEmpty else { return [0, 0, 0, 0] }
    let column = min(max(column, columns.lowerBound), columns.upperBound - 1)
    let row = min(max(row, rows.lowerBound), rows.upperBound - 1)
    return pixels[(row - rows.lowerBound) * columns.count + column - columns.lowerBound]
  }

  /// The true Gaussian: sampled at whole pixels up to six sigma, where it is 1.5e-8 of its height, and made to add up to 1.
  func blurred(sigma: Double) -> ExactField {
    guard sigma > 0, !pixels.isEmpty else { return self }
    let reach = Int((6 * min(sigma, 1e4)).rounded(.up))
    let parts = (-reach...reach).map { distance in
      LaneOperation.exp2.exact([-Double(distance * distance) / (2 * sigma * sigma) * 1.4426950408889634])
    }
    let sum = parts.reduce(0, +)
    func weighed(_ at: (Int) -> [Double]) -> [Double] {
      zip(-reach...reach, parts).reduce(into: [Double](repeating: 0, count: pixels[0].count)) { lanes, part in
        for (lane, value) in at(part.0).enumerated() { lanes[lane] += value * part.1 / sum }
      }
    }
    let across = ExactField(columns: columns, rows: rows) { column, row in weighed { self[column + $0, row] } }
    return ExactField(columns: columns, rows: rows) { column, row in weighed { across[column, row + $0] } }
  }

  /// The lanes at a place between pixels, as `SampleFilter` says.
  func sampled(x: Double, y: Double, _ filter: SampleFilter) -> [Double] {
    let (across, left) = taps(x, columns, filter)
    let (down, top) = taps(y, rows, filter)
    var lanes = [Double](repeating: 0, count: pixels.first?.count ?? 4)
    for (row, partDown) in down.enumerated() {
      for (column, partAcross) in across.enumerated() {
        let pixel = self[left + column, top + row]
        for lane in pixel.indices { lanes[lane] += pixel[lane] * partDown * partAcross }
      }
    }
    return lanes
  }

  private func taps(_ place: Double, _ range: Range<Int>, _ filter: SampleFilter) -> (weights: [Double], first: Int) {
    let bounded = LaneOperation.minimum.exact([
      LaneOperation.maximum.exact([place, Double(range.lowerBound) - 4]), Double(range.upperBound) + 4,
    ])
    let shifted = bounded - filter.offset
    let whole = shifted.rounded(.down)
    return (filter.exactWeights(shifted - whole), Int(whole) - filter.tapsBefore)
  }
}
