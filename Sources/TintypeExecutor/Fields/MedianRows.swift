import CTintypeLanes
import TintypeIR
import TintypePlan
import TintypeSystem

extension FieldStages {
  /// The rows of `median`, of the first channels of a field.
  mutating func medians(_ field: FieldRows, channels: Int, radius: Float) -> FieldRows {
    let reach = Int(FilterAmount.squareRadius.resolved(radius))
    guard reach > 0, !field.pixels.isEmpty else { return field }
    return add(
      MedianRows(reach: reach), from: field, channels: channels, columns: field.pixels.columns, rows: field.pixels.rows)
  }
}

/// Medians in tiles, of which a task makes one at a time. A tile is sorted with the margin that its squares reach,
/// so a tall margin comes with a tall tile.
private final class MedianRows: RowMaker {
  private let reach: Int
  /// Tiles that no thread uses now.
  private let spare = Mutex<[Tile]>([])

  var rowsAtOnce: Int { Int(TT_MEDIAN_ROWS) - Int(TT_MEDIAN_REACH) + reach }

  init(reach: Int) { self.reach = reach }

  deinit { spare.withLock { for tile in $0 { tt_median_free(tile.address) } } }

  var footprint: RowFootprint { RowFootprint(reach: reach) }

  var workingBytes: ByteCount { ByteCount(tt_median_bytes()) }

  func make(
    _ rows: Range<Int>, of output: FieldView, from inputs: UnsafeBufferPointer<FieldView>, _ loops: LoopTable
  ) {
    let width = output.pixels.columns.count
    let columns = stride(from: 0, to: width, by: Int(TT_MEDIAN_COLUMNS)).map {
      $0..<min($0 + Int(TT_MEDIAN_COLUMNS), width)
    }
    let bands = stride(from: rows.lowerBound, to: rows.upperBound, by: rowsAtOnce).map {
      $0..<min($0 + rowsAtOnce, rows.upperBound)
    }
    let tile = spare.withLock { $0.popLast() } ?? Tile(address: tt_median_make())
    require(tile.address != nil, "there is memory for the tile of a median")
    for band in bands {
      for column in columns {
        for channel in 0..<output.channels { make(band, column, channel, output, inputs[0], loops, tile) }
      }
    }
    spare.withLock { $0.append(tile) }
    for row in rows { output.fillMargins(of: output.row(row)) }
  }

  /// Some columns of one channel.
  private func make(
    _ rows: Range<Int>, _ columns: Range<Int>, _ channel: Int, _ output: FieldView, _ input: FieldView,
    _ loops: LoopTable, _ tile: Tile
  ) {
    for index in 0..<rows.count + 2 * reach {
      let row = min(
        max(rows.lowerBound - reach + index, input.pixels.rows.lowerBound), input.pixels.rows.upperBound - 1)
      tt_median_fill(
        tile.address, index, input.row(row) + channel * input.planeStride, input.pixels.columns.count,
        columns.lowerBound - reach, columns.count + 2 * reach)
    }
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>?.self, capacity: rows.count) { results in
      for (index, row) in rows.enumerated() {
        results[index] = output.row(row) + channel * output.planeStride + columns.lowerBound
      }
      tt_median_make_rows(
        tile.address, columns.count, rows.count, reach, loops.isWide ? 1 : 0, results.baseAddress!)
    }
  }

  /// The tile of one thread.
  private struct Tile: @unchecked Sendable {
    let address: OpaquePointer?
  }
}
