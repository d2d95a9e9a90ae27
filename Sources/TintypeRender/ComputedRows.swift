package import TintypeExecutor
package import TintypeRaster

/// The result rows of an execution, computed on demand on the caller's thread; works for every plan.
package final class ComputedRows: RowSource {
  package let format: PictureFormat
  private let sources: [any RowSource]
  private let staged: StagedExecution
  private let isInterrupted: @Sendable () -> Bool
  private var rowsRead = 0

  /// - Parameters:
  ///   - source: a source that has not begun.
  ///   - execution: prepared for its size.
  ///   - pictures: the other sources, which have not begun either.
  ///   - sourceRowBytes: the distance of rows that the source wants; nil for any.
  ///   - isInterrupted: asked between a few rows of each step.
  package init(
    _ source: any RowSource, _ execution: Execution, pictures: [any RowSource] = [], sourceRowBytes: Int? = nil,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    (sources, self.isInterrupted) = ([source] + pictures, isInterrupted)
    format = execution.format
    staged = StagedExecution(execution, workers: 1, photoRowBytes: sourceRowBytes)
  }

  /// The most bytes that are held at once for an execution.
  package static func memory(_ execution: Execution) -> ByteCount {
    StagedExecution.peakMemory(of: execution, workers: 1).bytes(workers: 1)
  }

  package func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError)
  {
    precondition(count <= format.height - rowsRead && destination.count >= count * rowBytes, "rows that are there")
    let top = staged.rows.lowerBound + rowsRead
    var row = top
    while row < top + count {
      while staged.made.upperBound <= row { try advance() }
      let some = row..<min(staged.made.upperBound, top + count)
      staged.view.forEachRun(of: some) { rows, pixels in
        for index in 0..<rows.count {
          let place = destination.baseAddress! + (rows.lowerBound - top + index) * rowBytes
          place.copyMemory(from: pixels.baseAddress! + index * staged.view.rowBytes, byteCount: format.rowBytes)
        }
      }
      row = some.upperBound
      staged.release(before: row)
    }
    rowsRead += count
    // The remaining rows are read too, since they may be damaged.
    if rowsRead == format.height { while !staged.isOver { try advance() } }
  }

  private func advance() throws(ImageError) {
    if isInterrupted() { throw ImageError.interrupted }
    guard let task = staged.next() else { preconditionFailure("there is always something to do before the end") }
    try staged.perform(task, sources)
    staged.finish(task)
  }
}

extension StagedExecution {
  /// Reads or computes the rows of a task.
  func perform(_ task: Task, _ sources: [any RowSource]) throws(ImageError) {
    guard let read = task.read else { return run(task) }
    try sources[read.source].readRows(task.rows.count, into: read.memory, rowBytes: read.rowBytes)
  }
}
