/// A writer whose rows can be encoded in bands, several at once, and put behind each other.
///
/// Bands cover the picture from the top, each of `bandRows` rows, the last of what is left. The file has the bytes that writing
/// row by row gives.
public protocol BandWriter: RowWriter {
  /// Rows of a band.
  var bandRows: Int { get }

  /// An encoder for one thread.
  func bandEncoder() throws(ImageError) -> any BandEncoder

  /// Puts the next band into the file; `rows` says how many rows it holds. Bands and rows are not mixed.
  func append(_ band: UnsafeRawBufferPointer, rows: Int) throws(ImageError)
}

/// Encodes one band after the other, in any order.
public protocol BandEncoder: AnyObject {
  /// Begins a band of some rows of the picture, the first of which is a multiple of `bandRows`.
  func begin(_ rows: Range<Int>) throws(ImageError)

  /// Encodes the next rows of the band.
  func encode(_ rows: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError)

  /// The band's bytes, which stay until the next one begins.
  func end() throws(ImageError) -> UnsafeRawBufferPointer
}
