import TintypeIR
import TintypePlan

extension FieldStages {
  /// The rows of `convolve`, of the first channels of a field.
  mutating func convolved(_ field: FieldRows, channels: Int, by kernel: ConvolutionKernel) -> FieldRows {
    guard kernel != .identity, !field.pixels.isEmpty else { return field }
    return add(
      ConvolutionRows(kernel), from: field, channels: channels, columns: field.pixels.columns, rows: field.pixels.rows)
  }
}

/// The first product, and each of the others added with one rounding, in the order of the weights.
private struct ConvolutionRows: SingleRowMaker {
  private let taps: [(column: Int, row: Int)]
  private let weights: [Float]
  private let reach: Int

  init(_ kernel: ConvolutionKernel) {
    taps = kernel.taps.map { ($0.column, $0.row) }
    weights = kernel.taps.map { Float($0.weight) }
    reach = kernel.reach.rows
  }

  var footprint: RowFootprint { RowFootprint(reach: reach) }

  func make(_ row: ChannelRow, _ loops: LoopTable) {
    let count = row.columns.count
    if taps.isEmpty { return row.target.update(repeating: 0, count: count) }
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>.self, capacity: taps.count) { places in
      for (index, tap) in taps.enumerated() {
        places.initializeElement(at: index, to: row.source(row.row + tap.row) + tap.column)
      }
      weights.withUnsafeBufferPointer { weights in
        for index in stride(from: 0, to: count, by: 32) { sum(places, weights, index, into: row.target) }
      }
    }
  }

  /// Sums 32 pixels: four vectors, since each sum waits for the one before.
  @inline(__always) private func sum(
    _ places: UnsafeMutableBufferPointer<UnsafePointer<Float>>, _ weights: UnsafeBufferPointer<Float>, _ index: Int,
    into target: UnsafeMutablePointer<Float>
  ) {
    var place = places[0]
    var weight = Lanes(repeating: weights[0])
    var a = weight * load(place, index)
    var b = weight * load(place, index + 8)
    var c = weight * load(place, index + 16)
    var d = weight * load(place, index + 24)
    for tap in 1..<weights.count {
      place = places[tap]
      weight = Lanes(repeating: weights[tap])
      a = fma(weight, load(place, index), a)
      b = fma(weight, load(place, index + 8), b)
      c = fma(weight, load(place, index + 16), c)
      d = fma(weight, load(place, index + 24), d)
    }
    store(a, target, index)
    store(b, target, index + 8)
    store(c, target, index + 16)
    store(d, target, index + 24)
  }
}
