import Dispatch
import Synchronization
import TintypeJSON

/// The messages of a client between the thread that reads them and the one that works on them, and what becomes of
/// requests that are cancelled.
final class Inbox: Sendable {
  private struct State {
    var waiting: [JSONValue] = []
    /// The request that is worked on.
    var current: JSONValue?
    /// Whether it has been cancelled, and answered.
    var isAbandoned = false
    var isAtEnd = false
  }

  private let state = Mutex(State())
  /// Is signalled for each message and for the end.
  private let arrival = DispatchSemaphore(value: 0)
  /// Is signalled for each message that is taken.
  private let departure = DispatchSemaphore(value: 0)
  private static let mostWaiting = 10_000

  /// Whether no message waits.
  var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

  /// Whether the queue is full, so that reading should pause.
  var isFull: Bool { state.withLock { $0.waiting.count >= Self.mostWaiting } }

  /// Waits until a message is taken, but at most a second.
  func waitForRoom() { _ = departure.wait(timeout: .now() + 1) }

  /// Whether a change of a text waits, so that what is worked out about the texts is already old.
  var holdsChange: Bool {
    state.withLock { state in
      state.waiting.contains { message in
        switch message["method"]?.text {
        case "textDocument/didChange", "textDocument/didOpen", "textDocument/didClose": true
        default: false
        }
      }
    }
  }

  func add(_ message: JSONValue) {
    state.withLock { $0.waiting.append(message) }
    arrival.signal()
  }

  /// No message comes any more.
  ///
  /// - Parameter dropsWaiting: whether those that wait are to be left alone.
  func end(dropsWaiting: Bool) {
    state.withLock { state in
      state.isAtEnd = true
      if dropsWaiting { state.waiting = [] }
    }
    arrival.signal()
  }

  /// The next message, as soon as there is one; nil after the last.
  func next() -> JSONValue? {
    while true {
      let (message, isAtEnd) = state.withLock { state -> (JSONValue?, Bool) in
        guard !state.waiting.isEmpty else { return (nil, state.isAtEnd) }
        let message = state.waiting.removeFirst()
        (state.current, state.isAbandoned) = (message["method"] == nil ? nil : message["id"], false)
        return (message, false)
      }
      if message != nil { departure.signal() }
      if message != nil || isAtEnd { return message }
      arrival.wait()
    }
  }

  /// Takes a request back.
  ///
  /// - Returns: whether it was there and has no answer yet: the caller answers it, and nobody else will.
  func cancel(_ id: JSONValue) -> Bool {
    state.withLock { state in
      if let place = state.waiting.firstIndex(where: { $0["id"] == id && $0["method"] != nil }) {
        state.waiting.remove(at: place)
        return true
      }
      guard state.current == id, !state.isAbandoned else { return false }
      state.isAbandoned = true
      return true
    }
  }

  /// Whether the answer to a request may be sent, which ends the work on it.
  func finish(_ id: JSONValue) -> Bool {
    state.withLock { state in
      guard state.current == id else { return true }
      state.current = nil
      return !state.isAbandoned
    }
  }
}
