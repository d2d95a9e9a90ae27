/// A writer whose rows can be encoded in independent bands, several at once, which are then concatenated.
///
/// Bands cover the picture from the top, `bandRows` rows each; the last one has the rest. The file is byte-equal to one
/// that is written row by row.
package protocol BandWriter: RowWriter {
  /// Rows of a band.
  var bandRows: Int { get }

  /// An encoder for one thread.
  func bandEncoder() throws(ImageError) -> any BandEncoder

  /// Appends the next band of `rows` rows. A file is written by bands or by rows, not by both.
  func append(_ band: UnsafeRawBufferPointer, rows: Int) throws(ImageError)
}

/// Encodes one band after the other, in any order.
package protocol BandEncoder: AnyObject {
  /// Begins a band of some rows of the picture, the first of which is a multiple of `bandRows`.
  func begin(_ rows: Range<Int>) throws(ImageError)

  /// Encodes the next rows of the band.
  func encode(_ rows: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError)

  /// The band's bytes, valid until the next band begins.
  func end() throws(ImageError) -> UnsafeRawBufferPointer
}
