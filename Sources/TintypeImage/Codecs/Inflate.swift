internal import CTintypeCodec

/// The bytes of a zlib stream; nil when it is broken or longer than `maxBytes`.
func inflate(_ stream: [UInt8], maxBytes: Int) -> [UInt8]? {
  // Most text is short: a small buffer is tried before the largest.
  for capacity in [min(16 * stream.count + 1024, maxBytes), maxBytes] {
    var length: Int64 = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      length = tt_zlib_inflate(stream, stream.count, buffer.baseAddress, capacity)
      filled = Int(max(length, 0))
    }
    if length >= 0 { return bytes }
  }
  return nil
}

/// The bytes of a deflate stream without a header (RFC 1951); nil when it is broken or does not hold `count` bytes.
func inflateRaw(_ stream: [UInt8], count: Int) -> [UInt8]? {
  var length: Int64 = -1
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    length = tt_zlib_inflate_raw(stream, stream.count, buffer.baseAddress, count)
    filled = Int(max(length, 0))
  }
  return length == count ? bytes : nil
}

/// `bytes` as a zlib stream.
func deflate(_ bytes: [UInt8]) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: deflateBound(bytes.count)) { buffer, filled in
    filled = bytes.withUnsafeBytes { deflate($0, into: UnsafeMutableRawBufferPointer(buffer), level: 9) }
  }
}

/// The most bytes that deflating some takes.
func deflateBound(_ count: Int) -> Int { tt_zlib_deflate_bound(count) }

/// Deflates into a buffer of at least ``deflateBound(_:)`` bytes; the number of bytes.
///
/// - Parameter level: zlib's, 1 for fast to 9 for small.
func deflate(_ bytes: UnsafeRawBufferPointer, into result: UnsafeMutableRawBufferPointer, level: Int) -> Int {
  let length = tt_zlib_deflate(
    bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count,
    result.baseAddress?.assumingMemoryBound(to: UInt8.self), result.count, Int32(level))
  precondition(length >= 0, "zlib found no room in its own bound")
  return Int(length)
}
