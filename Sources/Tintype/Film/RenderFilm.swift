import Dispatch
import Synchronization
import TintypeColor
import TintypeExecutor
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan

/// Renders the frames of a Y4M stream into a pipe, as they come.
///
/// Each frame is the same as it would be alone: nothing is carried from one to the next, and only what a look makes of `frame`
/// and of noise differs. Memory does not grow with the length of the stream.
///
/// - Parameters:
///   - look: the checked recipe.
///   - parameters: a value for each parameter, from ``parameterValues(of:settings:)``.
///   - reader: the stream.
///   - descriptor: where the frames go; stays open. It gets whole frames only.
///   - options: how to read and work.
///   - isInterrupted: asked at each frame; once true, no other is written.
/// - Returns: harmless remarks.
/// - Throws: with the reason; `.corrupt` for a stream that is damaged, behind the frames before; `.interrupted`.
public func renderFilm(
  _ look: Look, parameters: [[Double]], from reader: Y4MReader, toStream descriptor: Int32, options: FilmOptions,
  isInterrupted: @escaping @Sendable () -> Bool = { false }
) throws(ImageError) -> [String] {
  try FilmRendering(look, parameters, reader, options).run(into: descriptor, isInterrupted)
}

/// Renders a Y4M stream into a file, which appears complete or not at all; else as ``renderFilm(_:parameters:from:toStream:options:isInterrupted:)``.
public func renderFilm(
  _ look: Look, parameters: [[Double]], from reader: Y4MReader, to output: FilePath, options: FilmOptions,
  isInterrupted: @escaping @Sendable () -> Bool = { false }
) throws(ImageError) -> RenderOutcome {
  if fileExists(output) {
    switch options.ifExists {
    case .error: throw ImageError.outputExists
    case .skip: return .skipped
    case .overwrite, .rename: break
    }
  }
  let rendering = try FilmRendering(look, parameters, reader, options)
  let file = try OutputFile(output, ifTaken: options.ifExists.ifTaken)
  let notes = try rendering.run(into: file.descriptor, isInterrupted)
  if isInterrupted() { throw ImageError(.interrupted, "interrupted") }
  return .rendered(to: try file.commit(), notes: notes)
}

/// A film on its way: each thread takes the next frame, and hands its result on when those before it are there.
private struct FilmRendering {
  private let reader: Y4MReader
  private let execution: Execution
  private let source: PlaneLayout
  private let result: PlaneLayout
  private let options: FilmOptions
  private let space: FilmOptions.InputSpace
  private let workers: Int

  init(
    _ look: Look, _ parameters: [[Double]], _ reader: Y4MReader, _ options: FilmOptions
  ) throws(ImageError) {
    (self.reader, self.options) = (reader, options)
    let header = reader.header
    space = options.inputSpace ?? FilmOptions.InputSpace(width: header.width, height: header.height)
    let storage = YCbCr(
      space.matrix, isFullRange: options.isFullRange ?? header.isFullRange ?? false, bits: header.bits,
      isGray: header.chroma == .gray)
    let colors = space.colors
    let program = storedAsYCbCr(
      convertColors(flattenOverWhite(look.program), from: colors, to: colors, sourceIsBytes: false), storage)
    let plan = Planner.plan(Pipeline.run(program, parameters: parameters, sourceIsOpaque: true))
    source = PlaneLayout(header, width: header.width, height: header.height)
    let format = PixelFormat(channels: 3, depth: .sixteen)
    execution = Execution(
      plan, width: header.width, height: header.height, source: format, result: format,
      frame: UInt32(truncatingIfNeeded: options.skippedFrames))
    try execution.check(PictureLimits())
    let (columns, rows) = (execution.bounds.columns.count, execution.bounds.rows.count)
    guard columns > 0, rows > 0 else { throw ImageError(.limit, "the look crops everything away") }
    result = PlaneLayout(header, width: columns, height: rows)
    let each =
      source.frameBytes + result.frameBytes + FilmWorker.stripRows * (source.mergedRowBytes + result.mergedRowBytes)
      + StreamingExecution.kept(by: execution, bandRows: FilmWorker.stripRows).bytes
    guard each <= options.memory else {
      throw ImageError(
        .limit, "needs about \(sizeText(each)) of memory, and the limit is \(sizeText(options.memory))",
        remedy: .moreMemory)
    }
    workers = max(1, min(options.threads, options.memory / each))
  }

