import TintypeImage

/// Memory for some rows.
///
/// No row begins at a multiple of 32 bytes: into such a row libjpeg-turbo writes past the caches, as if it were not to be read
/// soon, and its reader waits for the memory.
struct Rows: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer
  let rowBytes: Int
  private let memory: UnsafeMutableRawBufferPointer

  private static let stride = 32

  init(_ count: Int, of format: PictureFormat) {
    self.init(count, rowBytes: Self.rowBytes(format))
  }

  init(_ count: Int, rowBytes: Int) {
    self.rowBytes = rowBytes
    memory = .allocate(byteCount: count * rowBytes + Self.stride / 2, alignment: 64)
    bytes = UnsafeMutableRawBufferPointer(rebasing: memory[(Self.stride / 2)...])
  }

  deinit { memory.deallocate() }

  /// The distance of rows in bytes.
  static func rowBytes(_ format: PictureFormat) -> Int { (format.rowBytes + stride - 1) / stride * stride }

  /// The rows from one on.
  func rows(from first: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[(first * rowBytes)...])
  }
}
