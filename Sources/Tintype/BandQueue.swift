import Dispatch
import Synchronization
import TintypeImage

/// Brings the bytes of bands that threads finish in any order into the order of the bands: what comes early waits, and not who
/// brings it.
final class BandQueue: Sendable {
  /// The bytes of a band; none where its rows could not be had.
  typealias Bytes = UnsafeRawBufferPointer

  private struct State {
    var next = 0
    var isPutting = false
    var waiting: [Int: [UInt8]?] = [:]
    var failure: ImageError?
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let threads: Int

  /// - Parameter threads: how many there are; twice as many bands may be begun and not in the file.
  init(threads: Int) {
    self.threads = threads
    // Begins with 0: one that is freed below its first value ends the process.
    for _ in 0..<threads * 2 { room.signal() }
  }

  /// What went wrong with the first band that failed.
  var failure: ImageError? { state.withLock { $0.failure } }

  /// Waits until another band may be begun; false where there is nothing to go on for.
  func begin() -> Bool {
    room.wait()
    return failure == nil
  }

  /// Puts a band, and those behind it that have waited for it, where they belong; or leaves it to wait.
  ///
  /// - Parameter put: is called in the order of the numbers, by one thread at a time.
  func hand(_ number: Int, _ bytes: Bytes?, put: (Int, Bytes?) throws(ImageError) -> Void) {
    let isNext = state.withLock { state in
      let isNext = state.next == number && !state.isPutting
      if isNext { state.isPutting = true } else { state.waiting[number] = .some(bytes.map { Array($0) }) }
      return isNext
    }
    guard isNext else { return }
    do throws(ImageError) {
      try put(number, bytes)
      while let (number, bytes) = following() { try putCopy(number, bytes, put) }
    } catch {
      state.withLock { $0.failure = error }
      // Whoever waits has nothing to wait for.
      for _ in 0..<threads { room.signal() }
    }
  }

  /// The band behind the one that was put, if it is there.
  private func following() -> (Int, [UInt8]?)? {
    room.signal()
    return state.withLock { state in
      state.next += 1
      guard let bytes = state.waiting.removeValue(forKey: state.next) else {
        state.isPutting = false
        return nil
      }
      return (state.next, bytes)
    }
  }

  private func putCopy(
    _ number: Int, _ bytes: [UInt8]?, _ put: (Int, Bytes?) throws(ImageError) -> Void
  ) throws(ImageError) {
    guard let bytes else { return try put(number, nil) }
    let result = bytes.withUnsafeBytes { copy in
      Result { () throws(ImageError) in try put(number, copy) }
    }
    try result.get()
  }
}
