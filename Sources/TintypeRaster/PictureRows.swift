/// The rows of a picture in memory, which several may read at a time.
package final class PictureRows: RowSource {
  private let picture: StoredPicture
  private var row = 0

  /// Begins at the first row.
  package init(_ picture: StoredPicture) { self.picture = picture }

  /// The shape of the rows.
  package var format: PictureFormat { picture.format }

  /// Delivers the next rows; see `RowSource`.
  package func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    picture.copyRows(row..<row + count, into: destination, rowBytes: rowBytes)
    row += count
  }
}
