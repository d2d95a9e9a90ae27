import TintypeColor

/// Delivers RGB rows whose meaning is known.
///
/// The rows of most files are RGB already, and pass untouched with what they mean. What only a profile's tables understand, and
/// inks, are converted row by row.
final class ColorReader: RowReader {
  let format: PictureFormat
  let color: PictureColor
  private let source: any RowReader
  private let meaning: RowMeaning
  private let row: UnsafeMutableRawBufferPointer

  /// - Parameter samples: what the rows of the source are; four channels of inks look like RGB with alpha otherwise.
  init(_ source: any RowReader, samples: StoredSamples) {
    self.source = source
    meaning = RowMeaning(source.metadata.colorStatements, samples, source.format)
    color = meaning.color
    var format = source.format
    if samples.hasInks { format.channels = 3 }
    var rowBytes = source.format.rowBytes
    switch meaning.conversion {
    case .none: rowBytes = 0
    case .tables: format.depth = .sixteen
    case .inks: break
    }
    self.format = format
    row = .allocate(byteCount: rowBytes, alignment: 16)
  }

  deinit { row.deallocate() }

  var metadata: PictureMetadata { source.metadata }
  var orientation: Orientation { source.orientation }
  var subsampling: ChromaSubsampling { source.subsampling }
  var decodingMemory: Int { saturatingSum(source.decodingMemory, row.count) }
  var notes: [String] { meaning.notes + source.notes }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    if case .none = meaning.conversion {
      return try source.readRows(count, into: destination, rowBytes: rowBytes)
    }
    precondition(rowBytes >= format.rowBytes, "rows of \(format.rowBytes) bytes are \(rowBytes) apart")
    for index in 0..<count {
      try source.readRows(1, into: row, rowBytes: row.count)
      let place = UnsafeMutableRawBufferPointer(
        rebasing: destination[(index * rowBytes)..<(index * rowBytes + format.rowBytes)])
      convert(into: place)
    }
  }

  private func convert(into result: UnsafeMutableRawBufferPointer) {
    switch meaning.conversion {
    case .none: break
    case .tables(let transform):
      guard let from = row.baseAddress, let to = result.baseAddress else { return }
      transform.run(from, to: to, pixels: format.width)
    case .inks(let isInverted): mix(isInverted, into: result)
    }
  }

  /// What the paper sends back: (1 - C)(1 - K), and so on.
  private func mix(_ isInverted: Bool, into result: UnsafeMutableRawBufferPointer) {
    let flip: UInt8 = isInverted ? 0 : 255
    for pixel in 0..<format.width {
      let black = Int(row[pixel * 4 + 3] ^ flip)
      for channel in 0..<3 {
        let left = Int(row[pixel * 4 + channel] ^ flip)
        result[pixel * 3 + channel] = UInt8((left * black + 127) / 255)
      }
    }
  }
}
