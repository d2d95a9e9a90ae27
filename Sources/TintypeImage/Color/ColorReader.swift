import TintypeColor

/// Delivers RGB rows whose meaning is known.
final class ColorReader: RowReader, ScalableReader {
  let color: PictureColor
  private let source: any StoredRows
  private let samples: StoredSamples
  private let meaning: RowMeaning
  /// From the first row on.
  private var converter: RowConverter?

  /// - Parameter samples: what the rows of the source are; four channels of inks look like RGB with alpha otherwise.
  init(_ source: any StoredRows, samples: StoredSamples) {
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

  var smallerSizes: [(width: Int, height: Int)] { (source as? any ScalableReader)?.smallerSizes ?? [] }

  func decode(size: Int) throws(ImageError) {
    precondition(converter == nil, "a size is chosen before the first row")
    try (source as? any ScalableReader)?.decode(size: size)
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

  var bands: BandDecoding? {
    source.bands.map { [meaning, format, stored = source.format] bands in
      let memory = saturatingSum(bands.decoderMemory, stored.rowBytes)
      return BandDecoding(decoderMemory: memory) { () throws(ImageError) in
        ColorBandDecoder(try bands.decoder(), RowConverter(meaning, stored), format)
      }
    }
  }
}

/// The bands of another decoder as rows of a known meaning.
private final class ColorBandDecoder: BandDecoder {
  private let source: any BandDecoder
  private let converter: RowConverter
  private let format: PictureFormat

  init(_ source: any BandDecoder, _ converter: RowConverter, _ format: PictureFormat) {
    (self.source, self.converter, self.format) = (source, converter, format)
  }

  func begin(_ rows: Range<Int>) throws(ImageError) { try source.begin(rows) }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    try converter.fill(count, of: format, into: destination, rowBytes: rowBytes, read: source.readRows)
  }

  func end() throws(ImageError) { try source.end() }
}
