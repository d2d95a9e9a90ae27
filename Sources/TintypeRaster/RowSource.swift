/// Rows of pixels, one after the other from the top.
///
/// A source is used by one thread at a time.
public protocol RowSource: AnyObject {
  /// The shape of the rows.
  var format: PictureFormat { get }

  /// Decodes the next `count` rows into `destination`, `rowBytes` apart.
  ///
  /// `rowBytes` is at least `format.rowBytes`, the destination holds all rows, and no more rows are asked for than
  /// the picture has left. Together with the last row the end of the file is checked.
  /// - Throws: `.corrupt` when data is missing or broken, `.unreadable` when the disk fails, `.limit` without memory.
  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError)
}

/// Traps unless `count` rows of `format`, `rowBytes` apart, lie within a buffer: the last row needs no padding.
package func requireRows(_ count: Int, of format: PictureFormat, rowBytes: Int, within bufferBytes: Int, rowsLeft: Int)
{
  precondition(count >= 0 && count <= rowsLeft, "the picture has \(rowsLeft) rows left, not \(count)")
  precondition(rowBytes >= format.rowBytes, "rows of \(format.rowBytes) bytes are \(rowBytes) apart")
  precondition(
    count == 0 || (count - 1) * rowBytes + format.rowBytes <= bufferBytes,
    "\(count) rows do not fit into \(bufferBytes) bytes"
  )
}
