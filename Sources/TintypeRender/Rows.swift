import TintypeRaster

/// Memory for some rows, which is allocated when it is first used: a declared size is checked before.
///
/// No row begins at a multiple of 32 bytes: into such a row libjpeg-turbo writes past the caches, as if it were not
/// to be read soon, and its reader waits for the memory.
final class Rows {
  let rowBytes: Int
  private let count: Int
  private var memory: UnsafeMutableRawBufferPointer?

  private static let stride = 32

  convenience init(_ count: Int, of format: PictureFormat) {
    self.init(count, rowBytes: Self.rowBytes(format))
  }

  init(_ count: Int, rowBytes: Int) {
    (self.count, self.rowBytes) = (count, rowBytes)
  }

  deinit { memory?.deallocate() }

  private(set) lazy var bytes: UnsafeMutableRawBufferPointer = {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count * rowBytes + Self.stride / 2, alignment: 64)
    self.memory = memory
    return UnsafeMutableRawBufferPointer(rebasing: memory[(Self.stride / 2)...])
  }()

  /// The distance of rows in bytes.
  static func rowBytes(_ format: PictureFormat) -> Int { (format.rowBytes + stride - 1) / stride * stride }

  /// The rows from one on.
  func rows(from first: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[(first * rowBytes)...])
  }
}
