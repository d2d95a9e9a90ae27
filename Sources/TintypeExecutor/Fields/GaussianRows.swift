import CTintypeLanes
import TintypeIntrinsics
import TintypePlan

// The steps of `GaussianSteps`, a row of one channel at a time; beyond both ends of a row stand its edges.

@inline(__always) private func halved(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes, _ e: Lanes) -> Lanes {
  let parts = GaussianSteps.halving
  let outer = fma(Lanes(repeating: parts.next), b + d, parts.last * (a + e))
  return fma(Lanes(repeating: parts.middle), c, outer)
}

@inline(__always) private func doubledEven(_ before: Lanes, _ here: Lanes, _ after: Lanes) -> Lanes {
  let parts = GaussianSteps.halving
  return fma(Lanes(repeating: 2 * parts.middle), here, 2 * parts.last * (before + after))
}

@inline(__always) private func doubledOdd(_ here: Lanes, _ after: Lanes) -> Lanes {
  (here + after) * (2 * GaussianSteps.halving.next)
}

/// A row of half as many pixels: `first` and `firstResult` are the columns at which the rows begin.
private func halveAcross(
  _ row: UnsafePointer<Float>, first: Int, into result: UnsafeMutablePointer<Float>, firstResult: Int, count: Int
) {
  let start = 2 * firstResult - first
  for index in stride(from: 0, to: count, by: 8) {
    let place = start + 2 * index
    let (a, b) = (load(row, place - 2), load(row, place + 6))
    let (c, d) = (load(row, place), load(row, place + 8))
    let (e, f) = (load(row, place + 2), load(row, place + 10))
    store(halved(tt_even(a, b), tt_odd(a, b), tt_even(c, d), tt_odd(c, d), tt_even(e, f)), result, index)
  }
}

/// A row between five.
private func halveDown(
  _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>, _ d: UnsafePointer<Float>,
  _ e: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>, count: Int
) {
  for index in stride(from: 0, to: count, by: 8) {
    store(
      halved(load(a, index), load(b, index), load(c, index), load(d, index), load(e, index)), result, index)
  }
}

/// A row of twice as many pixels.
private func doubleAcross(
  _ row: UnsafePointer<Float>, first: Int, into result: UnsafeMutablePointer<Float>, firstResult: Int, count: Int
) {
  // From an even column on; the one before an odd first column falls into the margin.
  let even = firstResult & ~1
  let start = (even >> 1) - first
  for index in stride(from: 0, to: (count + firstResult - even + 1) / 2, by: 8) {
    let (before, here, after) = (
      load(row, start + index - 1), load(row, start + index), load(row, start + index + 1)
    )
    let (evens, odds) = (doubledEven(before, here, after), doubledOdd(here, after))
    let place = even - firstResult + 2 * index
    store(tt_in_turn_low(evens, odds), result, place)
    store(tt_in_turn_high(evens, odds), result, place + 8)
  }
}

/// An even row of twice as many.
private func doubleDownEven(
  _ before: UnsafePointer<Float>, _ here: UnsafePointer<Float>, _ after: UnsafePointer<Float>,
  into result: UnsafeMutablePointer<Float>, count: Int
) {
  for index in stride(from: 0, to: count, by: 8) {
    store(doubledEven(load(before, index), load(here, index), load(after, index)), result, index)
  }
}

/// An odd row of twice as many.
private func doubleDownOdd(
  _ here: UnsafePointer<Float>, _ after: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>, count: Int
) {
  for index in stride(from: 0, to: count, by: 8) {
    store(doubledOdd(load(here, index), load(after, index)), result, index)
  }
}

// MARK: Stages

extension FieldStages {
  /// The rows of `Blur`.
  mutating func blurred(_ field: FieldRows, sigma: Float) -> FieldRows {
    let steps = GaussianSteps(sigma: sigma)
    var rows = field
    func halved(_ pixels: Range<Int>) -> Range<Int> { pixels.isEmpty ? pixels : GaussianSteps.halved(pixels) }
    var sizes: [PixelRectangle] = []
    for _ in 0..<steps.halvings {
      let size = rows.pixels
      sizes.append(size)
      rows = shared(of: rows) { stages, rows in
        let across = stages.add(HalveAcross(), from: rows, columns: halved(size.columns), rows: size.rows)
        return stages.add(HalveDown(), from: across, columns: across.pixels.columns, rows: halved(size.rows))
      }
    }
    let small = rows.pixels
    rows = add(WeighAcross(weights: steps.weights), from: rows, columns: small.columns, rows: small.rows)
    rows = add(WeighDown(weights: steps.weights), from: rows, columns: small.columns, rows: small.rows)
    for size in sizes.reversed() {
      rows = add(DoubleDown(), from: rows, columns: rows.pixels.columns, rows: size.rows)
      rows = add(DoubleAcross(), from: rows, columns: size.columns, rows: size.rows)
    }
    return rows
  }
}

