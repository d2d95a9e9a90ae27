/// Takes rows of pixels, one after the other from the top.
///
/// A sink is used by one thread at a time.
public protocol RowSink: AnyObject {
  /// The shape of the rows it takes.
  var format: PictureFormat { get }

  /// Encodes the next `count` rows of `source`, `rowBytes` apart.
  ///
  /// `rowBytes` is at least `format.rowBytes`, and no more rows are given than the picture has left.
  /// - Throws: `.io` when the disk is full or the device fails, with the system's words.
  func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError)
}

/// Sees rows of a picture as they pass: several threads may deliver them at once, each row once, in any order.
public protocol RowObserver: AnyObject, Sendable {
  /// Rows of the picture, `rowBytes` apart.
  func take(_ rows: Range<Int>, from pixels: UnsafeRawBufferPointer, rowBytes: Int)
}
