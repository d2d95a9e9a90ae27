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

/// A picture that is decoded row by row, top to bottom, in the file's own orientation.
///
/// Nothing is decoded, and no memory that grows with the picture is allocated, before the first `readRows`.
/// A reader is used by one thread at a time.
public protocol RowReader: RowSource {
  /// What the numbers of the rows mean. There is no default: every reader that wraps another one has to state it.
  var color: PictureColor { get }

  /// What the file carries besides its pixels.
  var metadata: PictureMetadata { get }

  /// How the stored rows have to be turned; an illegal value in the file counts as upright.
  var orientation: Orientation { get }

  /// The resolution of chroma in the source, for a writer that follows it; full resolution for lossless formats.
  var subsampling: ChromaSubsampling { get }

  /// The bytes that decoding will hold at its peak, known before it begins: a few rows for most files, the whole
  /// picture or more for an interlaced PNG and a JPEG of several scans.
  var decodingMemory: ByteCount { get }

  /// Harmless complaints so far, at most a few dozen, each one sentence.
  var notes: [String] { get }
}

/// Traps unless `count` rows of `format`, `rowBytes` apart, lie within a buffer: the last row needs no padding.
func requireRows(_ count: Int, of format: PictureFormat, rowBytes: Int, within bufferBytes: Int, rowsLeft: Int) {
  precondition(count >= 0 && count <= rowsLeft, "the picture has \(rowsLeft) rows left, not \(count)")
  precondition(rowBytes >= format.rowBytes, "rows of \(format.rowBytes) bytes are \(rowBytes) apart")
  precondition(
    count == 0 || (count - 1) * rowBytes + format.rowBytes <= bufferBytes,
    "\(count) rows do not fit into \(bufferBytes) bytes"
  )
}
