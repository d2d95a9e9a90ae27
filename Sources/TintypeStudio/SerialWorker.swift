import Dispatch
import Synchronization

/// A serial queue with its own state, on a thread that may block. Callers suspend and hold no thread.
final class SerialWorker<State>: Sendable {
  private let queue: DispatchQueue
  private let state: Mutex<State>

  init(_ name: String, _ state: sending State) {
    queue = DispatchQueue(label: "tintype.studio.\(name)")
    self.state = Mutex(state)
  }

  /// Runs a closure on the state, after all earlier requests.
  func work<Result: Sendable>(
    _ body: @escaping @Sendable (inout State) throws(StudioFailure) -> Result
  ) async throws(StudioFailure) -> Result {
    let result: Swift.Result<Result, StudioFailure> = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: self.state.withLock { state in
            do throws(StudioFailure) { return .success(try body(&state)) } catch { return .failure(error) }
          })
      }
    }
    return try result.get()
  }
}
