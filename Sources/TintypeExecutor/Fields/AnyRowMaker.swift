import TintypePlan
import TintypeSizes

/// A row maker of any type. (An existential of a protocol that structures conform to does not compile for the page.)
struct AnyRowMaker: Sendable {
  /// The number of rows computed together, if enough remain.
  let rowsAtOnce: Int

  /// Working memory in bytes with one thread, besides rows.
  let workingBytes: ByteCount

  /// Whether its rows need less memory than its inputs, so that it is best computed early.
  let makesLess: Bool

  private let body: @Sendable (Range<Int>, FieldView, UnsafeBufferPointer<FieldView>, LoopTable) -> Void

  init(_ maker: some RowMaker) {
    (rowsAtOnce, workingBytes, makesLess) = (maker.rowsAtOnce, maker.workingBytes, maker.makesLess)
    body = { rows, output, inputs, loops in maker.make(rows, of: output, from: inputs, loops) }
  }

  /// Computes rows whose inputs are complete.
  func make(
    _ rows: Range<Int>, of output: FieldView, from inputs: UnsafeBufferPointer<FieldView>, _ loops: LoopTable
  ) {
    body(rows, output, inputs, loops)
  }
}
