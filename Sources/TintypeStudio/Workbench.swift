import Dispatch
import Synchronization
import TintypeImage

/// A serial queue with its own state, on a thread that may block. Callers suspend and hold no thread.
final class Workbench<State>: Sendable {
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

/// Calls something that may fail for a photo; the message names it.
func reporting<Result>(
  on name: String, _ body: () throws(ImageError) -> Result
) throws(StudioFailure) -> Result {
  do throws(ImageError) {
    return try body()
  } catch {
    throw StudioFailure(status: error.kind == .missing ? 404 : 422, message: "\(name): \(error.message)")
  }
}
