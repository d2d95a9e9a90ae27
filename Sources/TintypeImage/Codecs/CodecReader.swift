/// Decodes the pixels of one file, from the top. ``CodecReader`` calls it, and keeps the order: `scale`, `start`, rows,
/// `finish`.
protocol PixelDecoder: AnyObject {
  /// The sizes that can be decoded instead of the whole, the smallest first.
  func smallerSizes(of format: PictureFormat) -> [(width: Int, height: Int)]

  /// Chooses one of the smaller sizes by its index; the size.
  func scale(to index: Int) throws(ImageError) -> (width: Int, height: Int)

  /// Begins decoding; memory that grows with the picture is allocated here.
  func start() throws(ImageError)

  /// Decodes the next rows, `rowBytes` apart; the buffer holds them.
  func readRows(_ count: Int, into rows: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError)

  /// Checks the end of the file, after the last row.
  func finish() throws(ImageError)

  /// What is missing from a salvaged picture, known after the last row.
  var loss: Loss? { get }

  /// Harmless complaints so far, each one sentence.
  var notes: [String] { get }
}

extension PixelDecoder {
  /// The whole picture alone.
  func smallerSizes(of format: PictureFormat) -> [(width: Int, height: Int)] { [] }

  /// There is no size to choose.
  func scale(to index: Int) throws(ImageError) -> (width: Int, height: Int) {
    preconditionFailure("there are no smaller sizes")
  }
}

/// What a codec finds out about a picture before it decodes a pixel.
struct PictureHeader {
  /// The shape of the rows.
  var format: PictureFormat

  /// What the samples of the rows are.
  var samples: StoredSamples

  /// The resolution of chroma in the file.
  var subsampling = ChromaSubsampling.full444

  /// The bytes that the decoder will hold at its peak.
  var decodingMemory: Int
}

extension ImageError {
  /// A picture of this size cannot be in so few bytes.
  static func impossible(_ format: PictureFormat, fileBytes: Int) -> ImageError {
    ImageError(
      .corrupt, "\(format.width) x \(format.height) in \(fileBytes) bytes is impossible: truncated or forged")
  }
}

/// The rows of a file, with its metadata, as every codec delivers them.
final class CodecReader: ScalableReader {
  private(set) var format: PictureFormat
  let samples: StoredSamples
  let subsampling: ChromaSubsampling
  let decodingMemory: Int
  let metadata: PictureMetadata
  let orientation: Orientation
  private let decoder: any PixelDecoder
  private let metadataNotes: [String]
  private var rowsRead = 0

  /// - Parameter orientation: how the rows are to be turned; nil for what the metadata says.
  init(
    _ decoder: any PixelDecoder, _ header: PictureHeader, _ metadata: (metadata: PictureMetadata, notes: [String]),
    orientation: Orientation? = nil
  ) {
    self.decoder = decoder
    (format, samples, subsampling) = (header.format, header.samples, header.subsampling)
    (self.metadata, metadataNotes) = metadata
    decodingMemory = saturatingSum(header.decodingMemory, self.metadata.memory)
    self.orientation = orientation ?? self.metadata.orientation
  }

  var notes: [String] {
    metadataNotes + decoder.notes + (decoder.loss.map { [$0.note(height: format.height)] } ?? [])
  }

  var smallerSizes: [(width: Int, height: Int)] { decoder.smallerSizes(of: format) }

  func decode(size: Int) throws(ImageError) {
    precondition(rowsRead == 0, "a size is chosen before the first row")
    (format.width, format.height) = try decoder.scale(to: size)
  }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    requireRows(
      count, of: format, rowBytes: rowBytes, within: destination.count, rowsLeft: format.height - rowsRead)
    guard count > 0 else { return }
    if rowsRead == 0 { try decoder.start() }
    try decoder.readRows(count, into: destination, rowBytes: rowBytes)
    rowsRead += count
    if rowsRead == format.height { try decoder.finish() }
  }
}