private struct HalveAcross: SingleRowMaker {
  let makesLess = true
  func footprint(of row: Int) -> ClosedRange<Int> { row...row }
  func make(
    _ row: Int, into target: UnsafeMutablePointer<Float>, of output: FieldRows, from input: FieldRows,
    _ source: (Int) -> UnsafePointer<Float>, _ loops: LoopSet
  ) {
    halveAcross(
      source(row), first: input.pixels.columns.lowerBound, into: target,
      firstResult: output.pixels.columns.lowerBound, count: output.pixels.columns.count)
  }
}

private struct HalveDown: SingleRowMaker {
  let makesLess = true
  func footprint(of row: Int) -> ClosedRange<Int> { 2 * row - 2...2 * row + 2 }
  func make(
    _ row: Int, into target: UnsafeMutablePointer<Float>, of output: FieldRows, from input: FieldRows,
    _ source: (Int) -> UnsafePointer<Float>, _ loops: LoopSet
  ) {
    halveDown(
      source(2 * row - 2), source(2 * row - 1), source(2 * row), source(2 * row + 1), source(2 * row + 2),
      into: target, count: output.pixels.columns.count)
  }
}

private struct WeighAcross: SingleRowMaker {
  let weights: [Float]
  func footprint(of row: Int) -> ClosedRange<Int> { row...row }
  func make(
    _ row: Int, into target: UnsafeMutablePointer<Float>, of output: FieldRows, from input: FieldRows,
    _ source: (Int) -> UnsafePointer<Float>, _ loops: LoopSet
  ) {
    weights.withUnsafeBufferPointer {
      loops.weighAcross(source(row), $0, into: target, count: output.pixels.columns.count)
    }
  }
}

private struct WeighDown: RowMaker {
  let weights: [Float]

  /// Columns that are weighed down together: of all rows that go into a few, what lies in them stays in the first-level cache.
  private static let columnsAtOnce = 256

  func footprint(of row: Int) -> ClosedRange<Int> { row - (weights.count - 1)...row + (weights.count - 1) }

  func make(_ rows: Range<Int>, of output: FieldRows, from input: FieldRows, _ loops: LoopSet, threads: Int) {
    NextRows.share(rows, each: Execution.rowsPerTurn, threads: threads) { next in
      while let some = next.take() {
        weights.withUnsafeBufferPointer { make(some, $0, of: output, from: input, loops) }
        for row in some { output.fillMargins(of: output.row(row)) }
      }
    }
  }

  private func make(
    _ made: Range<Int>, _ weights: UnsafeBufferPointer<Float>, of output: FieldRows, from input: FieldRows,
    _ loops: LoopSet
  ) {
    let count = output.pixels.columns.count
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>?.self, capacity: 2 * weights.count) { rows in
      for channel in 0..<output.channels {
        for column in stride(from: 0, to: count, by: Self.columnsAtOnce) {
          for row in made {
            func source(_ row: Int) -> UnsafePointer<Float> {
              UnsafePointer(input.row(row) + channel * input.planeStride + column)
            }
            rows[0] = source(row)
            for distance in 1..<max(weights.count, 1) {
              rows[2 * distance - 1] = source(row - distance)
              rows[2 * distance] = source(row + distance)
            }
            loops.weighDown(
              rows.baseAddress!, weights, into: output.row(row) + channel * output.planeStride + column,
              count: min(Self.columnsAtOnce, count - column))
          }
        }
      }
    }
  }
}

private struct DoubleDown: SingleRowMaker {
  func footprint(of row: Int) -> ClosedRange<Int> { (row >> 1) - (1 - row & 1)...(row >> 1) + 1 }
  func make(
    _ row: Int, into target: UnsafeMutablePointer<Float>, of output: FieldRows, from input: FieldRows,
    _ source: (Int) -> UnsafePointer<Float>, _ loops: LoopSet
  ) {
    let (half, count) = (row >> 1, output.pixels.columns.count)
    if row & 1 == 0 {
      doubleDownEven(source(half - 1), source(half), source(half + 1), into: target, count: count)
    } else {
      doubleDownOdd(source(half), source(half + 1), into: target, count: count)
    }
  }
}

private struct DoubleAcross: SingleRowMaker {
  func footprint(of row: Int) -> ClosedRange<Int> { row...row }
  func make(
    _ row: Int, into target: UnsafeMutablePointer<Float>, of output: FieldRows, from input: FieldRows,
    _ source: (Int) -> UnsafePointer<Float>, _ loops: LoopSet
  ) {
    doubleAcross(
      source(row), first: input.pixels.columns.lowerBound, into: target,
      firstResult: output.pixels.columns.lowerBound, count: output.pixels.columns.count)
  }
}
