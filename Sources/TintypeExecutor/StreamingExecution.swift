import TintypeIntrinsics
import TintypePlan

/// A streaming render: source rows go in from the top, and result rows come out from the top as soon as they can be
/// computed.
///
/// A plan of one pass gives each row immediately. A plan with fields buffers only the rows it still needs: the
/// footprint of a blur, or all rows if a sample position may be anywhere. The result depends neither on the number of
/// rows fed at a time nor on the number of threads. Used by one thread at a time.
///
/// Rows of the photo are fed as long as nothing is ``ready``; rows of other pictures when they are ``wanted``, which
/// comes first.
public final class StreamingExecution: @unchecked Sendable {
  private let execution: Execution
  private let threads: Int
  private let stages: FieldStages
  private let isDry: Bool
  /// The buffered rows of each source, for a plan with fields.
  private let sourceRows: [SourceRows]
  /// The latest source rows, for a plan of one pass.
  private var band: (first: Int, rows: UnsafeRawBufferPointer, rowBytes: Int)?
  private var next: Int

  /// The result rows that can be taken now, in result pixels. After all are taken, more may become ready.
  public private(set) var ready: Range<Int>

  private var plan: Plan { execution.plan }

  /// Begins a render.
  ///
  /// - Parameters:
  ///   - execution: the prepared plan.
  ///   - threads: the largest number of threads.
  public convenience init(_ execution: Execution, threads: Int) {
    self.init(execution, threads: threads, isDry: false)
  }

  private init(_ execution: Execution, threads: Int, isDry: Bool) {
    self.execution = execution
    self.threads = threads
    self.isDry = isDry
    stages = FieldStages(
      execution.plan, uniforms: execution.uniforms, bounds: execution.bounds, rectangles: execution.fieldPixels,
      isDry: isDry)
    sourceRows = execution.sources.map { SourceRows(rowBytes: $0.size.width * $0.format.pixelBytes) }
    let height = max(execution.bounds.rows.count, 1)
    rowsOfPictures = execution.pictures.map { 32 * height / max($0.size.height, height) }.min().map { max(1, $0) } ?? 16
    next = execution.bounds.rows.lowerBound
    ready = next..<next
  }

  /// Feeds the next rows of a source.
  ///
  /// - Parameters:
  ///   - number: the source; 0 is the photo.
  ///   - count: the number of rows.
  ///   - source: the rows, complete, `rowBytes` apart. The memory must not change until all rows in ``ready`` are
  ///     taken.
  ///   - rowBytes: the distance between source rows, in bytes.
  public func feed(_ count: Int, of number: Int = 0, from source: UnsafeRawBufferPointer, rowBytes: Int) {
    let shape = execution.sources[number]
    require(
      count == 0 || source.count >= (count - 1) * rowBytes + shape.size.width * shape.format.pixelBytes,
      "the source rows lie in memory")
    require(sourceRows[number].done + count <= shape.size.height, "no more rows than the source has")
    guard execution.isStreamed else {
      require(ready.isEmpty, "the rows of the band before are taken")
      let first = sourceRows[0].done
      sourceRows[0].append(count, from: nil, rowBytes: rowBytes)
      band = (first, source, rowBytes)
      let rows = (first..<first + count).clamped(to: execution.bounds.rows)
      ready = rows.isEmpty ? next..<next : rows
      return
    }
    feedFields(count, of: number, from: source.baseAddress, rowBytes: rowBytes)
  }

  /// The picture besides the photo whose rows are needed next, and how many rows; nil if the photo's are.
  public var wanted: (source: Int, rows: Int)? {
    for source in sourceRows.indices.dropFirst() {
      var end = plan.lastPass.sources.contains(source) ? min(next + rowsPerStep, execution.bounds.rows.upperBound) : 0
      for stage in stages.stages where stage.sources.contains(source) && stage.output.demanded > stage.output.done {
        end = max(end, stage.output.demanded)
      }
      if end > sourceRows[source].done { return (source, end - sourceRows[source].done) }
    }
    return nil
  }

