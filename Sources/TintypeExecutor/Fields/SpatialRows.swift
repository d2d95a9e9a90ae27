import TintypeIR
import TintypePlan

/// The table of spatial filters: how the rows of each are computed, in single precision.
extension SpatialOperation {
  /// The rows of the filtered field, from the first channels of a field; adds the stages that compute them.
  func rows(of field: FieldRows, channels: Int, amount: Float, in stages: inout FieldStages) -> FieldRows {
    switch self {
    case .blur: stages.blurred(field, channels: channels, sigma: amount)
    case .median: stages.medians(field, channels: channels, amount: amount)
    case .sample: field
    }
  }
}

/// Computes rows of a field from those of another.
protocol RowMaker: Sendable {
  /// The input rows of one row, whether or not they exist; both ends rise with the row. Edge rows are repeated outside.
  func footprint(of row: Int) -> ClosedRange<Int>

  /// Whether its rows take less room than those they are made from: the sooner they are made the better.
  var makesLess: Bool { get }

  /// The number of rows computed together, if enough remain.
  var rowsAtOnce: Int { get }

  /// Working memory in bytes with one thread, besides rows.
  var workingBytes: ByteCount { get }

  /// Computes rows whose inputs are complete; threads share the work.
  func make(_ rows: Range<Int>, of output: FieldRows, from input: FieldRows, _ loops: LoopTable, threads: Int)
}

extension RowMaker {
  var makesLess: Bool { false }
  var rowsAtOnce: Int { 1 }
  var workingBytes: ByteCount { 0 }
}

/// Computes each row independently, channel by channel.
protocol SingleRowMaker: RowMaker {
  func make(_ row: ChannelRow, _ loops: LoopTable)
}

/// A channel of a row to compute.
struct ChannelRow {
  let row: Int
  let channel: Int
  let output: FieldRows
  let input: FieldRows

  /// The memory of the result.
  let target: UnsafeMutablePointer<Float>

  /// The columns of the result.
  var columns: Range<Int> { output.pixels.columns }

  /// The channel of an input row.
  @inline(__always) func source(_ row: Int) -> UnsafePointer<Float> {
    UnsafePointer(input.row(row) + channel * input.planeStride)
  }
}

extension SingleRowMaker {
  func make(_ rows: Range<Int>, of output: FieldRows, from input: FieldRows, _ loops: LoopTable, threads: Int) {
    NextRows.share(rows, each: Execution.rowsPerTurn, threads: threads) { next in
      while let some = next.take() {
        for row in some {
          let result = output.row(row)
          for channel in 0..<output.channels {
            let target = result + channel * output.planeStride
            make(ChannelRow(row: row, channel: channel, output: output, input: input, target: target), loops)
          }
          output.fillMargins(of: result)
        }
      }
    }
  }
}
