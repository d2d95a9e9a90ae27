import Dispatch
import Synchronization
package import TintypeExecutor
import TintypePlan
package import TintypeRaster

/// Streams rows from a source through an execution to a sink; the picture is never whole in memory.
///
/// Threads take tasks: rows to be read, rows of one stage to be computed, a band of the result to be encoded, encoded
/// bands to be written in order. A thread waits only when there is none. The bytes do not depend on the number of
/// threads.
package struct PhotoPipeline {
  private let sources: [any RowSource]
  /// The processing of rows; nil if rows of the source are copied unchanged.
  private let execution: Execution?
  /// The rows of the source that come out, if they are copied.
  private let rows: Range<Int>
  private let sink: any RowSink
  private let observer: (any RowObserver)?
  private let isInterrupted: @Sendable () -> Bool
  private let progress: @Sendable (Double) -> Void

  /// Rows of a source through an execution.
  ///
  /// - Parameters:
  ///   - pictures: the other sources of the execution.
  ///   - observer: sees all rows that come out.
  ///   - isInterrupted: asked before each task.
  ///   - progress: told the part of the rows that is done, above 0 and up to 1, from one thread at a time.
  package init(
    _ source: any RowSource, _ execution: Execution, pictures: [any RowSource] = [], to sink: any RowSink,
    observer: (any RowObserver)? = nil, isInterrupted: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) {
    self.init(
      [source] + pictures, execution.isCopy ? nil : execution, rows: execution.bounds.rows, sink, observer,
      isInterrupted, progress)
  }

  /// Rows that are computed already.
  package init(
    _ source: any RowSource, to sink: any RowSink, observer: (any RowObserver)? = nil,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) {
    self.init([source], nil, rows: 0..<source.format.height, sink, observer, { false }, progress)
  }

  private init(
    _ sources: [any RowSource], _ execution: Execution?, rows: Range<Int>, _ sink: any RowSink,
    _ observer: (any RowObserver)?, _ isInterrupted: @escaping @Sendable () -> Bool,
    _ progress: @escaping @Sendable (Double) -> Void
  ) {
    (self.sources, self.execution, self.rows, self.sink) = (sources, execution, rows, sink)
    (self.observer, self.isInterrupted, self.progress) = (observer, isInterrupted, progress)
  }

  /// The bytes that bands of the result may take together.
  private static let bandMemory = ByteCount(24 << 20)

  /// Rows that are copied together.
  private static let copiedRows = 16

  /// The rows of a result that are held, if bands of some rows are encoded by several threads; nil if they would take
  /// too much memory.
  private static func rowsHeld(_ result: PictureFormat, bandRows: Int, threads: Int) -> Int? {
    let rows = bandRows * (threads + 1)
    let bytes = ByteCount(result.rowBytes) * min(rows, result.height)
    return threads > 1 && result.height > bandRows && bytes <= bandMemory ? rows : nil
  }

  /// Rows of a band at most, for estimates.
  private static let mostBandRows = 64

  /// The most bytes that are held at once, apart from those of decoding and encoding.
  static func memory(_ source: PictureFormat, _ execution: Execution, threads: Int) -> ByteCount {
    let held = rowsHeld(execution.format, bandRows: mostBandRows, threads: threads)
    guard execution.isCopy else {
      return StagedExecution.peakMemory(of: execution, workers: threads, rowsHeld: held).bytes(workers: threads)
    }
    return ByteCount(source.rowBytes + 64) * min(held ?? copiedRows, source.height)
  }

  /// Moves all rows.
  package func run(threads: Int) throws(ImageError) {
    let writer = sink as? any BandWriter
    let held = writer.flatMap { Self.rowsHeld(sink.format, bandRows: $0.bandRows, threads: threads) }
    let staged =
      if let execution {
        StagedExecution(execution, workers: threads, rowsHeld: held)
      } else {
        StagedExecution(
          copying: SourceShape(sources[0].format), rows: rows, rowsAtOnce: Self.copiedRows,
          rowsHeld: held ?? Self.copiedRows * threads)
      }
    var output = ResultOutput(staged.rows, sink.format)
    if held != nil, let writer {
      output.bandRows = writer.bandRows
      for _ in 0..<threads { output.idle.append(try writer.bandEncoder()) }
    }
    try PipelineRun(self, staged, output, threads: threads).run(threads: threads)
  }

  // MARK: Work

  /// A task on the way of a photo. One thread at a time has it.
  fileprivate enum Work: @unchecked Sendable {
    case rows(StagedExecution.Task)
    /// Rows to be encoded on their own, and how they lie in memory.
    case encode(Range<Int>, any BandEncoder, PixelView)
    /// Rows to be written, encoded or as they are.
    case write(Range<Int>, (any BandEncoder)?, PixelView)
  }

  fileprivate func perform(_ work: Work, _ staged: StagedExecution) throws(ImageError) {
    if isInterrupted() { throw ImageError.interrupted }
    let top = staged.rows.lowerBound
    switch work {
    case .rows(let task):
      try staged.perform(task, sources)
      guard let observer, let result = task.result else { return }
      result.forEachRun(of: task.rows.clamped(to: staged.rows)) { rows, pixels in
        observer.take(rows.lowerBound - top..<rows.upperBound - top, from: pixels, rowBytes: result.rowBytes)
      }
    case .encode(let band, let encoder, let view):
      try encoder.begin(band.lowerBound - top..<band.upperBound - top)
      try view.forEachRun(of: band) { (rows, pixels) throws(ImageError) in
        try encoder.encode(rows.count, from: pixels, rowBytes: view.rowBytes)
      }
    case .write(let rows, let encoder, let view):
      if let encoder, let writer = sink as? any BandWriter {
        try writer.append(try encoder.end(), rows: rows.count)
      } else {
        try view.forEachRun(of: rows) { (rows, pixels) throws(ImageError) in
          try sink.writeRows(rows.count, from: pixels, rowBytes: view.rowBytes)
        }
      }
      progress(Double(rows.upperBound - top) / Double(staged.rows.count))
    }
  }
}

