import TintypeColor

/// Decodes the pixels of one file, from the top. ``PictureReader`` calls it, in this order: `scale`, `start`, rows,
/// `finish`. The colors of the rows are not interpreted yet, except by a ``ConfinedDecoder``.
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

  /// The peak memory of the decoder.
  var decodingMemory: ByteCount

  /// The blocks that can be moved without decoding.
  var blocks: BlockGrid?
}

/// A file that a codec has opened: what it says before its pixels, and who decodes these.
struct OpenedPicture {
  var decoder: any PixelDecoder
  var header: PictureHeader
  var metadata: PictureMetadata
  /// Notes on the metadata.
  var notes: [String] = []
  /// How the rows are to be turned; nil for what the metadata say.
  var orientation: Orientation?
  /// What rows mean that the decoder has converted; nil for those whose colors are not interpreted yet.
  var meaning: RowMeaning?
  /// The gain map that belongs to it.
  var gainMap: OpenedGainMap?
}

/// A gain map that a codec has found beside a picture, with the decoder of its samples.
struct OpenedGainMap {
  var map: GainMap
  var decoder: any PixelDecoder
  /// Of its rows, which are RGB of 8 or 16 bits.
  var format: PictureFormat
  /// Whether its channels are equal.
  var isGray: Bool
  /// The bytes that decoding it holds.
  var memory: ByteCount
  /// The space of its profile, in whose primaries the formula works unless it says otherwise.
  var space: RGBSpace?

  /// - Parameters:
  ///   - opened: the map as a picture.
  ///   - base: the shape of the picture that it belongs to.
  init(
    _ opened: OpenedPicture, _ map: GainMap, isGray: Bool, of base: PictureFormat
  ) throws(GainMap.Flaw) {
    let header = opened.header
    if header.samples.hasInks { throw GainMap.Flaw(reason: "is of inks") }
    if header.format.pixelCount > base.pixelCount { throw GainMap.Flaw(reason: "is larger than its base") }
    (self.map, self.isGray, decoder) = (map, isGray, opened.decoder)
    (format, memory) = (header.format, header.decodingMemory)
  }
}

extension ImageError {
  /// A picture of this size cannot be in so few bytes.
  static func impossible(_ format: PictureFormat, fileBytes: Int) -> ImageError {
    ImageError(
      .corrupt, "\(format.width) x \(format.height) in \(fileBytes) bytes is impossible: truncated or forged")
  }
}
