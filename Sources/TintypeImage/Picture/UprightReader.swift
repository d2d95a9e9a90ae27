/// Delivers a picture turned upright.
///
/// A picture that is upright, or only mirrored, still comes row by row; for the others the first `readRows` decodes
/// the whole picture, which `decodingMemory` says.
public final class UprightReader: RowReader {
  /// The shape of the turned rows.
  public let format: PictureFormat

  /// How the source was turned. The rows of this reader need no turning.
  public let orientation: Orientation

  /// What the numbers of the source mean.
  public var color: PictureColor { source.color }

  /// What the source carries, its orientation included.
  public var metadata: PictureMetadata { source.metadata }

  /// The notes of the source.
  public var notes: [String] { source.notes }
  private let source: any RowReader
  private var picture: StoredPicture?
  private var rowsRead = 0

  /// Turns the rows of a reader that has not begun.
  public init(_ source: any RowReader) {
    self.source = source
    orientation = source.orientation
    format = orientation.upright(source.format)
  }

  /// The chroma subsampling of the source, its axes exchanged where the picture's are.
  public var subsampling: ChromaSubsampling {
    switch source.subsampling {
    case .half422 where orientation.exchangesAxes: .half440
    case .half440 where orientation.exchangesAxes: .half422
    case .quarter411 where orientation.exchangesAxes, .eighth410 where orientation.exchangesAxes: .other
    default: source.subsampling
    }
  }

  /// The bytes of the source, and of the whole picture where it is turned in memory.
  public var decodingMemory: ByteCount {
    switch orientation {
    case .upright, .mirrored: source.decodingMemory
    default: source.decodingMemory + format.pictureBytes
    }
  }

  /// Delivers the next upright rows; see `RowReader`.
  public func readRows(
    _ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int
  ) throws(ImageError) {
    requireRows(
      count, of: format, rowBytes: rowBytes, within: destination.count, rowsLeft: format.height - rowsRead)
    switch orientation {
    case .upright:
      try source.readRows(count, into: destination, rowBytes: rowBytes)
    case .mirrored:
      try source.readRows(count, into: destination, rowBytes: rowBytes)
      for row in 0..<count {
        let start = row * rowBytes
        mirrorRow(UnsafeMutableRawBufferPointer(rebasing: destination[start..<(start + format.rowBytes)]))
      }
    default:
      try wholePicture().copyUprightRows(
        rowsRead..<(rowsRead + count), turnedBy: orientation, into: destination, rowBytes: rowBytes)
    }
    rowsRead += count
    if rowsRead == format.height { picture = nil }
  }

  private func wholePicture() throws(ImageError) -> StoredPicture {
    if let picture { return picture }
    let decoded = try StoredPicture(decoding: source)
    picture = decoded
    return decoded
  }

  private func mirrorRow(_ row: UnsafeMutableRawBufferPointer) {
    let pixelBytes = format.pixelBytes
    for x in 0..<(format.width / 2) {
      let (left, right) = (x * pixelBytes, (format.width - 1 - x) * pixelBytes)
      for byte in 0..<pixelBytes { row.swapAt(left + byte, right + byte) }
    }
  }
}
