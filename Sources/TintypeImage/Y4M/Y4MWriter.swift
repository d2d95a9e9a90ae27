import TintypeSystem

/// Writes a Y4M stream to a file or a pipe: whole frames, each with the line that it came with. Used by one thread at a
/// time.
public final class Y4MWriter {
  private let descriptor: Int32
  private let isInterrupted: () -> Bool

  /// Begins the stream.
  ///
  /// - Parameter descriptor: stays open.
  /// - Throws: `.io`, `.interrupted`.
  public init(
    to descriptor: Int32, header: Y4MHeader, width: Int, height: Int, isInterrupted: @escaping () -> Bool
  ) throws(ImageError) {
    self.descriptor = descriptor
    self.isInterrupted = isInterrupted
    try write(header.line(width: width, height: height))
  }

  /// Writes a frame.
  public func writeFrame(_ line: [UInt8], _ planes: UnsafeRawBufferPointer) throws(ImageError) {
    try write(line)
    try write(planes)
  }

  private func write(_ bytes: [UInt8]) throws(ImageError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) in try write(UnsafeRawBufferPointer(bytes)) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = systemWrite(descriptor, rest)
      let failure = errno
      // Whoever reads may have stopped; the pipe is full, and a signal is to end the wait.
      if isInterrupted() { throw ImageError.interrupted }
      if count < 0, failure == EINTR { continue }
      guard count > 0 else { throw systemError("cannot be written", failure) }
      written += count
    }
  }
}

// The methods above hide the system's function of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, min(bytes.count, 1 << 24))
}
