import Dispatch
import Synchronization
import TintypeImage

/// Brings what threads finish in any order into the order of the bands.
///
/// Bands are taken in order and no thread holds two, so the bands on their way have different numbers modulo the threads, and
/// a semaphore for each of these is enough.
final class BandRelay: Sendable {
  private let turns: [DispatchSemaphore]
  private let problem = Mutex<ImageError?>(nil)

  /// - Parameter workers: how many threads there are at most.
  init(workers: Int) {
    // All begin with 0: one that is freed below its first value ends the process.
    turns = (0..<workers).map { _ in DispatchSemaphore(value: 0) }
    turns[0].signal()
  }

  /// What went wrong with the first band that failed.
  var failure: ImageError? { problem.withLock { $0 } }

  /// Whether there is nothing to go on for.
  var hasFailed: Bool { failure != nil }

  /// Waits for the bands before this one, acts unless one of them has failed, and lets the next one pass.
  func inTurn(_ number: Int, _ body: () throws(ImageError) -> Void) {
    turns[number % turns.count].wait()
    if !hasFailed {
      do throws(ImageError) { try body() } catch { problem.withLock { $0 = error } }
    }
    turns[(number + 1) % turns.count].signal()
  }

  /// Notes in turn that a band has failed.
  func fail(_ number: Int, _ error: ImageError) {
    inTurn(number) { () throws(ImageError) in throw error }
  }
}
