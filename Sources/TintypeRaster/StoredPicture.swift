import TintypeSystem

/// All rows of a picture in memory, without padding: a source of those that it holds, a sink for those that it gets.
/// Upright rows are copied from it where a picture has to be turned.
public final class StoredPicture: RowSource, RowSink {
  /// The shape of the rows.
  public let format: PictureFormat
  private let samples: UnsafeMutableRawBufferPointer
  /// The next row that is read or written.
  private var row = 0

  /// A picture without rows, as a sink.
  ///
  /// - Throws: `.limit` when there is no memory for the rows.
  public init(_ format: PictureFormat) throws(ImageError) {
    self.format = format
    let bytes = format.pictureBytes
    // Swift's allocation traps where calloc returns nil.
    guard bytes < .unbounded, let base = calloc(bytes.count, 1) else {
      throw ImageError(.limit, "there is no memory for \(format.width) x \(format.height) pixels")
    }
    samples = UnsafeMutableRawBufferPointer(start: base, count: bytes.count)
  }

  /// All rows of a reader that has not begun.
  ///
  /// - Throws: `.limit` when there is no memory for them, and what `readRows` throws.
  public convenience init(decoding source: any RowSource) throws(ImageError) {
    try self.init(source.format)
    try source.readRows(format.height, into: samples, rowBytes: format.rowBytes)
  }

  /// These rows.
  ///
  /// - Throws: `.limit` when there is no memory for them.
  public convenience init(_ format: PictureFormat, bytes: [UInt8]) throws(ImageError) {
    precondition(ByteCount(bytes.count) == format.pictureBytes, "a picture has all its rows")
    try self.init(format)
    samples.copyBytes(from: bytes)
  }

  /// An opaque picture of 16 bits a sample.
  ///
  /// - Parameter codes: red, green and blue of each pixel, row by row.
  package convenience init(width: Int, height: Int, codes: [SIMD3<UInt16>]) throws(ImageError) {
    let format = PictureFormat(width: width, height: height, channels: 3, depth: .sixteen)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(format.pictureBytes.count)
    for color in codes {
      for channel in 0..<3 {
        // In native order: the low byte of the little-endian form comes first.
        let code = color[channel].littleEndian
        bytes += [UInt8(code & 255), UInt8(code >> 8)]
      }
    }
    try self.init(format, bytes: bytes)
  }

  /// The format of a picture that holds this number of colors.
  package static func format(ofColors count: Int) -> PictureFormat {
    let width = min(count, 1024)
    return PictureFormat(width: width, height: (count + width - 1) / width, channels: 3, depth: .sixteen)
  }

  /// Colors as an opaque picture in rows of 1024, or one shorter row; the last color fills the last row.
  ///
  /// - Parameter colors: red, green and blue, 0 to 65535 each; at least one.
  package convenience init(colors: [SIMD3<UInt16>]) throws(ImageError) {
    let format = Self.format(ofColors: colors.count)
    let padding = Array(repeating: colors[colors.count - 1], count: format.pixelCount.count - colors.count)
    try self.init(width: format.width, height: format.height, codes: colors + padding)
  }

  deinit { free(samples.baseAddress) }

  /// The rows.
  public var bytes: [UInt8] { Array(samples) }

