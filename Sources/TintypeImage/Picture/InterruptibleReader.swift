/// Delivers the rows of another reader until the caller is interrupted.
public final class InterruptibleReader: RowReader {
  private let source: any RowReader
  private let isInterrupted: @Sendable () -> Bool

  /// - Parameter isInterrupted: asked before every few rows.
  public init(_ source: any RowReader, isInterrupted: @escaping @Sendable () -> Bool) {
    self.source = source
    self.isInterrupted = isInterrupted
  }

  /// The shape of the rows of the source.
  public var format: PictureFormat { source.format }
  /// What the numbers of the source mean.
  public var color: PictureColor { source.color }
  /// What the source carries.
  public var metadata: PictureMetadata { source.metadata }
  /// How the rows of the source are to be turned.
  public var orientation: Orientation { source.orientation }
  /// The subsampling of the source.
  public var subsampling: ChromaSubsampling { source.subsampling }
  /// The bytes of the source.
  public var decodingMemory: Int { source.decodingMemory }
  /// The notes of the source.
  public var notes: [String] { source.notes }

  /// Few enough that Ctrl-C is answered at once.
  private static let rowsAtOnce = 64

  /// Delivers the next rows; see `RowReader`.
  ///
  /// - Throws: `.interrupted`, and what the source throws.
  public func readRows(
    _ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int
  ) throws(ImageError) {
    for first in stride(from: 0, to: count, by: InterruptibleReader.rowsAtOnce) {
      if isInterrupted() { throw ImageError.interrupted }
      let rows = min(InterruptibleReader.rowsAtOnce, count - first)
      let place = UnsafeMutableRawBufferPointer(rebasing: destination[(first * rowBytes)...])
      try source.readRows(rows, into: place, rowBytes: rowBytes)
    }
  }
}
