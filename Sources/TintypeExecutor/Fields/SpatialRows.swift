import TintypeIR
import TintypePlan

/// How the rows of a step that reads around each pixel are made, in single precision: the table.
extension SpatialOperation {
  /// The rows that it makes of those of a field, by steps that are added to others.
  func rows(of field: FieldRows, amount: Float, in stages: inout FieldStages) -> FieldRows {
    switch self {
    case .blur: stages.blurred(field, sigma: amount)
    case .median: stages.medians(field, amount: amount)
    case .sample: field
    }
  }
}

/// Makes rows of a field from those of another.
protocol RowMaker: Sendable {
  /// The rows that one row is made from, whether or not they are there; beyond them the edge goes on.
  func footprint(of row: Int) -> ClosedRange<Int>

  /// Whether its rows take less room than those they are made from: the sooner they are made the better.
  var makesLess: Bool { get }

  /// Rows that are made together, where there are so many.
  var rowsAtOnce: Int { get }

  /// Bytes that it holds besides rows, by one thread.
  var workingBytes: Int { get }

  /// Makes rows that can be made; threads share the work.
  func make(_ rows: Range<Int>, of output: FieldRows, from input: FieldRows, _ loops: LoopSet, threads: Int)
}

extension RowMaker {
  var makesLess: Bool { false }
  var rowsAtOnce: Int { 1 }
  var workingBytes: Int { 0 }
}

/// Makes each row for itself, channel by channel.
protocol SingleRowMaker: RowMaker {
  /// Makes a channel of a row; `source` gives that channel of a row of the input.
  func make(
    _ row: Int, into target: UnsafeMutablePointer<Float>, of output: FieldRows, from input: FieldRows,
    _ source: (Int) -> UnsafePointer<Float>, _ loops: LoopSet)
}

extension SingleRowMaker {
  func make(_ rows: Range<Int>, of output: FieldRows, from input: FieldRows, _ loops: LoopSet, threads: Int) {
    NextRows.share(rows, each: Execution.rowsPerTurn, threads: threads) { next in
      while let some = next.take() {
        for row in some {
          let result = output.row(row)
          for channel in 0..<output.channels {
            make(
              row, into: result + channel * output.planeStride, of: output, from: input,
              { UnsafePointer(input.row($0) + channel * input.planeStride) }, loops)
          }
          output.fillMargins(of: result)
        }
      }
    }
  }
}
