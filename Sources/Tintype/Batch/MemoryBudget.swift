import Dispatch
import Synchronization
import TintypeImage
import TintypeRender

/// Memory shared by the photos being rendered: one that needs more than is left waits for others to finish.
final class MemoryBudget: Sendable {
  private struct State {
    var free: ByteCount
    var waiting: [(bytes: ByteCount, signal: DispatchSemaphore)] = []
  }

  let limit: ByteCount
  private let state: Mutex<State>

  init(_ limit: Int) {
    self.limit = ByteCount(limit)
    state = Mutex(State(free: self.limit))
  }

  /// Takes memory, waiting for it when it is only taken by others.
  ///
  /// - Throws: `.limit` for more than the total limit.
  func take(_ bytes: ByteCount) throws(ImageError) {
    guard bytes <= limit else {
      throw ImageError(
        .limit, "needs about \(bytes) of memory, and the limit is \(limit)", remedy: .moreMemory)
    }
    wait(for: bytes)
  }

  /// Takes no more than the limit.
  private func wait(for bytes: ByteCount) {
    let signal = state.withLock { state -> DispatchSemaphore? in
      if state.waiting.isEmpty, bytes <= state.free {
        state.free -= bytes
        return nil
      }
      let signal = DispatchSemaphore(value: 0)
      state.waiting.append((bytes, signal))
      return signal
    }
    signal?.wait()
  }

  /// Compiles in memory that it shares with photos in the making.
  ///
  /// It first reserves as much as most looks need. If that is too little, it reserves the whole budget, so that it
  /// compiles alone. The memory is released before rendering reserves its own, so no thread waits for memory while
  /// holding some.
  ///
  /// - Parameter needsMore: whether a failure says that the memory was too little.
  func compiling<Result, Failure: Error>(
    _ isInterrupted: @escaping @Sendable () -> Bool, needsMore: (Failure) -> Bool,
    _ compile: (CompileBudget) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    func compiled(in memory: ByteCount) throws(Failure) -> Result {
      wait(for: memory)
      defer { giveBack(memory) }
      return try compile(CompileBudget(memory: memory, isInterrupted))
    }
    let usual = min(CompileBudget.least, limit)
    do throws(Failure) {
      return try compiled(in: usual)
    } catch {
      guard usual < limit, needsMore(error) else { throw error }
      return try compiled(in: limit)
    }
  }

  func giveBack(_ bytes: ByteCount) {
    state.withLock { state in
      state.free += bytes
      // First come, first served, so that a large photo does not starve.
      while let first = state.waiting.first, first.bytes <= state.free {
        state.free -= first.bytes
        state.waiting.removeFirst()
        first.signal.signal()
      }
    }
  }
}

/// Compiles in memory that photos share; nil for no limit.
func compiling<Result>(
  in memory: MemoryBudget?, _ isInterrupted: @escaping @Sendable () -> Bool,
  _ compile: (CompileBudget) throws(ImageError) -> Result
) throws(ImageError) -> Result {
  guard let memory else { return try compile(CompileBudget(memory: nil, isInterrupted)) }
  return try memory.compiling(isInterrupted, needsMore: { $0.remedy == .moreMemory }, compile)
}
