import Dispatch
import Synchronization

/// Memory that photos in the making share: one that needs more than is left waits for others to end.
final class MemoryBudget: Sendable {
  private struct State {
    var free: Int
    var waiting: [(bytes: Int, signal: DispatchSemaphore)] = []
  }

  let limit: Int
  private let state: Mutex<State>

  init(_ limit: Int) {
    self.limit = limit
    state = Mutex(State(free: limit))
  }

  /// Takes memory, waiting for it when it is only taken by others.
  ///
  /// - Throws: `.limit` for more than there ever will be.
  func take(_ bytes: Int) throws(ImageError) {
    guard bytes <= limit else {
      throw ImageError(
        .limit, "needs about \(sizeText(bytes)) of memory, and the limit is \(sizeText(limit))", remedy: .moreMemory)
    }
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

  func giveBack(_ bytes: Int) {
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

/// A number of bytes as people read it.
func sizeText(_ bytes: Int) -> String {
  let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
  guard let (unit, size) = units.first(where: { bytes >= $0.1 }) else {
    return bytes == 1 ? "1 byte" : "\(bytes) bytes"
  }
  let tenths = bytes / (size / 10)
  return tenths >= 100 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
}
