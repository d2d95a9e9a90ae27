import TintypeSystem

/// Writes all bytes, however many calls that takes.
///
/// - Throws: `.io`.
public func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(ImageError) {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { buffer in
      retrying { write(descriptor, buffer.baseAddress, buffer.count) }
    }
    guard written > 0 else { throw systemError("cannot be written") }
    rest = rest.dropFirst(written)
  }
}

/// Writes bytes over those at a place of a file.
///
/// - Throws: `.io`.
func overwrite(_ bytes: [UInt8], at offset: Int, of descriptor: Int32) throws(ImageError) {
  var written = 0
  while written < bytes.count {
    let count = bytes.withUnsafeBytes { buffer in
      retrying { pwrite(descriptor, buffer.baseAddress! + written, buffer.count - written, off_t(offset + written)) }
    }
    guard count > 0 else { throw systemError("cannot be written") }
    written += count
  }
}
