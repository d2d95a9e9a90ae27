import Foundation

/// A program that runs beside a test.
///
/// It starts with no signal blocked: a child inherits the mask of the thread that starts it, and threads of Dispatch
/// block most signals. SIGINT would not arrive then, and Debian's `sh` would wait forever for a process. A program that
/// outlives its limit is killed, so a test fails where it would hang.
public final class ChildProcess: @unchecked Sendable {
  /// A program that was killed because it did not end.
  public struct Timeout: Error, CustomStringConvertible {
    /// The program and its arguments.
    public let description: String
  }

  /// The limit of a program that a test uses across calls it awaits, in seconds: all other tests may run between two
  /// calls.
  public static let wholeRun = 3_600

  private let process = Process()
  private let isRunning = DispatchGroup()
  private let lock = NSLock()
  private var hasTimedOut = false

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - folder: where it runs; nil: where the tests run.
  ///   - input: a `Pipe` or `FileHandle`; nil for an empty one. Without `output` and `errors` what it says is lost.
  ///   - limit: when it is killed, in seconds from now.
  /// - Throws: when it cannot be started.
  public init(
    _ path: String, _ arguments: [String], in folder: String? = nil, input: Any? = nil, output: Any? = nil,
    errors: Any? = nil, within limit: Int = 900
  ) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let null = FileHandle.nullDevice
    process.standardInput = input ?? null
    process.standardOutput = output ?? null
    process.standardError = errors ?? null
    isRunning.enter()
    process.terminationHandler = { [isRunning] _ in isRunning.leave() }
    do {
      try start()
    } catch {
      isRunning.leave()
      throw error
    }
    // A thread of its own, since the queues of Dispatch may be waiting for such programs.
    Thread { [self] in
      guard isRunning.wait(timeout: .now() + .seconds(limit)) == .timedOut else { return }
      lock.withLock { hasTimedOut = true }
      // Foundation starts each program in a process group of its own.
      kill(-process.processIdentifier, SIGKILL)
    }
    .start()
  }

  private func start() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// Sends a signal, if it still runs.
  public func signal(_ number: Int32) { if process.isRunning { kill(process.processIdentifier, number) } }

  /// Waits for its end.
  ///
  /// - Returns: the exit status; of a program that a signal ended, 128 and the signal's number, as shells count.
  /// - Throws: ``Timeout`` where it had to be killed.
  @discardableResult
  public func wait() throws -> Int32 {
    isRunning.wait()
    if lock.withLock({ hasTimedOut }) {
      let words = [process.executableURL?.path ?? ""] + (process.arguments ?? [])
      throw Timeout(description: "killed because it did not end: \(words.joined(separator: " "))")
    }
    let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    return signal + process.terminationStatus
  }
}