  /// Computes the next rows of the result.
  ///
  /// - Parameters:
  ///   - count: the number of rows, at most those that are ``ready``.
  ///   - result: memory for that number of result rows, `rowBytes` apart.
  ///   - rowBytes: the distance between result rows, in bytes.
  public func take(_ count: Int, into result: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    require(count <= ready.count, "no more rows than are ready")
    let rows = ready.lowerBound..<ready.lowerBound + count
    if let band {
      execution.run(
        rows: rows,
        from: UnsafeRawBufferPointer(rebasing: band.rows[((rows.lowerBound - band.first) * band.rowBytes)...]),
        sourceRowBytes: band.rowBytes, to: result, resultRowBytes: rowBytes, threads: threads)
    } else if count > 0, !execution.bounds.columns.isEmpty {
      require(
        result.count >= (count - 1) * rowBytes + execution.bounds.columns.count * execution.resultFormat.pixelBytes,
        "there is room for the result's rows")
      let lastSources = plan.lastPass.sources
      // Each thread writes different rows.
      nonisolated(unsafe) let target = result.baseAddress!
      execution.programs.share(rows, ofField: nil, threads: threads) { program, row in
        execution.run(
          program, row, from: storedRow(row, of: lastSources), stages.fields,
          to: target + (row - rows.lowerBound) * rowBytes)
      }
    }
    advance(past: count)
  }

  private func advance(past count: Int) {
    next = ready.lowerBound + count
    ready = next..<ready.upperBound
    guard execution.isStreamed else { return }
    release()
    if ready.isEmpty { advance() }
  }

  // MARK: Fields

  /// The number of rows that pass through all stages together, so that intermediate rows stay in the second-level
  /// cache. With several threads, each thread gets the minimum number of rows; memory is counted for several threads.
  private var rowsPerStep: Int { min(isDry || threads > 1 ? 16 : 8, rowsOfPictures) }

  /// Fewer for a picture that is placed much smaller than it is: each result row needs many of its rows.
  private let rowsOfPictures: Int

  private func feedFields(_ count: Int, of number: Int, from source: UnsafeRawPointer?, rowBytes: Int) {
    for first in stride(from: 0, to: count, by: rowsPerStep) {
      sourceRows[number].append(
        min(rowsPerStep, count - first), from: isDry ? nil : source.map { $0 + first * rowBytes },
        rowBytes: rowBytes)
      advance()
    }
  }

  /// Computes the inputs of the next result rows, as far as the source rows allow.
  private func advance() {
    demand()
    for stage in stages.stages { advance(stage) }
    release()
    findReady()
  }

  /// Determines how far each stage must advance for the next result rows.
  private func demand() {
    for stage in stages.stages { stage.output.demanded = stage.output.pixels.rows.lowerBound }
    demand(stages.last, for: next..<min(next + rowsPerStep, execution.bounds.rows.upperBound))
    for stage in stages.stages.reversed() where stage.output.done < stage.output.demanded {
      stage.output.demanded = stage.end(for: stage.output.demanded)
      demand(stage.inputs, for: stage.output.done..<stage.output.demanded)
    }
  }

  private func demand(_ inputs: [RowStage.Input], for rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    for input in inputs {
      let (first, last) = (input.needed(for: rows.lowerBound), input.needed(for: rows.upperBound - 1))
      input.rows.demanded = max(input.rows.demanded, first.upperBound, last.upperBound)
    }
  }

  /// Computes the demanded rows of a stage whose inputs are complete.
  private func advance(_ stage: RowStage) {
    let rows = stage.output
    guard !rows.isComplete else { return }
    let last = stage.maker?.makesLess == true ? rows.pixels.rows.upperBound : rows.demanded
    let end = readyEnd(rows.done, last, stage.inputs, stage.sources)
    // Rows computed together wait until all of them can be computed.
    guard end > rows.done, (stage.maker?.rowsAtOnce ?? 1) == 1 || end == last else { return }
    rows.reserve(upTo: end)
    let made = rows.done..<end
    if isDry {
    } else if case .pass(let field) = stage.making, case .pass = plan.fields[field].content {
      execution.programs.share(made, ofField: field, threads: threads) { program, row in
        let target = rows.row(row)
        let sources = storedRow(row, of: stage.sources)
        execution.tiles(rows.pixels.columns) { column, count in
          program.run(
            row: row, column: column, count: count, from: sources, stages.fields,
            to: target + (column - rows.pixels.columns.lowerBound), stride: rows.planeStride)
        }
        rows.fillMargins(of: target)
      }
    } else if let maker = stage.maker {
      maker.make(made, of: rows, from: stage.inputs.map(\.rows), execution.programs.loops, threads: threads)
    }
    rows.finish(upTo: end)
  }

