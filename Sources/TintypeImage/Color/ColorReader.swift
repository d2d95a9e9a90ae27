import TintypeColor

/// Delivers the rows of a file as RGB in a known space.
final class ColorReader: RowReader, ScalableReader {
  let color: PictureColor
  private let source: any ScalableReader
  private let samples: StoredSamples
  private let meaning: RowMeaning
  /// From the first row on.
  private var converter: RowConverter?

  /// - Parameter samples: what the rows of the source are; four channels of inks would look like RGB with alpha.
  init(_ source: any ScalableReader, samples: StoredSamples) {
    self.source = source
    self.samples = samples
    meaning = RowMeaning(source.metadata.colorStatements, samples, source.format)
    color = meaning.color
  }

  var format: PictureFormat {
    var format = source.format
    if samples.hasInks { format.channels = 3 }
    if case .tables = meaning.conversion { format.depth = .sixteen }
    return format
  }

  var smallerSizes: [(width: Int, height: Int)] { source.smallerSizes }

  func decode(size: Int) throws(ImageError) {
    precondition(converter == nil, "a size is chosen before the first row")
    try source.decode(size: size)
  }

  var metadata: PictureMetadata { source.metadata }
  var orientation: Orientation { source.orientation }
  var subsampling: ChromaSubsampling { source.subsampling }
  var decodingMemory: Int { saturatingSum(source.decodingMemory, source.format.rowBytes + meaning.memory) }
  var notes: [String] { meaning.notes + source.notes }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    let converter = converter ?? RowConverter(meaning, source.format)
    self.converter = converter
    try converter.fill(count, of: format, into: destination, rowBytes: rowBytes, read: source.readRows)
  }
}
