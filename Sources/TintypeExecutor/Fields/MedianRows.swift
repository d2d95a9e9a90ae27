import CTintypeLanes
import Synchronization
import TintypeIR
import TintypePlan

extension FieldStages {
  /// The rows of `Median`.
  mutating func medians(_ field: FieldRows, amount: Float) -> FieldRows {
    let reach = Median.reach(amount)
    guard reach > 0, !field.pixels.isEmpty else { return field }
    return add(MedianRows(reach: reach), from: field, columns: field.pixels.columns, rows: field.pixels.rows)
  }
}

/// Medians a strip of columns at a time, so that its counts stay small; the rows above the first of a call are counted anew, so many rows
/// are made together.
private final class MedianRows: RowMaker {
  private let reach: Int
  /// Counts that no thread uses now.
  private let spare = Mutex<[Counts]>([])

  let rowsAtOnce = 64

  init(reach: Int) { self.reach = reach }

  deinit { spare.withLock { for counts in $0 { tt_median_free(counts.address) } } }

  func footprint(of row: Int) -> ClosedRange<Int> { row - reach...row + reach }

  var workingBytes: Int { tt_median_bytes() + codeCount(rowsAtOnce) * MemoryLayout<UInt16>.stride }

  /// Columns of a strip.
  private var stripColumns: Int { Int(TT_MEDIAN_COLUMNS) - 2 * reach }

  /// Codes around some rows of a strip.
  private func codeCount(_ rows: Int) -> Int { Int(TT_MEDIAN_COLUMNS) * (rows + 2 * reach) }

  func make(_ rows: Range<Int>, of output: FieldRows, from input: FieldRows, _ loops: LoopSet, threads: Int) {
    let width = output.pixels.columns.count
    let strips = (width + stripColumns - 1) / stripColumns
    NextRows.share(0..<strips * output.channels, each: 1, threads: threads) { next in
      let counts = spare.withLock { $0.popLast() } ?? Counts(address: tt_median_make())
      require(counts.address != nil, "there is memory for the counts of a median")
      while let some = next.take() {
        for index in some {
          let first = index / output.channels * stripColumns
          make(rows, first..<min(first + stripColumns, width), index % output.channels, output, input, counts)
        }
      }
      spare.withLock { $0.append(counts) }
    }
    for row in rows { output.fillMargins(of: output.row(row)) }
  }

  /// Some columns of one channel.
  private func make(
    _ rows: Range<Int>, _ columns: Range<Int>, _ channel: Int, _ output: FieldRows, _ input: FieldRows, _ counts: Counts
  ) {
    let (width, side) = (columns.count + 2 * reach, rows.count + 2 * reach)
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: codeCount(rows.count)) { codes in
      for index in 0..<side {
        let row = min(
          max(rows.lowerBound - reach + index, input.pixels.rows.lowerBound), input.pixels.rows.upperBound - 1)
        tt_median_codes(
          input.row(row) + channel * input.planeStride, input.pixels.columns.count, columns.lowerBound - reach, width,
          codes.baseAddress! + index * width)
      }
      withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>?.self, capacity: rows.count) { results in
        for (index, row) in rows.enumerated() {
          results[index] = output.row(row) + channel * output.planeStride + columns.lowerBound
        }
        tt_median_rows(counts.address, codes.baseAddress!, width, rows.count, reach, results.baseAddress!)
      }
    }
  }

  /// The counts of one thread.
  private struct Counts: @unchecked Sendable {
    let address: OpaquePointer?
  }
}
