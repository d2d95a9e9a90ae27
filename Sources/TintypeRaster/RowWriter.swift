/// A picture that is encoded row by row, top to bottom.
///
/// A writer is used by one thread at a time. It neither owns nor closes its descriptor.
public protocol RowWriter: RowSink {
  /// The metadata that the format could not hold, each a sentence.
  var notes: [String] { get }

  /// Ends the file after the last row; all bytes have been handed to the system when it returns.
  /// - Throws: `.io` as `writeRows`.
  func finish() throws(ImageError)

  /// After `finish`: overwrites the camera data with a block of the same length.
  /// - Throws: `.io` as `writeRows`.
  func replaceExif(with block: [UInt8]) throws(ImageError)
}

extension RowWriter {
  /// Nothing, for a format without camera data.
  public func replaceExif(with block: [UInt8]) throws(ImageError) {}
}
