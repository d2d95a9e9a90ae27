import TintypeImage

/// Memory for some rows.
struct Rows: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer
  let rowBytes: Int

  init(_ count: Int, of format: PictureFormat) {
    rowBytes = format.rowBytes
    bytes = .allocate(byteCount: count * format.rowBytes, alignment: 64)
  }

  deinit { bytes.deallocate() }

  /// The rows from one on.
  func rows(from first: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[(first * rowBytes)...])
  }
}
