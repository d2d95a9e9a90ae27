import Synchronization
import Tintype
import TintypeJSON

/// The lines of standard input: jobs in order, and lines that cancel the jobs of an id that came before them, including
/// the running one.
final class WorkerInbox: Sendable {
  /// A job that waits.
  struct Entry {
    let line: InputLines.Line
    let outline: JobOutline
    var isCanceled = false

    /// Why the line is not read at all; nil for one within the limits.
    var refusal: Refusal? {
      guard line.isWhole else { return Refusal(.limit, "the line is longer than 16 MiB, which is the most for a job") }
      guard outline.valueCount <= JobOutline.mostValues else {
        return Refusal(.limit, "the job holds more than \(JobOutline.mostValues) values")
      }
      return nil
    }
  }

  fileprivate struct State {
    /// The id that a line cancels; nil for a job.
    let canceledID: @Sendable (JSONValue) -> JSONValue?
    var lines = InputLines(atMost: WorkerInbox.longestLine)
    var waiting: [Entry] = []
    /// The id of the job that is being processed.
    var current: JSONValue?
    var isCanceled = false
    var lastLook = ContinuousClock.now
  }

  private let state: Mutex<State>

  /// - Parameter canceledID: the id that a line cancels; nil for a job.
  init(canceledID: @escaping @Sendable (JSONValue) -> JSONValue?) { state = Mutex(State(canceledID: canceledID)) }

  /// The most bytes of a line: enough for the longest recipe, however its letters are escaped.
  static let longestLine = 16 << 20

  /// Bytes of a line that cancels a job; longer ones are not read for that.
  fileprivate static let longestCancellation = 1 << 17

  /// Jobs that are read before their turn, to find what cancels them, and the bytes of theirs that are kept.
  private static let (mostWaiting, mostWaitingBytes) = (64, 4 << 20)

  /// The longest delay until a cancellation is noticed.
  private static let patience = Duration.milliseconds(20)

  /// The next job; nil at the end, and when a signal wants the program to end.
  func next() throws -> Entry? {
    try state.withLock { state in
      state.current = nil
      while state.waiting.isEmpty {
        guard let line = try state.lines.next() else { return nil }
        state.take(line)
      }
      return state.waiting.removeFirst()
    }
  }

  /// From here on a line may cancel the job of this id.
  func begin(_ id: JSONValue?) {
    state.withLock { state in (state.current, state.isCanceled) = (id, false) }
  }

  /// Whether the job in work has been canceled. Asked often, from several threads.
  var isCanceled: Bool {
    state.withLockIfAvailable { state in
      let now = ContinuousClock.now
      guard !state.isCanceled, now - state.lastLook > Self.patience else { return state.isCanceled }
      state.lastLook = now
      while state.waiting.count < Self.mostWaiting,
        state.waiting.reduce(0, { $0 + $1.line.bytes.count }) < Self.mostWaitingBytes,
        let line = try? state.lines.next(waits: false)
      {
        state.take(line)
      }
      return state.isCanceled
    } ?? false
  }
}

extension WorkerInbox.State {
  /// Keeps a job, or does what a line asks for.
  fileprivate mutating func take(_ line: InputLines.Line) {
    if line.isWhole, line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    let outline = JobOutline(line.bytes)
    guard line.isWhole, line.bytes.count <= WorkerInbox.longestCancellation,
      outline.valueCount <= JobOutline.mostValues,
      let value = JSONValue(parsing: line.bytes), let id = canceledID(value), id != .null
    else { return waiting.append(WorkerInbox.Entry(line: line, outline: outline)) }
    if id == current { isCanceled = true }
    for index in waiting.indices where waiting[index].outline.id == id {
      waiting[index].isCanceled = true
    }
  }
}
