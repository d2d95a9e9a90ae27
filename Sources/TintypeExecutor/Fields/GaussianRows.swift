import CTintypeLanes
import TintypeIntrinsics
import TintypePlan

// The steps of `GaussianSteps`, one row of one channel at a time. Edge pixels are repeated at both ends of a row.

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

// MARK: Stages

extension FieldStages {
  /// The rows of blurs by standard deviations, of the first channels of a field, added by weights.
  ///
  /// A blur is added where its neighbors are weighed, and all are doubled together.
  mutating func blurred(_ field: FieldRows, channels: Int, _ parts: [(sigma: Float, weight: Float)]) -> FieldRows {
    let blurs = parts.map { (steps: GaussianSteps(sigma: $0.sigma), weight: $0.weight) }
    func halved(_ pixels: Range<Int>) -> Range<Int> { pixels.isEmpty ? pixels : GaussianSteps.halved(pixels) }
    var levels = [field]
    for level in 0..<(blurs.map { $0.steps.halvings }.max() ?? 0) {
      levels.append(
        shared(of: levels[level]) { stages, rows in
          let across = stages.add(
            HalveAcross(), from: rows, channels: channels, columns: halved(rows.pixels.columns), rows: rows.pixels.rows)
          return stages.add(
            HalveDown(), from: across, channels: channels, columns: across.pixels.columns,
            rows: halved(rows.pixels.rows))
        })
    }
    var sum: FieldRows?
    for (level, rows) in levels.enumerated().reversed() {
      let size = rows.pixels
      func made(_ maker: some RowMaker, _ inputs: FieldRows...) -> FieldRows {
        add(maker, from: inputs, channels: channels, columns: size.columns, rows: size.rows)
      }
      sum = sum.map { made(Doubling(), $0) }
      for blur in blurs where blur.steps.halvings == level {
        let across = made(WeighAcross(weights: blur.steps.weights), rows)
        let weighed = made(WeighDown(weights: blur.steps.weights.map { $0 * blur.weight }), across)
        sum = sum.map { made(Adding(), $0, weighed) } ?? weighed
      }
    }
    return sum ?? field
  }
}

/// Adds two fields of one size.
private struct Adding: SingleRowMaker {
  func make(_ row: ChannelRow, _ loops: LoopTable) {
    let (one, other) = (row.source(row.row), row.source(row.row, channel: row.channel, ofInput: 1))
    for index in stride(from: 0, to: row.columns.count, by: 8) {
      store(load(one, index) + load(other, index), row.target, index)
    }
  }
}

private struct HalveAcross: SingleRowMaker {
  let makesLess = true
  func make(_ row: ChannelRow, _ loops: LoopTable) {
    let (source, start) = (row.source(row.row), 2 * row.columns.lowerBound - row.inputs[0].pixels.columns.lowerBound)
    for index in stride(from: 0, to: row.columns.count, by: 8) {
      let place = start + 2 * index
      let (a, b) = (load(source, place - 2), load(source, place + 6))
      let (c, d) = (load(source, place), load(source, place + 8))
      let (e, f) = (load(source, place + 2), load(source, place + 10))
      store(halved(tt_even(a, b), tt_odd(a, b), tt_even(c, d), tt_odd(c, d), tt_even(e, f)), row.target, index)
    }
  }
}

private struct HalveDown: SingleRowMaker {
  let makesLess = true
  var footprint: RowFootprint { RowFootprint(-2, 2, slope: 2) }
  func make(_ row: ChannelRow, _ loops: LoopTable) {
    let middle = 2 * row.row
    let (a, b, c) = (row.source(middle - 2), row.source(middle - 1), row.source(middle))
    let (d, e) = (row.source(middle + 1), row.source(middle + 2))
    for index in stride(from: 0, to: row.columns.count, by: 8) {
      store(
        halved(load(a, index), load(b, index), load(c, index), load(d, index), load(e, index)), row.target, index)
    }
  }
}

