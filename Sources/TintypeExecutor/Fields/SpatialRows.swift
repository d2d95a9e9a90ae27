import TintypeIR
import TintypePlan

/// The table of spatial filters: how the rows of each are computed, in single precision.
extension SpatialOperation {
  /// The rows of the filtered field, from the first channels of its fields; adds the stages that compute them.
  func rows(of fields: [FieldRows], channels: Int, amounts: [Float], in stages: inout FieldStages) -> FieldRows {
    switch self {
    case .blur: stages.blurred(fields[0], channels: channels, [(amounts[0], 1)])
    case .blurs(let weights):
      stages.blurred(fields[0], channels: channels, zip(amounts, weights).map { (sigma: $0, weight: $1) })
    case .median: stages.medians(fields[0], channels: channels, radius: amounts[0])
    case .erode: stages.extrema(fields[0], channels: channels, radius: amounts[0], sign: 1)
    case .dilate: stages.extrema(fields[0], channels: channels, radius: amounts[0], sign: -1)
    case .convolve(let kernel): stages.convolved(fields[0], channels: channels, by: kernel)
    case .guidedFilter:
      stages.guided(fields[0], by: fields[1], channels: channels, sigma: amounts[0], epsilon: amounts[1])
    case .sample: fields[0]
    }
  }
}

/// Computes rows of a field from those of others.
protocol RowMaker: Sendable {
  /// The input rows of one row.
  var footprint: RowFootprint { get }

  /// Whether its rows need less memory than its inputs, so that it is best computed early.
  var makesLess: Bool { get }

  /// The number of rows computed together, if enough remain.
  var rowsAtOnce: Int { get }

  /// Working memory in bytes with one thread, besides rows.
  var workingBytes: ByteCount { get }

  /// Computes rows whose inputs are complete.
  func make(
    _ rows: Range<Int>, of output: FieldView, from inputs: UnsafeBufferPointer<FieldView>, _ loops: LoopTable)
}

extension RowMaker {
  var footprint: RowFootprint { .here }
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
  let output: FieldView
  let inputs: UnsafeBufferPointer<FieldView>

  /// The memory of the result.
  let target: UnsafeMutablePointer<Float>

  /// The columns of the result.
  var columns: Range<Int> { output.pixels.columns }

  /// The channel of a row of the first input.
  @inline(__always) func source(_ row: Int) -> UnsafePointer<Float> { source(row, channel: channel) }

  /// Another channel of it, or of another input.
  @inline(__always) func source(_ row: Int, channel: Int, ofInput input: Int = 0) -> UnsafePointer<Float> {
    UnsafePointer(inputs[input].row(row) + channel * inputs[input].planeStride)
  }

  /// Copies a channel of the same row of an input, which may have another rectangle.
  func read(_ input: Int, _ channel: Int, into result: UnsafeMutablePointer<Float>) {
    let count = columns.count
    result.withMemoryRebound(to: Lanes.self, capacity: (count + 7) / 8) {
      inputs[input].read(channel: channel, row: row, column: columns.lowerBound, count: count, into: $0)
    }
  }
}

extension SingleRowMaker {
  func make(
    _ rows: Range<Int>, of output: FieldView, from inputs: UnsafeBufferPointer<FieldView>, _ loops: LoopTable
  ) {
    for row in rows {
      let result = output.row(row)
      for channel in 0..<output.channels {
        let target = result + channel * output.planeStride
        make(ChannelRow(row: row, channel: channel, output: output, inputs: inputs, target: target), loops)
      }
      output.fillMargins(of: result)
    }
  }
}
