import TintypeColor

/// Delivers RGB rows whose meaning is known.
///
/// The rows of most files are RGB already, and pass untouched with what they mean. What only a profile's tables understand, and
/// inks, are converted row by row.
final class ColorReader: RowReader, ScalableReader {
  let color: PictureColor
  private let source: any StoredRows
  private let samples: StoredSamples
  private let meaning: RowMeaning
  /// A row of the source on its way; none before there is one.
  private var row = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// - Parameter samples: what the rows of the source are; four channels of inks look like RGB with alpha otherwise.
  init(_ source: any StoredRows, samples: StoredSamples) {
    self.source = source
    self.samples = samples
    meaning = RowMeaning(source.metadata.colorStatements, samples, source.format)
    color = meaning.color
  }

  deinit { row.deallocate() }

  var format: PictureFormat {
    var format = source.format
    if samples.hasInks { format.channels = 3 }
    if case .tables = meaning.conversion { format.depth = .sixteen }
    return format
  }

  var smallerSizes: [(width: Int, height: Int)] { (source as? any ScalableReader)?.smallerSizes ?? [] }

  func decode(size: Int) throws(ImageError) {
    precondition(row.isEmpty, "a size is chosen before the first row")
    try (source as? any ScalableReader)?.decode(size: size)
  }

  var metadata: PictureMetadata { source.metadata }
  var orientation: Orientation { source.orientation }
  var subsampling: ChromaSubsampling { source.subsampling }
  var decodingMemory: Int { saturatingSum(source.decodingMemory, source.format.rowBytes + meaning.memory) }
  var notes: [String] { meaning.notes + source.notes }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    if case .none = meaning.conversion {
      return try source.readRows(count, into: destination, rowBytes: rowBytes)
    }
    let format = format
    precondition(rowBytes >= format.rowBytes, "rows of \(format.rowBytes) bytes are \(rowBytes) apart")
    if row.isEmpty { row = .allocate(byteCount: source.format.rowBytes, alignment: 16) }
    for index in 0..<count {
      try source.readRows(1, into: row, rowBytes: row.count)
      let place = UnsafeMutableRawBufferPointer(
        rebasing: destination[(index * rowBytes)..<(index * rowBytes + format.rowBytes)])
      convert(format.width, into: place)
    }
  }

  private func convert(_ pixels: Int, into result: UnsafeMutableRawBufferPointer) {
    switch meaning.conversion {
    case .none: break
    case .tables(let transform):
      guard let from = row.baseAddress, let to = result.baseAddress else { return }
      transform.run(from, to: to, pixels: pixels)
    case .inks(let isInverted): mix(pixels, isInverted, into: result)
    }
  }

  /// What the paper sends back: (1 - C)(1 - K), and so on.
  private func mix(_ pixels: Int, _ isInverted: Bool, into result: UnsafeMutableRawBufferPointer) {
    let flip: UInt8 = isInverted ? 0 : 255
    for pixel in 0..<pixels {
      let black = Int(row[pixel * 4 + 3] ^ flip)
      for channel in 0..<3 {
        let left = Int(row[pixel * 4 + channel] ^ flip)
        result[pixel * 3 + channel] = UInt8((left * black + 127) / 255)
      }
    }
  }
}
