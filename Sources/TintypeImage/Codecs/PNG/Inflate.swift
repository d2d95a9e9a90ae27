internal import CTintypePNG

/// The bytes of a zlib stream; nil when it is broken or longer than `maxBytes`.
func inflate(_ stream: [UInt8], maxBytes: Int) -> [UInt8]? {
  // Most text is short: a small buffer is tried before the largest.
  for capacity in [min(16 * stream.count + 1024, maxBytes), maxBytes] {
    var length: Int64 = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      length = tt_png_inflate(stream, stream.count, buffer.baseAddress, capacity)
      filled = Int(max(length, 0))
    }
    if length >= 0 { return bytes }
  }
  return nil
}

/// `bytes` as a zlib stream.
func deflate(_ bytes: [UInt8]) -> [UInt8] {
  let capacity = tt_png_deflate_bound(bytes.count)
  return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
    let length = tt_png_deflate(bytes, bytes.count, buffer.baseAddress, capacity)
    precondition(length >= 0, "zlib found no room in its own bound")
    filled = Int(length)
  }
}
