/// A reader that can decode a smaller picture with less work than the whole one.
public protocol ScalableReader: StoredRows {
  /// The sizes that can be decoded instead of the whole, the smallest first.
  var smallerSizes: [(width: Int, height: Int)] { get }

  /// Decodes one of ``smallerSizes``, which ``StoredRows/format`` then says; only before the first row.
  func decode(size: Int) throws(ImageError)
}
