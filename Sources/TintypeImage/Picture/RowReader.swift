@_exported public import TintypeRaster

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
