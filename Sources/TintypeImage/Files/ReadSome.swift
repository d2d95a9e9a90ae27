import TintypeSystem

/// Reads as many bytes as one call gives; none at the end.
///
/// - Throws: `.unreadable`, `.interrupted`.
package func readSome(
  from descriptor: Int32, atMost limit: Int, isInterrupted: () -> Bool
) throws(ImageError) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: limit)
  let count = try bytes.withUnsafeMutableBufferPointer { buffer throws(ImageError) in
    try readSome(from: descriptor, into: UnsafeMutableRawBufferPointer(buffer), isInterrupted: isInterrupted)
  }
  bytes.removeLast(limit - count)
  return bytes
}

/// The same into memory; the number of bytes.
func readSome(
  from descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer, isInterrupted: () -> Bool
) throws(ImageError) -> Int {
  while true {
    // A signal may come to another thread, so that no call here ends by it: what waits asks from time to time.
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&wanted, 1, 100)
    let isWaiting = ready == 0 || ready < 0 && errno == EINTR
    if isInterrupted() { throw ImageError.interrupted }
    if isWaiting { continue }
    let count = read(descriptor, bytes.baseAddress, min(bytes.count, 1 << 24))
    let failure = errno
    // Not only after EINTR: the signal may have come just before the call, and the next one would wait.
    if isInterrupted() { throw ImageError.interrupted }
    if count >= 0 { return count }
    guard failure == EINTR else { throw ImageError(.unreadable, "cannot be read: \(errnoText(failure))") }
  }
}
