/// Converts rows of a source to RGB in a known space. For one thread.
///
/// Most rows are RGB already and pass untouched. Rows that need a profile's tables, and inks, are converted one by one.
final class RowConverter {
  private let meaning: RowMeaning
  private let width: Int
  private let channels: Int
  private let depth: SampleDepth
  /// One row of the source; empty where rows pass untouched.
  private let row: UnsafeMutableRawBufferPointer

  init(_ meaning: RowMeaning, _ source: PictureFormat) {
    self.meaning = meaning
    (width, channels, depth) = (source.width, source.channels, source.depth)
    if case .none = meaning.conversion {
      row = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    } else {
      row = .allocate(byteCount: source.rowBytes, alignment: 16)
    }
  }

  deinit { row.deallocate() }

  /// Fills rows of `format`, `rowBytes` apart.
  ///
  /// - Parameter read: delivers the next rows of the source, `rowBytes` apart.
  func fill(
    _ count: Int, of format: PictureFormat, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int,
    read: (Int, UnsafeMutableRawBufferPointer, _ rowBytes: Int) throws(ImageError) -> Void
  ) throws(ImageError) {
    if case .none = meaning.conversion { return try read(count, destination, rowBytes) }
    precondition(rowBytes >= format.rowBytes, "rows of \(format.rowBytes) bytes are \(rowBytes) apart")
    for index in 0..<count {
      try read(1, row, row.count)
      convert(
        into: UnsafeMutableRawBufferPointer(
          rebasing: destination[(index * rowBytes)..<(index * rowBytes + format.rowBytes)]))
    }
  }

  private func convert(into result: UnsafeMutableRawBufferPointer) {
    switch meaning.conversion {
    case .none: break
    case .tables(let transform):
      guard let from = row.baseAddress, let to = result.baseAddress else { return }
      transform.run(from, to: to, pixels: width)
    case .toneMapping(let mapping):
      mapping.map(UnsafeRawBufferPointer(row), to: result, pixels: width, channels: channels)
    case .light(let light):
      light.fill(result, from: UnsafeRawBufferPointer(row), pixels: width, channels: channels)
    case .inks(let isInverted):
      switch depth {
      case .eight: mix(isInverted, into: result, as: UInt8.self)
      case .sixteen: mix(isInverted, into: result, as: UInt16.self)
      case .half, .float: preconditionFailure("decoders deliver inks as codes")
      }
    }
  }

  /// The light that paper reflects: (1 - C)(1 - K), and so on.
  private func mix<Sample: FixedWidthInteger & BitwiseCopyable>(
    _ isInverted: Bool, into result: UnsafeMutableRawBufferPointer, as type: Sample.Type
  ) {
    let size = MemoryLayout<Sample>.size
    let (flip, white) = (isInverted ? 0 : Sample.max, Int(Sample.max))
    func light(_ sample: Int) -> Int { Int(row.loadUnaligned(fromByteOffset: sample * size, as: type) ^ flip) }
    for pixel in 0..<width {
      let black = light(pixel * 4 + 3)
      for channel in 0..<3 {
        let mixed = Sample((light(pixel * 4 + channel) * black + white / 2) / white)
        result.storeBytes(of: mixed, toByteOffset: (pixel * 3 + channel) * size, as: type)
      }
    }
  }
}
