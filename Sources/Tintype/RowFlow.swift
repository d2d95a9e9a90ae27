import Dispatch
import Synchronization
import TintypeExecutor
import TintypeImage
import TintypePlan

/// Rows on their way from a reader through an execution to a writer; the picture is never whole in memory.
///
/// All rows are read, also those that are cropped away: damage anywhere in the file is an error.
struct RowFlow {
  let reader: any RowReader
  let execution: Execution
  let writer: any RowWriter
  /// Looks at all rows that come out; nil where no thumbnail is wanted.
  var thumbnail: ThumbnailMaker?

  /// Memory that threads may take together, in bytes, where they work on bands of their own.
  static let bandMemory = 24 << 20

  /// Rows that one thread decodes, computes and encodes at a time: what it touches stays in the second-level cache.
  static let stripRows = 16

  /// The bytes that the rows take at the peak.
  static func memory(_ source: PictureFormat, _ result: PictureFormat, threads: Int) -> Int {
    let row = Rows.rowBytes(source) + Rows.rowBytes(result)
    let strip = stripRows * row
    guard threads > 1 else { return strip }
    return min(max(bandMemory, strip * 4), max(source.height, stripRows) * row)
  }

  /// Moves all rows and ends the file.
  func run(threads: Int) throws(ImageError) {
    guard !execution.hasFields else {
      try runFields(threads)
      return try writer.finish()
    }
    // A band is the least a thread can do.
    let workers = min(threads, bandCount, max(1, Self.bandMemory / workerBytes))
    if workers > 1 { try runBands(workers: workers, threadsEach: threads / workers) } else { try runStrips(threads) }
    try writer.finish()
  }

  // MARK: One strip after the other

  private func runStrips(_ threads: Int) throws(ImageError) {
    // Several threads share the rows of a strip.
    let stripRows = threads > 1 ? Self.stripRows * 4 : Self.stripRows
    let source = Rows(stripRows, of: reader.format)
    let result = Rows(stripRows, of: writer.format)
    for first in stride(from: 0, to: reader.format.height, by: stripRows) {
      let strip = first..<min(first + stripRows, reader.format.height)
      try reader.readRows(strip.count, into: source.bytes, rowBytes: source.rowBytes)
      let rows = strip.clamped(to: execution.bounds.rows)
      guard !rows.isEmpty else { continue }
      let above = source.rows(from: rows.lowerBound - first)
      guard !execution.isCopy else {
        show(rows, above, rowBytes: source.rowBytes)
        try writer.writeRows(rows.count, from: above, rowBytes: source.rowBytes)
        continue
      }
      compute(rows, from: above, into: result, threads: min(threads, rows.count))
      try writer.writeRows(rows.count, from: UnsafeRawBufferPointer(result.bytes), rowBytes: result.rowBytes)
    }
  }

  /// From source rows that lie as in ``Rows``.
  private func compute(
    _ rows: Range<Int>, from source: UnsafeRawBufferPointer, into result: borrowing Rows, threads: Int
  ) {
    execution.run(
      rows: rows, from: source, sourceRowBytes: Rows.rowBytes(reader.format), to: result.bytes,
      resultRowBytes: result.rowBytes, threads: threads)
    show(rows, UnsafeRawBufferPointer(result.bytes), rowBytes: result.rowBytes)
  }

  /// Lets the thumbnail see rows of the result, which are counted as those of the source.
  private func show(_ rows: Range<Int>, _ pixels: UnsafeRawBufferPointer, rowBytes: Int) {
    let first = rows.lowerBound - execution.bounds.rows.lowerBound
    thumbnail?.take(first..<first + rows.count, from: pixels, rowBytes: rowBytes)
  }

  // MARK: Rows that look at each other

  /// Rows that go in and out at a time where steps look beyond their pixel.
  static let fieldRows = 32

  /// The rows of one step are shared by the threads; the next step follows when they are there. With several threads the next rows
  /// are decoded and the last ones encoded meanwhile.
  private func runFields(_ threads: Int) throws(ImageError) {
    if threads > 1 { return try runFieldsBesideCodecs(threads) }
    let source = Rows(Self.fieldRows, of: reader.format)
    let result = Rows(Self.fieldRows, of: writer.format)
    let flow = StreamingExecution(execution, threads: threads)
    var row = 0
    for first in stride(from: 0, to: reader.format.height, by: Self.fieldRows) {
      let count = min(Self.fieldRows, reader.format.height - first)
      try reader.readRows(count, into: source.bytes, rowBytes: source.rowBytes)
      flow.feed(count, from: UnsafeRawBufferPointer(source.bytes), rowBytes: source.rowBytes)
      while !flow.ready.isEmpty {
        let rows = min(flow.ready.count, Self.fieldRows)
        flow.take(rows, into: result.bytes, rowBytes: result.rowBytes)
        thumbnail?.take(row..<row + rows, from: UnsafeRawBufferPointer(result.bytes), rowBytes: result.rowBytes)
        row += rows
        try writer.writeRows(rows, from: UnsafeRawBufferPointer(result.bytes), rowBytes: result.rowBytes)
      }
    }
  }