  /// The end of the rows from `first` on, at most `last`, whose inputs are complete.
  private func readyEnd(_ first: Int, _ last: Int, _ inputs: [RowStage.Input], _ sources: Set<Int>) -> Int {
    func isReady(_ row: Int) -> Bool {
      sources.allSatisfy { row < sourceRows[$0].done } && inputs.allSatisfy { $0.isReady(for: row) }
    }
    // Footprints are linear in the row: what both ends need contains what the rows between them need.
    if first < last, isReady(last - 1), isReady(first) { return last }
    var end = first
    while end < last, isReady(end) { end += 1 }
    return end
  }

  private func findReady() {
    let last = min(next + rowsPerStep, execution.bounds.rows.upperBound)
    let first = max(ready.upperBound, next)
    ready = next..<readyEnd(first, max(first, last), stages.last, plan.lastPass.sources)
  }

  /// Frees the rows that no stage needs any more.
  private func release() {
    let lastSources = plan.lastPass.sources
    var needed = sourceRows.indices.map { lastSources.contains($0) ? next : sourceRows[$0].done }
    for field in stages.fields { field.needed = field.done }
    for stage in stages.stages { stage.output.needed = stage.output.done }
    for stage in stages.stages where !stage.output.isComplete {
      for source in stage.sources { needed[source] = min(needed[source], stage.output.done) }
      need(stage.inputs, from: stage.output.done, last: stage.output.pixels.rows.upperBound - 1)
    }
    if next < execution.bounds.rows.upperBound {
      need(stages.last, from: next, last: execution.bounds.rows.upperBound - 1)
    }
    for stage in stages.stages { stage.output.release(before: stage.output.needed) }
    for (rows, first) in zip(sourceRows, needed) { rows.release(before: first) }
  }

  private func need(_ inputs: [RowStage.Input], from row: Int, last: Int) {
    for input in inputs { input.rows.needed = min(input.rows.needed, input.first(for: row, last: last)) }
  }

  private func storedRow(_ row: Int, of sources: Set<Int>) -> StoredRow {
    let rows = sourceRows.indices.map { sources.contains($0) ? sourceRows[$0].row(row) : nil }
    return execution.storedRow(photo: rows[0], pictures: Array(rows.dropFirst()))
  }
}

extension StreamingExecution {
  /// The peak memory of a render, besides one band of source rows and one of result rows.
  public struct PeakMemory: Sendable, Equatable {
    /// Rows of each field of the plan.
    public var fieldRows: [Int]

    /// Bytes of all rows: fields, steps between them, copies of the source.
    public var rowBytes: ByteCount

    /// Bytes that each thread works in besides.
    public var bytesPerThread: ByteCount

    /// The bytes of a render with some threads.
    public func bytes(threads: Int) -> ByteCount { rowBytes + bytesPerThread * threads }
  }

  /// Computes the peak memory of a render with a given band height, without rendering.
  public static func peakMemory(of execution: Execution, bandRows: Int) -> PeakMemory {
    let streaming = StreamingExecution(execution, threads: 1, isDry: true)
    guard execution.isStreamed else { return PeakMemory(fieldRows: [], rowBytes: 0, bytesPerThread: 0) }
    for first in stride(from: 0, to: execution.size.height, by: bandRows) {
      streaming.feedFields(min(bandRows, execution.size.height - first), of: 0, from: nil, rowBytes: 0)
      while true {
        if !streaming.ready.isEmpty {
          streaming.advance(past: min(bandRows, streaming.ready.count))
        } else if let (source, rows) = streaming.wanted {
          streaming.feedFields(min(bandRows, rows), of: source, from: nil, rowBytes: 0)
        } else {
          break
        }
      }
    }
    return PeakMemory(
      fieldRows: streaming.stages.fields.map(\.mostRows),
      rowBytes: streaming.sourceRows.map(\.mostBytes).total + streaming.stages.stages.map(\.output.mostBytes).total,
      bytesPerThread: streaming.stages.stages.map { $0.maker?.workingBytes ?? 0 }.total)
  }
}
