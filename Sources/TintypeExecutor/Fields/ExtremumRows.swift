import TintypeIR
import TintypePlan

extension FieldStages {
  /// The rows of `erode` and `dilate`, of the first channels of a field. The largest number is the smallest one of
  /// opposite sign.
  mutating func extrema(_ field: FieldRows, channels: Int, radius: Float, sign: Float) -> FieldRows {
    let reach = Int(FilterAmount.squareRadius.resolved(radius))
    guard reach > 0, !field.pixels.isEmpty else { return field }
    let (columns, rows) = (field.pixels.columns, field.pixels.rows)
    let across = add(
      LeastAcross(reach: reach, sign: sign), from: field, channels: channels, columns: columns, rows: rows)
    return add(LeastDown(reach: reach, sign: sign), from: across, channels: channels, columns: columns, rows: rows)
  }
}

// The order in which numbers are compared does not matter: NaN becomes 0 first, and zeros have no sign.

/// The least number of each 2 * reach + 1 pixels of a row, times the sign: windows of 1, 2, 4 ... pixels, and two of
/// the last that cover the whole. At most eight comparisons a pixel.
private struct LeastAcross: SingleRowMaker {
  let reach: Int
  let sign: Float

  func make(_ row: ChannelRow, _ loops: LoopTable) {
    let (source, width, window) = (row.source(row.row), row.columns.count, 2 * reach + 1)
    let count = width + 2 * reach
    // Whole vectors are read from where windows begin and end.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count + window + 16) { minima in
      guard let start = minima.baseAddress else { return }
      func fill(_ pixels: Range<Int>, _ edge: Int) {
        (start + pixels.lowerBound).initialize(repeating: signed(source[edge]), count: pixels.count)
      }
      fill(0..<reach, 0)
      for index in stride(from: 0, to: width, by: 8) { store(signed(load(source, index)), start + reach, index) }
      fill(reach + width..<minima.count, width - 1)
      var covered = 1
      while 2 * covered <= window {
        for index in stride(from: 0, to: count, by: 8) { lower(start, index, by: start + covered) }
        covered *= 2
      }
      for index in stride(from: 0, to: width, by: 8) {
        store(least(load(start, index), load(start + (window - covered), index)), row.target, index)
      }
    }
  }

  private func signed(_ lanes: Lanes) -> Lanes { lanes.replacing(with: 0, where: lanes .!= lanes) * sign + 0 }

  private func signed(_ number: Float) -> Float { (number.isNaN ? 0 : number) * sign + 0 }
}

/// The least number of each 2 * reach + 1 pixels of a column, times the sign, with three comparisons a pixel (van Herk
/// 1992, Gil and Werman 1993).
///
/// ```
///  row of a band:  first ─────── pivot ─────── last       all windows of a band contain its pivot: the row's window is
///  its window:         up to it ├──────┤ from it on       what lies up to the pivot, and what lies from there on
/// ```
private struct LeastDown: RowMaker {
  let reach: Int
  let sign: Float

  /// The number of columns that are compared together, so that running minima stay in the first-level cache.
  private static let columnsAtOnce = 256

  private var window: Int { 2 * reach + 1 }

  /// Whole bands.
  var rowsAtOnce: Int { (15 / window + 1) * window }

  var footprint: RowFootprint { RowFootprint(reach: reach) }

  func make(
    _ rows: Range<Int>, of output: FieldView, from inputs: UnsafeBufferPointer<FieldView>, _ loops: LoopTable
  ) {
    let bands = stride(from: rows.lowerBound, to: rows.upperBound, by: window).map {
      $0..<min($0 + window, rows.upperBound)
    }
    for band in bands {
      for channel in 0..<output.channels {
        for column in stride(from: 0, to: output.pixels.columns.count, by: Self.columnsAtOnce) {
          make(band, channel, column, output, inputs[0])
        }
      }
    }
    for row in rows { output.fillMargins(of: output.row(row)) }
  }

  private func make(_ band: Range<Int>, _ channel: Int, _ column: Int, _ output: FieldView, _ input: FieldView) {
    let count = min(Self.columnsAtOnce, output.pixels.columns.count - column)
    func source(_ row: Int) -> UnsafePointer<Float> {
      UnsafePointer(input.row(row) + channel * input.planeStride + column)
    }
    func target(_ row: Int) -> UnsafeMutablePointer<Float> {
      output.row(row) + channel * output.planeStride + column
    }
    let pivot = band.lowerBound + reach
    withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.columnsAtOnce) { running in
      guard let minima = running.baseAddress else { return }
      func start() {
        for index in stride(from: 0, to: count, by: 8) { store(load(source(pivot), index), minima, index) }
      }
      start()
      for first in stride(from: pivot, through: band.lowerBound - reach, by: -1) {
        let (row, above) = (first + reach, source(first))
        for index in stride(from: 0, to: count, by: 8) { lower(minima, index, by: above) }
        guard row < band.upperBound else { continue }
        let result = target(row)
        for index in stride(from: 0, to: count, by: 8) { store(load(minima, index), result, index) }
      }
      start()
      for row in band {
        let (result, below) = (target(row), source(row + reach))
        for index in stride(from: 0, to: count, by: 8) {
          lower(minima, index, by: below)
          store(least(load(result, index), load(minima, index)) * sign + 0, result, index)
        }
      }
    }
  }
}

/// Eight numbers, or those of another place where they are less.
@inline(__always) private func lower(
  _ minima: UnsafeMutablePointer<Float>, _ index: Int, by other: UnsafePointer<Float>
) {
  store(least(load(minima, index), load(other, index)), minima, index)
}
