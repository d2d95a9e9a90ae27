/// Converts rows of a source to RGB in a known space. For one thread.
///
/// Most rows are RGB already and pass untouched. Rows that need a profile's tables, and inks, are converted one by one.
final class RowConverter {
  private let meaning: RowMeaning
  private let width: Int
  /// One row of the source; empty where rows pass untouched.
  private let row: UnsafeMutableRawBufferPointer

  init(_ meaning: RowMeaning, _ source: PictureFormat) {
    self.meaning = meaning
    width = source.width
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
    case .inks(let isInverted): mix(isInverted, into: result)
    }
  }

  /// The light that paper reflects: (1 - C)(1 - K), and so on.
  private func mix(_ isInverted: Bool, into result: UnsafeMutableRawBufferPointer) {
    let flip: UInt8 = isInverted ? 0 : 255
    for pixel in 0..<width {
      let black = Int(row[pixel * 4 + 3] ^ flip)
      for channel in 0..<3 {
        let left = Int(row[pixel * 4 + channel] ^ flip)
        result[pixel * 3 + channel] = UInt8((left * black + 127) / 255)
      }
    }
  }
}
