import TintypeSystem

/// Writes all bytes, in as many calls as the system needs.
///
/// - Parameters:
///   - offset: where to overwrite a file; nil to append.
///   - isInterrupted: asked after each system call, because a signal may have ended it early.
/// - Throws: `.io`, `.interrupted`.
func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil,
  isInterrupted: () -> Bool = { false }
) throws(ImageError) {
  var rest = bytes
  while let start = rest.baseAddress, !rest.isEmpty {
    let count = min(rest.count, 1 << 24)
    let written =
      offset.map { pwrite(descriptor, start, count, off_t($0 + bytes.count - rest.count)) }
      ?? write(descriptor, start, count)
    let failure = errno
    if isInterrupted() { throw ImageError.interrupted }
    if written < 0, failure == EINTR { continue }
    guard written > 0 else { throw systemError("cannot be written", failure) }
    rest = UnsafeRawBufferPointer(rebasing: rest[written...])
  }
}

/// Writes all bytes of an array; see the function for buffers.
public func writeAll(
  _ bytes: [UInt8], to descriptor: Int32, at offset: Int? = nil, isInterrupted: () -> Bool = { false }
) throws(ImageError) {
  try bytes.withBytes { bytes throws(ImageError) in
    try writeAll(bytes, to: descriptor, at: offset, isInterrupted: isInterrupted)
  }
}
