import TintypeIntrinsics
import TintypePlan

/// One channel of a field, all of it, in single precision; beyond its rectangle the edge goes on, and nothing is 0.
struct ScalarField {
  let pixels: PixelRectangle
  private var numbers: [Float]

  init(_ pixels: PixelRectangle, _ number: (_ column: Int, _ row: Int) -> Float) {
    self.pixels = pixels
    numbers = pixels.rows.flatMap { row in pixels.columns.map { number($0, row) } }
  }

  subscript(column: Int, row: Int) -> Float {
    guard !pixels.isEmpty else { return 0 }
    let column = min(max(column, pixels.columns.lowerBound), pixels.columns.upperBound - 1)
    let row = min(max(row, pixels.rows.lowerBound), pixels.rows.upperBound - 1)
    return numbers[(row - pixels.rows.lowerBound) * pixels.columns.count + column - pixels.columns.lowerBound]
  }

  /// The value at a place between pixels, as `SampleFilter` says.
  func sampled(x: Float, y: Float, _ filter: SampleFilter) -> Float {
    let (across, firstColumn) = taps(x, pixels.columns, filter)
    let (down, firstRow) = taps(y, pixels.rows, filter)
    let rows = down.indices.map { row in
      sum(across, across.indices.map { self[firstColumn + $0, firstRow + row] })
    }
    return sum(down, rows)
  }

  private func taps(_ place: Float, _ range: Range<Int>, _ filter: SampleFilter) -> (weights: [Float], first: Int) {
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

  /// The field smoothed step by step, as `GaussianSteps` says.
  func blurred(_ steps: GaussianSteps) -> ScalarField {
    if pixels.isEmpty { return self }
    var sizes: [PixelRectangle] = []
    var field = self
    for _ in 0..<steps.halvings {
      sizes.append(field.pixels)
      field = field.halvedAcross().halvedDown()
    }
    field = field.weighed(steps.weights, across: true).weighed(steps.weights, across: false)
    for size in sizes.reversed() { field = field.doubled(to: size) }
    return field
  }

  private func halvedAcross() -> ScalarField {
    let columns = GaussianSteps.halved(pixels.columns)
    return ScalarField(PixelRectangle(columns: columns, rows: pixels.rows)) { column, row in
      halved { self[2 * column + $0, row] }
    }
  }

  private func halvedDown() -> ScalarField {
    let rows = GaussianSteps.halved(pixels.rows)
    return ScalarField(PixelRectangle(columns: pixels.columns, rows: rows)) { column, row in
      halved { self[column, 2 * row + $0] }
    }
  }

  private func halved(_ at: (Int) -> Float) -> Float {
    let parts = GaussianSteps.halving
    let outer = (parts.last * (at(-2) + at(2))).addingProduct(parts.next, at(-1) + at(1))
    return outer.addingProduct(parts.middle, at(0))
  }

  private func weighed(_ weights: [Float], across: Bool) -> ScalarField {
    ScalarField(pixels) { column, row in
      func at(_ distance: Int) -> Float { across ? self[column + distance, row] : self[column, row + distance] }
      return weights.indices.dropFirst().reduce(weights[0] * at(0)) {
        $0.addingProduct(weights[$1], at(-$1) + at($1))
      }
    }
  }

  private func doubled(to size: PixelRectangle) -> ScalarField {
    let tall = ScalarField(PixelRectangle(columns: pixels.columns, rows: size.rows)) { column, row in
      doubled(row) { self[column, (row >> 1) + $0] }
    }
    return ScalarField(size) { column, row in doubled(column) { tall[(column >> 1) + $0, row] } }
  }

  private func doubled(_ index: Int, _ at: (Int) -> Float) -> Float {
    let parts = GaussianSteps.halving
    if index & 1 != 0 { return (at(0) + at(1)) * (2 * parts.next) }
    return (2 * parts.last * (at(-1) + at(1))).addingProduct(2 * parts.middle, at(0))
  }
}