  /// Calls `body` with all rows, side by side.
  package func withRows<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(samples))
  }

  /// A sample as its code, or as the bits of a number of half precision; not for a picture of single precision.
  public func code(column: Int, row: Int, channel: Int) -> UInt16 {
    precondition(format.depth != .float, "a number of single precision is no code")
    let sample = (row * format.width + column) * format.channels + channel
    return format.depth == .eight
      ? UInt16(samples[sample]) : samples.loadUnaligned(fromByteOffset: 2 * sample, as: UInt16.self)
  }

  /// A sample as the number that it stands for: a code as 0 to 1, light as it is, within ±65,504.
  package func number(column: Int, row: Int, channel: Int) -> Double {
    let place = ((row * format.width + column) * format.channels + channel) * format.depth.bytes
    return format.depth.number(at: place, in: UnsafeRawBufferPointer(samples))
  }

  /// Red, green and blue of each pixel, row by row.
  public var colorCodes: [UInt16] {
    (0..<format.height).flatMap { row in
      (0..<3 * format.width).map { code(column: $0 / 3, row: row, channel: $0 % 3) }
    }
  }

  /// Red, green and blue of the first pixels of a picture of 16 bits, row by row.
  package func colors(_ count: Int) -> [SIMD3<UInt16>] {
    (0..<count).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: format.width)
      return SIMD3(
        code(column: column, row: row, channel: 0), code(column: column, row: row, channel: 1),
        code(column: column, row: row, channel: 2))
    }
  }

  // MARK: Rows

  /// Continues at the first row.
  public func rewind() { row = 0 }

  /// Delivers the next rows; see `RowSource`.
  public func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    copyRows(row..<row + count, into: destination, rowBytes: rowBytes)
    row += count
  }

  /// Copies rows of the picture, `rowBytes` apart; several threads may do so at once.
  func copyRows(_ rows: Range<Int>, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    requireRows(
      rows.count, of: format, rowBytes: rowBytes, within: destination.count, rowsLeft: format.height - rows.lowerBound)
    for (index, row) in rows.enumerated() {
      UnsafeMutableRawBufferPointer(rebasing: destination[(index * rowBytes)...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: samples[(row * format.rowBytes)...].prefix(format.rowBytes)))
    }
  }

  /// Takes the next rows; see `RowSink`.
  public func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) {
    requireRows(count, of: format, rowBytes: rowBytes, within: source.count, rowsLeft: format.height - row)
    for index in 0..<count {
      UnsafeMutableRawBufferPointer(rebasing: samples[((row + index) * format.rowBytes)...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: source[(index * rowBytes)...].prefix(format.rowBytes)))
    }
    row += count
  }

  /// Copies rows of the picture as `orientation` shows it, `rowBytes` apart.
  ///
  /// `rows` lie within the upright height, `rowBytes` is at least an upright row's, and the destination holds all rows.
  public func copyUprightRows(
    _ rows: Range<Int>, turnedBy orientation: Orientation, into destination: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) {
    let upright = orientation.upright(format)
    precondition(rows.lowerBound >= 0, "rows count from 0")
    requireRows(
      rows.count, of: upright, rowBytes: rowBytes, within: destination.count,
      rowsLeft: upright.height - rows.lowerBound)
    switch format.pixelBytes {
    case 3: copy(rows, orientation, destination, rowBytes, as: (UInt8, UInt8, UInt8).self)
    case 4: copy(rows, orientation, destination, rowBytes, as: UInt32.self)
    case 6: copy(rows, orientation, destination, rowBytes, as: (UInt16, UInt16, UInt16).self)
    case 8: copy(rows, orientation, destination, rowBytes, as: UInt64.self)
    case 12: copy(rows, orientation, destination, rowBytes, as: (UInt32, UInt32, UInt32).self)
    default: copy(rows, orientation, destination, rowBytes, as: (UInt64, UInt64).self)
    }
  }

  /// Copies in tiles of columns, so that a quarter turn reads the stored rows from the cache.
  private func copy<Pixel: BitwiseCopyable>(
    _ rows: Range<Int>, _ orientation: Orientation, _ destination: UnsafeMutableRawBufferPointer, _ rowBytes: Int,
    as type: Pixel.Type
  ) {
    let stored = (width: format.width, height: format.height)
    func offset(_ position: (x: Int, y: Int)) -> Int { position.y * format.rowBytes + position.x * format.pixelBytes }
    let origin = offset(orientation.storedPosition(x: 0, y: 0, stored: stored))
    // Positions are affine in x and y, also where the picture is one pixel wide.
    let right = offset(orientation.storedPosition(x: 1, y: 0, stored: stored)) - origin
    let down = offset(orientation.storedPosition(x: 0, y: 1, stored: stored)) - origin
    let width = orientation.upright(format).width
    let tile = 64
    for left in stride(from: 0, to: width, by: tile) {
      for y in rows {
        var source = origin + y * down + left * right
        var target = (y - rows.lowerBound) * rowBytes + left * format.pixelBytes
        for _ in left..<min(left + tile, width) {
          let pixel = samples.loadUnaligned(fromByteOffset: source, as: type)
          destination.storeBytes(of: pixel, toByteOffset: target, as: type)
          source += right
          target += format.pixelBytes
        }
      }
    }
  }
}
