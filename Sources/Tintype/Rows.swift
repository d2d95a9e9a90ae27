import TintypeImage

/// Memory for some rows.
///
/// No row begins at a multiple of 32 bytes: into such a row libjpeg-turbo writes past the caches, as if nobody were to read it soon,
/// and who does waits for the memory.
struct Rows: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer
  let rowBytes: Int
  private let memory: UnsafeMutableRawBufferPointer

  private static let stride = 32

  init(_ count: Int, of format: PictureFormat) {
    rowBytes = Self.rowBytes(format)
    memory = .allocate(byteCount: count * rowBytes + Self.stride / 2, alignment: 64)
    bytes = UnsafeMutableRawBufferPointer(rebasing: memory[(Self.stride / 2)...])
  }

  deinit { memory.deallocate() }

  /// From one row to the next.
  static func rowBytes(_ format: PictureFormat) -> Int { (format.rowBytes + stride - 1) / stride * stride }

  /// The rows from one on.
  func rows(from first: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[(first * rowBytes)...])
  }
}

/// Memory for some rows and for as many more: one half is in a codec while the other is worked on.
final class PairOfRows: @unchecked Sendable {
  private let even: Rows
  private let odd: Rows

  init(_ count: Int, of format: PictureFormat) {
    even = Rows(count, of: format)
    odd = Rows(count, of: format)
  }

  var rowBytes: Int { even.rowBytes }

  /// The halves in turn.
  subscript(turn: Int) -> UnsafeMutableRawBufferPointer { turn % 2 == 0 ? even.bytes : odd.bytes }
}
