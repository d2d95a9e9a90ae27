import Dispatch
import Synchronization
import TintypeImage

/// One piece of work at a time beside the thread that asks for it: decoding ahead, encoding behind.
final class BackgroundTask: Sendable {
  private let queue = DispatchQueue(label: "tintype.beside")
  private let problem = Mutex<ImageError?>(nil)

  /// Begins a piece of work; the one before has been waited for.
  func begin(_ work: @escaping @Sendable () throws(ImageError) -> Void) {
    queue.async { [self] in
      do throws(ImageError) { try work() } catch { problem.withLock { $0 = error } }
    }
  }

  /// Waits until it is done.
  /// - Throws: what it threw.
  func wait() throws(ImageError) {
    queue.sync {}
    if let failure = problem.withLock({ $0 }) { throw failure }
  }
}