private struct WeighAcross: SingleRowMaker {
  let weights: [Float]
  func make(_ row: ChannelRow, _ loops: LoopTable) {
    weights.withUnsafeBufferPointer {
      loops.weighAcross(row.source(row.row), $0, into: row.target, count: row.columns.count)
    }
  }
}

private struct WeighDown: RowMaker {
  let weights: [Float]

  /// The number of columns filtered along y together. Consecutive rows share inputs, which stay in the first-level
  /// cache at this width.
  private static let columnsAtOnce = 256

  var footprint: RowFootprint { RowFootprint(reach: weights.count - 1) }

  func make(
    _ rows: Range<Int>, of output: FieldView, from inputs: UnsafeBufferPointer<FieldView>, _ loops: LoopTable
  ) {
    weights.withUnsafeBufferPointer { make(rows, $0, of: output, from: inputs[0], loops) }
    for row in rows { output.fillMargins(of: output.row(row)) }
  }

  private func make(
    _ made: Range<Int>, _ weights: UnsafeBufferPointer<Float>, of output: FieldView, from input: FieldView,
    _ loops: LoopTable
  ) {
    let (count, reach) = (output.pixels.columns.count, weights.count - 1)
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>?.self, capacity: 2 * reach + 2) { rows in
      for channel in 0..<output.channels {
        for column in stride(from: 0, to: count, by: Self.columnsAtOnce) {
          let place = channel * output.planeStride + column
          for row in stride(from: made.lowerBound, to: made.upperBound, by: 2) {
            let next = min(row + 1, made.upperBound - 1)
            for index in 0..<2 * reach + 2 {
              rows[index] = UnsafePointer(
                input.row(min(row - reach + index, next + reach)) + channel * input.planeStride + column)
            }
            loops.weighDown(
              rows.baseAddress!, weights, into: output.row(row) + place, output.row(next) + place,
              count: min(Self.columnsAtOnce, count - column))
          }
        }
      }
    }
  }
}

/// Doubles a field along y, then along x.
private struct Doubling: SingleRowMaker {
  /// Floats before and behind a row that vectors read.
  private static let margin = 16

  var footprint: RowFootprint { RowFootprint(-0.5, 1, slope: 0.5) }

  func make(_ row: ChannelRow, _ loops: LoopTable) {
    let count = row.inputs[0].pixels.columns.count
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count + 2 * Self.margin) { memory in
      let middle = memory.baseAddress! + Self.margin
      down(row, into: middle, count: count)
      middle[-1] = middle[0]
      for index in 0..<Self.margin { middle[count + index] = middle[count - 1] }
      across(row, from: middle)
    }
  }

  private func down(_ row: ChannelRow, into result: UnsafeMutablePointer<Float>, count: Int) {
    let half = row.row >> 1
    let (here, after) = (row.source(half), row.source(half + 1))
    if row.row & 1 == 0 {
      let before = row.source(half - 1)
      for index in stride(from: 0, to: count, by: 8) {
        store(doubledEven(load(before, index), load(here, index), load(after, index)), result, index)
      }
    } else {
      for index in stride(from: 0, to: count, by: 8) {
        store(doubledOdd(load(here, index), load(after, index)), result, index)
      }
    }
  }

  private func across(_ row: ChannelRow, from source: UnsafePointer<Float>) {
    // Start at an even column; the column before an odd first column falls into the margin.
    let first = row.columns.lowerBound
    let even = first & ~1
    let start = (even >> 1) - row.inputs[0].pixels.columns.lowerBound
    for index in stride(from: 0, to: (row.columns.count + first - even + 1) / 2, by: 8) {
      let place = start + index
      let (before, here, after) = (load(source, place - 1), load(source, place), load(source, place + 1))
      let (evens, odds) = (doubledEven(before, here, after), doubledOdd(here, after))
      store(tt_in_turn_low(evens, odds), row.target, even - first + 2 * index)
      store(tt_in_turn_high(evens, odds), row.target, even - first + 2 * index + 8)
    }
  }
}
