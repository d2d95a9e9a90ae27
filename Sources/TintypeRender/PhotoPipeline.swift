package import TintypeExecutor
import TintypePlan
package import TintypeRaster

/// Streams rows from a source through an execution to a sink; the picture is never whole in memory.
///
/// Threads take bands of rows from the top, each of them computes and encodes its band, and the bands reach the
/// sink in order. The bytes do not depend on the number of threads.
package struct PhotoPipeline {
  fileprivate let source: any RowSource
  /// The rows of the source that come out.
  fileprivate let rows: Range<Int>
  /// The processing of rows; nil if the source's rows are copied unchanged.
  fileprivate let execution: Execution?
  fileprivate let sink: any RowSink
  /// Sees all rows that come out.
  fileprivate let observer: (any RowObserver)?
  /// Told the part of the rows that is done.
  fileprivate let progress: @Sendable (Double) -> Void

  /// Rows of a source through an execution.
  ///
  /// - Parameters:
  ///   - pictures: the other sources of the execution.
  ///   - threads: how many work on rows that depend on each other.
  ///   - isInterrupted: asked between rows that are computed; a reader asks between rows that it reads.
  ///   - progress: told the part of the rows that is done, above 0 and up to 1, from one thread at a time.
  package init(
    _ source: any RowSource, _ execution: Execution, pictures: [any RowSource] = [], to sink: any RowSink,
    observer: (any RowObserver)? = nil, threads: Int, isInterrupted: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) {
    if execution.isStreamed {
      let computed = ComputedRows(
        source, execution, pictures: pictures, threads: threads, isInterrupted: isInterrupted)
      self.init(computed, rows: 0..<computed.format.height, nil, sink, observer, progress)
    } else {
      self.init(source, rows: execution.bounds.rows, execution.isCopy ? nil : execution, sink, observer, progress)
    }
  }

  /// Rows that are computed already.
  package init(
    _ source: any RowSource, to sink: any RowSink, observer: (any RowObserver)? = nil,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) {
    self.init(source, rows: 0..<source.format.height, nil, sink, observer, progress)
  }

  private init(
    _ source: any RowSource, rows: Range<Int>, _ execution: Execution?, _ sink: any RowSink,
    _ observer: (any RowObserver)?, _ progress: @escaping @Sendable (Double) -> Void
  ) {
    (self.source, self.rows, self.execution, self.sink) = (source, rows, execution, sink)
    (self.observer, self.progress) = (observer, progress)
  }

  /// The bytes that all bands may take together.
  private static let bandMemory = ByteCount(24 << 20)

  /// Rows that one thread computes and encodes at a time: their data fit in the second-level cache.
  fileprivate static let stripRows = 16

  /// The most bytes that bands hold at once, apart from those of the source.
  static func memory(_ source: PictureFormat, _ result: PictureFormat, threads: Int) -> ByteCount {
    let row = ByteCount(Rows.rowBytes(source)) + ByteCount(Rows.rowBytes(result))
    let strip = row * stripRows
    guard threads > 1 else { return strip }
    return min(max(bandMemory, strip * 4), row * max(source.height, stripRows))
  }

  /// Moves all rows.
  package func run(threads: Int) throws(ImageError) {
    let writer = sink as? any BandWriter
    let bandRows = writer?.bandRows ?? 32
    let resultRows = writer == nil ? bandRows : Self.stripRows
    let workerBytes =
      ByteCount(Rows.rowBytes(source.format)) * bandRows + ByteCount(Rows.rowBytes(sink.format)) * resultRows
    let workers = max(
      1, min(threads, (rows.count + bandRows - 1) / bandRows, Self.bandMemory.count / workerBytes.count))
    // A single worker writes row by row; several threads then share the rows of a band.
    let isAlone = workers == 1
    let taken = isAlone ? (threads > 1 ? Self.stripRows * 4 : Self.stripRows) : bandRows
    let bands = BandSource(source, rows: rows, bandRows: taken)
    try ReorderBuffer.run(
      (0..<workers).map { _ throws(ImageError) in
        BandWorker(
          self, bands, bandRows: taken, isAlone ? nil : try writer.map(BandEncoding.init),
          threads: max(1, threads / workers))
      })
  }
}

/// How a worker encodes bands of its own.
private struct BandEncoding {
  let writer: any BandWriter
  let encoder: any BandEncoder

  init(_ writer: any BandWriter) throws(ImageError) {
    self.writer = writer
    encoder = try writer.bandEncoder()
  }
}

/// A band on its way.
private final class BandWorker: PieceWorker {
  private let pipeline: PhotoPipeline
  private let bands: BandSource
  private let encoding: BandEncoding?
  private let threads: Int
  private let source: Rows
  private let result: Rows
  /// The band, in rows of the source.
  private var rows = 0..<0
  /// The output for the sink: the encoded band, or its pixels.
  private var finished: (bytes: UnsafeRawBufferPointer, rowBytes: Int)

  init(_ pipeline: PhotoPipeline, _ bands: BandSource, bandRows: Int, _ encoding: BandEncoding?, threads: Int) {
    (self.pipeline, self.bands, self.encoding, self.threads) = (pipeline, bands, encoding, threads)
    source = Rows(bandRows, of: pipeline.source.format)
    result = Rows(encoding == nil ? bandRows : PhotoPipeline.stripRows, of: pipeline.sink.format)
    finished = (UnsafeRawBufferPointer(source.bytes), source.rowBytes)
  }

  func take() throws(ImageError) -> Bool {
    guard let next = try bands.next(into: source) else { return false }
    rows = next
    return true
  }

  func work() throws(ImageError) {
    guard let encoder = encoding?.encoder else {
      finished = computed(rows)
      return
    }
    let top = pipeline.rows.lowerBound
    try encoder.begin(rows.lowerBound - top..<rows.upperBound - top)
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: PhotoPipeline.stripRows) {
      let strip = first..<min(first + PhotoPipeline.stripRows, rows.upperBound)
      let pixels = computed(strip)
      try encoder.encode(strip.count, from: pixels.bytes, rowBytes: pixels.rowBytes)
    }
    finished = (try encoder.end(), 0)
  }

  func retire() throws(ImageError) {
    if let writer = encoding?.writer {
      try writer.append(finished.bytes, rows: rows.count)
    } else {
      try pipeline.sink.writeRows(rows.count, from: finished.bytes, rowBytes: finished.rowBytes)
    }
    pipeline.progress(Double(rows.upperBound - pipeline.rows.lowerBound) / Double(pipeline.rows.count))
  }

  /// The result for some rows of the band.
  private func computed(_ strip: Range<Int>) -> (bytes: UnsafeRawBufferPointer, rowBytes: Int) {
    let pixels = source.rows(from: strip.lowerBound - rows.lowerBound)
    let top = pipeline.rows.lowerBound
    let place = strip.lowerBound - top..<strip.upperBound - top
    guard let execution = pipeline.execution else {
      pipeline.observer?.take(place, from: pixels, rowBytes: source.rowBytes)
      return (pixels, source.rowBytes)
    }
    execution.run(
      rows: strip, from: pixels, sourceRowBytes: source.rowBytes, to: result.bytes, resultRowBytes: result.rowBytes,
      threads: min(threads, strip.count))
    let computed = UnsafeRawBufferPointer(result.bytes)
    pipeline.observer?.take(place, from: computed, rowBytes: result.rowBytes)
    return (computed, result.rowBytes)
  }
}
