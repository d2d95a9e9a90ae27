package import TintypeExecutor
package import TintypeRaster

/// The result rows of an execution, computed on demand; works for every plan.
package final class ComputedRows: RowSource {
  package let format: PictureFormat
  private let source: any RowSource
  private let pictures: [any RowSource]
  private let streaming: StreamingExecution
  private let rows: Rows
  private let pictureRows: Rows
  private let rowsAtOnce: Int
  private let isInterrupted: @Sendable () -> Bool
  private var rowsFed = 0
  private var rowsRead = 0

  /// Rows of the source that are read at a time unless told otherwise.
  package static let rowsAtOnce = 32

  /// Rows of another picture, which may be much wider, that are read at a time.
  private static let pictureRowsAtOnce = 8

  /// - Parameters:
  ///   - source: a source that has not begun.
  ///   - execution: prepared for its size.
  ///   - pictures: the other sources, which have not begun either.
  ///   - threads: how many may work at once.
  ///   - rowsAtOnce: rows of the source that are read at a time.
  ///   - sourceRowBytes: the distance of rows that the source wants; nil for any.
  ///   - isInterrupted: asked between rows of the result, of which there may be many for a row of the source.
  package init(
    _ source: any RowSource, _ execution: Execution, pictures: [any RowSource] = [], threads: Int,
    rowsAtOnce: Int = ComputedRows.rowsAtOnce, sourceRowBytes: Int? = nil,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.isInterrupted = isInterrupted
    (self.source, self.pictures) = (source, pictures)
    pictureRows = Rows(Self.pictureRowsAtOnce, rowBytes: pictures.map { Rows.rowBytes($0.format) }.max() ?? 0)
    self.rowsAtOnce = rowsAtOnce
    format = execution.format
    streaming = StreamingExecution(execution, threads: threads)
    rows = Rows(rowsAtOnce, rowBytes: sourceRowBytes ?? Rows.rowBytes(source.format))
  }

  /// The most bytes that are held at once for an execution on a source.
  package static func memory(
    _ source: PictureFormat, _ execution: Execution, pictures: [PictureFormat] = [], threads: Int
  ) -> ByteCount {
    ByteCount(Rows.rowBytes(source)) * rowsAtOnce
      + ByteCount(pictures.map(Rows.rowBytes).max() ?? 0) * pictureRowsAtOnce
      + StreamingExecution.peakMemory(of: execution, bandRows: rowsAtOnce).bytes(threads: threads)
  }

  package func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError)
  {
    precondition(count <= format.height - rowsRead && destination.count >= count * rowBytes, "rows that are there")
    var done = 0
    while done < count {
      if isInterrupted() { throw ImageError.interrupted }
      while streaming.ready.isEmpty { try feed() }
      let some = min(streaming.ready.count, count - done)
      let place = UnsafeMutableRawBufferPointer(rebasing: destination[(done * rowBytes)...])
      streaming.take(some, into: place, rowBytes: rowBytes)
      done += some
    }
    rowsRead += count
    // The remaining rows are read too, since they may be damaged.
    if rowsRead == format.height {
      while rowsFed < source.format.height { try feedPhoto() }
    }
  }

  private func feed() throws(ImageError) {
    guard let (number, wanted) = streaming.wanted else { return try feedPhoto() }
    if isInterrupted() { throw ImageError.interrupted }
    let picture = pictures[number - 1]
    let some = min(Self.pictureRowsAtOnce, wanted)
    let rowBytes = Rows.rowBytes(picture.format)
    try picture.readRows(some, into: pictureRows.bytes, rowBytes: rowBytes)
    streaming.feed(some, of: number, from: UnsafeRawBufferPointer(pictureRows.bytes), rowBytes: rowBytes)
  }

  private func feedPhoto() throws(ImageError) {
    let some = min(rowsAtOnce, source.format.height - rowsFed)
    try source.readRows(some, into: rows.bytes, rowBytes: rows.rowBytes)
    streaming.feed(some, from: UnsafeRawBufferPointer(rows.bytes), rowBytes: rows.rowBytes)
    rowsFed += some
  }
}