extension SourceShape {
  fileprivate init(_ format: PictureFormat) {
    self.init(width: format.width, height: format.height, format: format.pixels)
  }
}

/// What becomes of the rows of the result: how far they are encoded and written. One thread at a time has it.
private struct ResultOutput: @unchecked Sendable {
  /// Rows of a band; nil if rows are written as they are.
  var bandRows: Int?
  /// Encoders without work.
  var idle: [any BandEncoder] = []
  private var encoding: [(rows: Range<Int>, encoder: any BandEncoder, isDone: Bool)] = []
  private var encoded: Int
  private(set) var written: Int
  private var isWriting = false
  private let rows: Range<Int>

  init(_ rows: Range<Int>, _ format: PictureFormat) {
    self.rows = rows
    (encoded, written) = (rows.lowerBound, rows.lowerBound)
  }

  var isOver: Bool { written == rows.upperBound && !isWriting }

  /// The next work on rows of the result.
  mutating func next(_ staged: StagedExecution) -> PhotoPipeline.Work? {
    let made = staged.made
    if !isWriting {
      if let first = encoding.first, first.isDone {
        isWriting = true
        return .write(first.rows, first.encoder, staged.view)
      }
      if bandRows == nil, made.upperBound > written {
        isWriting = true
        return .write(written..<made.upperBound, nil, staged.view)
      }
    }
    guard let bandRows, encoded < rows.upperBound else { return nil }
    let band = encoded..<min(encoded + bandRows, rows.upperBound)
    guard band.upperBound <= made.upperBound, let encoder = idle.popLast() else { return nil }
    encoded = band.upperBound
    encoding.append((band, encoder, false))
    return .encode(band, encoder, staged.view)
  }

  mutating func finish(_ work: PhotoPipeline.Work, _ staged: StagedExecution) {
    switch work {
    case .rows(let task): staged.finish(task)
    case .encode(let band, _, _):
      if let index = encoding.firstIndex(where: { $0.rows == band }) { encoding[index].isDone = true }
    case .write(let rows, let encoder, _):
      isWriting = false
      written = rows.upperBound
      if let encoder {
        encoding.removeFirst()
        idle.append(encoder)
      }
      staged.release(before: written)
    }
  }
}

/// Threads at work on one photo.
private final class PipelineRun: @unchecked Sendable {
  private struct State {
    var output: ResultOutput
    var failure: ImageError?
    /// Threads that wait for work.
    var waiting = 0
    let threads: Int
    var isOver = false
  }

  private let pipeline: PhotoPipeline
  private let staged: StagedExecution
  private let state: Mutex<State>
  private let wake = DispatchSemaphore(value: 0)

  init(_ pipeline: PhotoPipeline, _ staged: StagedExecution, _ output: ResultOutput, threads: Int) {
    (self.pipeline, self.staged) = (pipeline, staged)
    state = Mutex(State(output: output, threads: threads))
  }

  /// - Throws: the first failure.
  func run(threads: Int) throws(ImageError) {
    let others = DispatchGroup()
    for _ in 1..<max(threads, 1) { DispatchQueue(label: "tintype.worker").async(group: others) { self.work() } }
    work()
    others.wait()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func work() {
    var done: PhotoPipeline.Work?
    while true {
      switch next(after: done) {
      case .work(let work):
        done = work
        do throws(ImageError) {
          try pipeline.perform(work, staged)
        } catch {
          fail(error)
          return
        }
      case .wait:
        done = nil
        rest()
      case .over: return
      }
    }
  }

  /// Waits for work, at first awake: most tasks take less time than it takes to wake a thread.
  private func rest() {
    for _ in 0..<Self.mostGlances where wake.wait(timeout: DispatchTime(uptimeNanoseconds: 0)) == .success { return }
    wake.wait()
  }

  /// How often a thread looks for work before it sleeps: about 13 us.
  private static let mostGlances = 1000

  private enum Step: Sendable {
    case work(PhotoPipeline.Work)
    case wait
    case over
  }

  private func next(after done: PhotoPipeline.Work?) -> Step {
    state.withLock { state in
      if let done { state.output.finish(done, staged) }
      if state.isOver { return .over }
      if let work = state.output.next(staged) ?? staged.next().map({ .rows($0) }) {
        // There may be more, which whoever wakes finds out.
        if state.waiting > 0 {
          state.waiting -= 1
          wake.signal()
        }
        return .work(work)
      }
      if state.output.isOver, staged.isOver {
        end(&state)
        return .over
      }
      state.waiting += 1
      precondition(state.waiting < state.threads, "before the end there is always something to do")
      return .wait
    }
  }

  private func fail(_ error: ImageError) {
    state.withLock { state in
      if state.failure == nil { state.failure = error }
      end(&state)
    }
  }

  private func end(_ state: inout State) {
    state.isOver = true
    for _ in 0..<state.waiting { wake.signal() }
    state.waiting = 0
  }
}