  private func runFieldsBesideCodecs(_ threads: Int) throws(ImageError) {
    // Two bands of each: one is in the codec while the other is in the flow.
    let (sources, results) = (
      PairOfRows(Self.fieldRows, of: reader.format), PairOfRows(Self.fieldRows, of: writer.format)
    )
    let (decoding, encoding) = (BackgroundTask(), BackgroundTask())
    // Whatever happens, nobody may use the memory any more when it is given back.
    defer {
      try? decoding.wait()
      try? encoding.wait()
    }
    let all = Shared(value: self)
    let height = reader.format.height
    @Sendable func decode(_ band: Int) throws(ImageError) {
      let count = min(Self.fieldRows, height - band * Self.fieldRows)
      guard count > 0 else { return }
      try all.value.reader.readRows(count, into: sources[band], rowBytes: sources.rowBytes)
    }
    let flow = StreamingExecution(execution, threads: threads)
    var (taken, row) = (0, 0)
    decoding.begin { () throws(ImageError) in try decode(0) }
    for band in 0..<(height + Self.fieldRows - 1) / Self.fieldRows {
      try decoding.wait()
      decoding.begin { () throws(ImageError) in try decode(band + 1) }
      flow.feed(
        min(Self.fieldRows, height - band * Self.fieldRows), from: UnsafeRawBufferPointer(sources[band]),
        rowBytes: sources.rowBytes)
      while !flow.ready.isEmpty {
        let (rows, place) = (min(flow.ready.count, Self.fieldRows), taken)
        flow.take(rows, into: results[place], rowBytes: results.rowBytes)
        thumbnail?.take(row..<row + rows, from: UnsafeRawBufferPointer(results[place]), rowBytes: results.rowBytes)
        row += rows
        taken += 1
        try encoding.wait()
        encoding.begin { () throws(ImageError) in
          try all.value.writer.writeRows(
            rows, from: UnsafeRawBufferPointer(results[place]), rowBytes: results.rowBytes)
        }
      }
    }
    try encoding.wait()
  }

  // MARK: Several bands at once

  /// Rows of a band: where the writer encodes bands on their own it says how many.
  private var bandRows: Int { (writer as? any BandWriter)?.bandRows ?? 32 }

  private var bandCount: Int { (writer.format.height + bandRows - 1) / bandRows }

  /// What one thread holds: a band of source rows, and of the result a band, or a strip where it is encoded at once.
  private var workerBytes: Int {
    let resultRows = writer is any BandWriter ? Self.stripRows : bandRows
    return bandRows * Rows.rowBytes(reader.format) + resultRows * Rows.rowBytes(writer.format)
  }

  /// Each thread decodes the next band while no other decodes, computes and encodes it beside the others, and hands it to the
  /// file when the bands before it are there. So the bytes do not depend on the number of threads.
  private func runBands(workers: Int, threadsEach: Int) throws(ImageError) {
    let relay = BandRelay(workers: workers)
    let source = Mutex(SourceOfBands(reader: Shared(value: reader), rows: execution.bounds.rows, bandRows: bandRows))
    let flow = Shared(value: self)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      flow.value.work(source, relay, threads: max(1, threadsEach))
    }
    if let failure = relay.failure { throw failure }
  }

  private func work(_ source: borrowing Mutex<SourceOfBands>, _ relay: BandRelay, threads: Int) {
    let memory = Rows(bandRows, of: reader.format)
    let bands = writer as? any BandWriter
    let result = Rows(bands == nil ? bandRows : Self.stripRows, of: writer.format)
    let encoder = Result { () throws(ImageError) in try bands?.bandEncoder() }
    let bytes = Shared(value: memory.bytes)
    while !relay.hasFailed {
      // Whatever fails, fails in turn: the first band that is damaged decides what is said.
      let next = source.withLock { source in source.next(into: bytes.value) }
      guard let next else { return }
      do throws(ImageError) {
        let rows = try next.rows.get()
        let pixels = UnsafeRawBufferPointer(memory.bytes)
        if let bands, let encoder = try encoder.get() {
          let band = try encoded(rows, encoder, result, threads) { strip in
            memory.rows(from: strip.lowerBound - rows.lowerBound)
          }
          relay.inTurn(next.number) { () throws(ImageError) in try bands.append(band, rows: rows.count) }
        } else {
          compute(rows, from: pixels, into: result, threads: threads)
          relay.inTurn(next.number) { () throws(ImageError) in
            try writer.writeRows(rows.count, from: UnsafeRawBufferPointer(result.bytes), rowBytes: result.rowBytes)
          }
        }
      } catch {
        relay.fail(next.number, error)
      }
    }
  }

  /// The bytes of some rows of the result.
  ///
  /// - Parameter pixels: gives the source's rows of a strip, which it is asked for from the top.
  func encoded(
    _ rows: Range<Int>, _ encoder: any BandEncoder, _ result: borrowing Rows, _ threads: Int,
    pixels: (Range<Int>) throws(ImageError) -> UnsafeRawBufferPointer
  ) throws(ImageError) -> UnsafeRawBufferPointer {
    let top = execution.bounds.rows.lowerBound
    try encoder.begin(rows.lowerBound - top..<rows.upperBound - top)
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.stripRows) {
      let strip = first..<min(first + Self.stripRows, rows.upperBound)
      let source = try pixels(strip)
      guard !execution.isCopy else {
        show(strip, source, rowBytes: Rows.rowBytes(reader.format))
        try encoder.encode(strip.count, from: source, rowBytes: Rows.rowBytes(reader.format))
        continue
      }
      compute(strip, from: source, into: result, threads: threads)
      try encoder.encode(strip.count, from: UnsafeRawBufferPointer(result.bytes), rowBytes: result.rowBytes)
    }
    return try encoder.end()
  }
}
