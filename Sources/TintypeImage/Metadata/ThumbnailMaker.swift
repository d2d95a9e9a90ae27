import TintypeColor

/// Makes the thumbnail in the camera data while the rows of the result are written.
///
/// The thumbnail is a JPEG of at most 160 x 120 pixels. Each pixel is the mean of up to 16 evenly spaced pixels of the
/// result, composited over white. Several threads may deliver rows at once.
package final class ThumbnailMaker: RowObserver, @unchecked Sendable {
  private let exif: [UInt8]
  private let room: Int
  private let format: PictureFormat
  private let isLinear: Bool
  private let width: Int
  private let height: Int
  /// The columns and rows that are sampled, and their samples: red, green and blue, row by row.
  private let columns: [Int]
  private let rows: [Int]
  private let samples: UnsafeMutableBufferPointer<UInt8>

  private static let (maxWidth, maxHeight) = (160, 120)

  /// Nil if the metadata have no room for a thumbnail: the original had none, or they were not adjusted.
  ///
  /// - Parameters:
  ///   - metadata: the result of ``PictureMetadata/adjusted(width:height:)``.
  ///   - format: the shape of the rows.
  ///   - isLinear: whether floats are light, which the thumbnail shows with sRGB's curve.
  package init?(for metadata: PictureMetadata, of format: PictureFormat, isLinear: Bool = false) {
    self.isLinear = isLinear
    guard let exif = metadata.exif, let room = EXIFBlock(exif)?.thumbnailRoom else { return nil }
    (self.exif, self.room, self.format) = (exif, room, format)
    let scale = min(
      1, Double(Self.maxWidth) / Double(format.width), Double(Self.maxHeight) / Double(format.height))
    width = max(1, Int((Double(format.width) * scale).rounded()))
    height = max(1, Int((Double(format.height) * scale).rounded()))
    columns = Self.places(width, of: format.width)
    rows = Self.places(height, of: format.height)
    samples = .allocate(capacity: columns.count * rows.count * 3)
    samples.initialize(repeating: 0)
  }

  deinit { samples.deallocate() }

  /// Four positions for each pixel of the thumbnail; one if the result is equally small.
  private static func places(_ count: Int, of side: Int) -> [Int] {
    let places = count == side ? count : count * 4
    return (0..<places).map { ($0 * 2 + 1) * side / (places * 2) }
  }

  /// Samples rows of the result, `rowBytes` apart.
  package func take(_ range: Range<Int>, from pixels: UnsafeRawBufferPointer, rowBytes: Int) {
    precondition(range.isEmpty || pixels.count >= (range.count - 1) * rowBytes + format.rowBytes, "rows that are there")
    guard let last = rows.last, range.lowerBound <= last else { return }
    // Sampled rows are evenly spaced, so this is close to the first one in the range.
    var index = min(rows.count - 1, range.lowerBound * rows.count / format.height)
    while index > 0, rows[index - 1] >= range.lowerBound { index -= 1 }
    while index < rows.count, rows[index] < range.upperBound {
      if rows[index] >= range.lowerBound {
        let row = UnsafeRawBufferPointer(rebasing: pixels[((rows[index] - range.lowerBound) * rowBytes)...])
        for (place, column) in columns.enumerated() {
          let target = (index * columns.count + place) * 3
          for channel in 0..<3 { samples[target + channel] = sample(row, column, channel) }
        }
      }
      index += 1
    }
  }

  /// Samples all rows of a result that is in a file already.
  package func take(allOf result: any RowReader) throws(ImageError) {
    let rowBytes = format.rowBytes
    let rowsAtOnce = 16
    var rows = [UInt8](repeating: 0, count: rowsAtOnce * rowBytes)
    for first in stride(from: 0, to: format.height, by: rowsAtOnce) {
      let count = min(rowsAtOnce, format.height - first)
      try rows.withUnsafeMutableBufferPointer { buffer throws(ImageError) in
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        try result.readRows(count, into: bytes, rowBytes: rowBytes)
        take(first..<first + count, from: UnsafeRawBufferPointer(bytes), rowBytes: rowBytes)
      }
    }
  }

  private func sample(_ row: UnsafeRawBufferPointer, _ column: Int, _ channel: Int) -> UInt8 {
    func value(_ channel: Int) -> Int {
      let place = column * format.pixelBytes + channel * format.depth.bytes
      switch format.depth {
      case .eight: return Int(row[place])
      case .sixteen: return Int(row.loadUnaligned(fromByteOffset: place, as: UInt16.self)) / 257
      case .half, .float:
        let number = min(max(format.depth.number(at: place, in: row), 0), 1)
        return Int((255 * (channel < 3 && isLinear ? ToneCurve.srgb.code(of: number) : number)).rounded())
      }
    }
    guard format.hasAlpha else { return UInt8(value(channel)) }
    let alpha = value(3)
    return UInt8((value(channel) * alpha + 255 * (255 - alpha)) / 255)
  }

  /// The camera data with the thumbnail, after all rows. The length is unchanged.
  package func filledExif() throws(ImageError) -> [UInt8] {
    guard var block = EXIFBlock(exif) else { return exif }
    let pixels = reduced()
    for quality in [85, 75, 60, 45, 30, 15] {
      let jpeg = try JPEGBandEncoder.thumbnail(pixels, width: width, height: height, quality: quality)
      if jpeg.count <= room {
        block.fillThumbnail(jpeg, width: width, height: height)
        return block.bytes
      }
    }
    // No quality fits, and an empty thumbnail is worse than none.
    block.dropThumbnail()
    return block.bytes + [UInt8](repeating: 0, count: exif.count - block.bytes.count)
  }

  private func reduced() -> [UInt8] {
    let (across, down) = (columns.count / width, rows.count / height)
    return (0..<width * height * 3).map { index in
      let (x, y, channel) = (index / 3 % width, index / 3 / width, index % 3)
      var sum = 0
      for row in (y * down)..<((y + 1) * down) {
        for column in (x * across)..<((x + 1) * across) {
          sum += Int(samples[(row * columns.count + column) * 3 + channel])
        }
      }
      return UInt8((sum * 2 + across * down) / (across * down * 2))
    }
  }
}