  func run(
    into descriptor: Int32, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) -> [String] {
    let writer = try Y4MWriter(
      to: descriptor, header: reader.header, width: result.width, height: result.height, isInterrupted: isInterrupted)
    let relay = BandRelay(workers: workers)
    let frames = Mutex(FilmSource(reader, skipping: options.skippedFrames))
    let work = Shared(value: (self, writer))
    DispatchQueue.concurrentPerform(iterations: workers) { _ in work.value.0.work(frames, relay, work.value.1) }
    if let failure = relay.failure { throw failure }
    var notes: [String] = []
    if space == .bt2020 {
      notes.append("bt2020 is taken for standard dynamic range; PQ and HLG have to be brought to it before")
    }
    if reader.header.isInterlaced {
      notes.append("its frames are of two fields each, and are rendered as whole pictures")
    }
    return notes
  }

  private func work(_ frames: borrowing Mutex<FilmSource>, _ relay: BandRelay, _ writer: Y4MWriter) {
    let worker = FilmWorker(source, result, threads: max(1, options.threads / workers))
    let planes = Shared(value: worker.planes)
    while !relay.hasFailed {
      guard let next = frames.withLock({ $0.next(into: planes.value) }) else { return }
      do throws(ImageError) {
        let line = try next.line.get()
        let bytes = try worker.render(execution.at(frame: UInt32(truncatingIfNeeded: next.frame)), frame: next.frame)
        relay.inTurn(next.turn) { () throws(ImageError) in try writer.writeFrame(line, bytes) }
      } catch {
        relay.fail(next.turn, error)
      }
    }
  }
}

/// The memory of one thread, and what it does with a frame.
private final class FilmWorker {
  private let source: PlaneLayout
  private let result: PlaneLayout
  private let merger: PlaneMerger
  private let splitter: PlaneSplitter
  private let frame: UnsafeMutableRawBufferPointer
  private let rendered: UnsafeMutableRawBufferPointer
  private let sourceRows: UnsafeMutableRawBufferPointer
  private let resultRows: UnsafeMutableRawBufferPointer
  private let threads: Int

  /// Rows that are brought together, computed and taken apart at a time: they stay in the second-level cache.
  static let stripRows = 16

  init(_ source: PlaneLayout, _ result: PlaneLayout, threads: Int) {
    (self.source, self.result, self.threads) = (source, result, threads)
    (merger, splitter) = (PlaneMerger(source), PlaneSplitter(result))
    frame = .allocate(byteCount: source.frameBytes + PlaneLayout.paddingBytes, alignment: 64)
    rendered = .allocate(byteCount: result.frameBytes, alignment: 64)
    sourceRows = .allocate(byteCount: Self.stripRows * source.mergedRowBytes, alignment: 64)
    resultRows = .allocate(byteCount: Self.stripRows * result.mergedRowBytes, alignment: 64)
    // Vectors look at what stands behind a row, though nothing comes of it.
    resultRows.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { for memory in [frame, rendered, sourceRows, resultRows] { memory.deallocate() } }

  /// Where a frame is to be put.
  var planes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(rebasing: frame[..<source.frameBytes]) }

  /// Renders the frame that was put there.
  func render(_ execution: Execution, frame number: Int) throws(ImageError) -> UnsafeRawBufferPointer {
    guard (execution.bounds.columns.count, execution.bounds.rows.count) == (result.width, result.height) else {
      throw ImageError(
        .limit, "the look gives frame \(number) another size than those before it, and a stream has one size")
    }
    splitter.begin(rendered)
    let flow = StreamingExecution(execution, threads: threads)
    for first in stride(from: 0, to: source.height, by: Self.stripRows) {
      let rows = first..<min(first + Self.stripRows, source.height)
      merger.merge(rows, of: UnsafeRawBufferPointer(frame), into: sourceRows)
      flow.feed(rows.count, from: UnsafeRawBufferPointer(sourceRows), rowBytes: source.mergedRowBytes)
      while !flow.ready.isEmpty {
        let count = min(flow.ready.count, Self.stripRows)
        flow.take(count, into: resultRows, rowBytes: result.mergedRowBytes)
        splitter.split(count, from: UnsafeRawBufferPointer(resultRows))
      }
    }
    return UnsafeRawBufferPointer(rendered)
  }
}

extension PlaneLayout {
  /// The planes of a stream for frames of a size.
  init(_ header: Y4MHeader, width: Int, height: Int) {
    let (across, down): (Sampling, Sampling) =
      switch header.chroma {
      case .gray, .full444: (.full, .full)
      case .half422: (.onFirst, .full)
      case .quarter420(.middle): (.between, .between)
      case .quarter420(.left): (.onFirst, .between)
      case .quarter420(.topLeft): (.onFirst, .onFirst)
      }
    self.init(
      width: width, height: height, bits: header.bits, hasColor: header.chroma != .gray, across: across, down: down)
  }
}
