package import TintypeColor
package import TintypeOptimizer
import TintypePlan
package import TintypeRaster

/// A photo reduced by 8 in each direction, over which looks measure: each pixel is the mean of a block of 8 x 8 stored
/// samples, in the codes of the file. Blocks at the right and the lower edge have fewer samples.
package struct ReducedPhoto: @unchecked Sendable {
  // Only its rows are read.
  let picture: StoredPicture
  let space: RGBSpace
  /// Decodes its colors before they are in ``space``.
  package var coding: CodeProgram?
  /// How the frames of a video hold red, green and blue.
  var storage: YCbCr?
  /// The size of the photo.
  let size: (width: Int, height: Int)
  /// How many samples the first block across and the first one down lack, where a turn has put incomplete blocks there.
  private let lacking: (columns: Int, rows: Int)

  /// The blocks across.
  package var width: Int { picture.format.width }

  /// The pixels of a block across and down.
  package static let block = 8

  /// A size reduced.
  package static func reduced(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
    ((width + block - 1) / block, (height + block - 1) / block)
  }

  /// - Parameters:
  ///   - reduced: its blocks, upright.
  ///   - size: of the whole photo, upright.
  ///   - orientation: how its rows have been turned.
  package init(
    _ reduced: StoredPicture, of size: (width: Int, height: Int), turnedBy orientation: Orientation = .upright,
    _ space: RGBSpace
  ) {
    (picture, self.size, self.space) = (reduced, size, space)
    let (columns, rows) = orientation.farSides
    func missing(_ size: Int, _ side: String) -> Int {
      [columns, rows].contains(side) ? (Self.block - size % Self.block) % Self.block : 0
    }
    lacking = (missing(size.width, "left"), missing(size.height, "top"))
  }

  /// The blocks of a rectangle of the photo, whose edges go to the nearest edges of blocks; at least one in each
  /// direction.
  func blocks(in rectangle: PixelRectangle) -> (columns: Range<Int>, rows: Range<Int>) {
    func blocks(_ range: Range<Int>, _ size: Int, _ count: Int, _ lacking: Int) -> Range<Int> {
      /// The number of blocks before the edge that is the nearest to a place.
      func nearest(_ place: Int) -> Int {
        let place = min(max(place, 0), size)
        let before = min((place + lacking) / Self.block, count - 1)
        let (start, end) = (max(before * Self.block - lacking, 0), min((before + 1) * Self.block - lacking, size))
        return place - start < end - place ? before : before + 1
      }
      let first = min(nearest(range.lowerBound), count - 1)
      return first..<min(max(first + 1, nearest(range.upperBound)), count)
    }
    let format = picture.format
    return (
      blocks(rectangle.columns, size.width, format.width, lacking.columns),
      blocks(rectangle.rows, size.height, format.height, lacking.rows)
    )
  }

  /// The blocks of a picture, which is read to its end.
  ///
  /// - Parameters:
  ///   - rowBytes: the distance of rows that the source wants; nil for any.
  ///   - orientation: how its rows have to be turned.
  ///   - storage: how the frames of a video hold red, green and blue.
  package init(
    reducing source: any RowSource, rowBytes: Int? = nil, turnedBy orientation: Orientation = .upright,
    _ space: RGBSpace, storage: YCbCr? = nil
  ) throws(ImageError) {
    let format = source.format
    let (width, height) = Self.reduced(format.width, format.height)
    let isLight = format.depth.isLight
    let means = try StoredPicture(
      PictureFormat(width: width, height: height, channels: format.channels, depth: isLight ? .float : .sixteen))
    let rowBytes = rowBytes ?? format.rowBytes
    let rows = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.block * rowBytes, alignment: 64)
    defer { rows.deallocate() }
    rows.initializeMemory(as: UInt8.self, repeating: 0)
    for top in stride(from: 0, to: format.height, by: Self.block) {
      let count = min(Self.block, format.height - top)
      try source.readRows(count, into: rows, rowBytes: rowBytes)
      let bytes = UnsafeRawBufferPointer(rows)
      func write(_ row: [some BitwiseCopyable]) {
        row.withUnsafeBytes { means.writeRows(1, from: $0, rowBytes: means.format.rowBytes) }
      }
      switch format.depth {
      case .eight: write(Self.means(of: bytes.bindMemory(to: UInt8.self), rows: count, rowBytes, format, scale: 257))
      case .sixteen:
        write(Self.means(of: bytes.bindMemory(to: UInt16.self), rows: count, rowBytes / 2, format, scale: 1))
      case .half, .float: write(Self.means(of: bytes, rows: count, rowBytes, format))
      }
    }
    let size = orientation.uprightSize(width: format.width, height: format.height)
    try self.init(means.upright(orientation), of: size, turnedBy: orientation, space)
    self.storage = storage
  }

  /// The means of one row of blocks, as codes of 16 bits.
  private static func means<Sample: FixedWidthInteger>(
    of samples: UnsafeBufferPointer<Sample>, rows: Int, _ rowSamples: Int, _ format: PictureFormat, scale: Int
  ) -> [UInt16] {
    let (channels, width) = (format.channels, format.width)
    let blocks = reduced(width, 1).width
    var sums = [Int](repeating: 0, count: blocks * channels)
    sums.withUnsafeMutableBufferPointer { sums in
      for row in 0..<rows {
        var sample = row * rowSamples
        for column in 0..<width {
          let first = (column / block) * channels
          for channel in 0..<channels { sums[first + channel] += Int(samples[sample + channel]) }
          sample += channels
        }
      }
    }
    return sums.indices.map { index in
      let count = rows * min(block, width - index / channels * block)
      return UInt16((2 * scale * sums[index] + count) / (2 * count))
    }
  }

  /// The means of one row of blocks of light.
  private static func means(
    of bytes: UnsafeRawBufferPointer, rows: Int, _ rowBytes: Int, _ format: PictureFormat
  ) -> [Float] {
    let (channels, width) = (format.channels, format.width)
    var sums = [Double](repeating: 0, count: reduced(width, 1).width * channels)
    for row in 0..<rows {
      for sample in 0..<width * channels {
        let place = row * rowBytes + sample * format.depth.bytes
        sums[sample / channels / block * channels + sample % channels] += format.depth.number(at: place, in: bytes)
      }
    }
    return sums.indices.map { Float(sums[$0] / Double(rows * min(block, width - $0 / channels * block))) }
  }

  /// What is measured where there is no photo: the 256 grays.
  static let grays: ReducedPhoto = {
    let codes = (0..<256).flatMap { [UInt8($0), UInt8($0), UInt8($0)] }
    let format = PictureFormat(width: 256, height: 1, channels: 3, depth: .eight)
    guard let picture = try? StoredPicture(format, bytes: codes) else {
      preconditionFailure("there is memory for 256 pixels")
    }
    return ReducedPhoto(picture, of: (256 * block, block), .srgb)
  }()
}

extension StoredPicture {
  /// The picture turned.
  package func upright(_ orientation: Orientation) throws(ImageError) -> StoredPicture {
    guard orientation != .upright else { return self }
    let format = orientation.upright(format)
    var bytes = [UInt8](repeating: 0, count: format.pictureBytes.count)
    bytes.withUnsafeMutableBytes {
      copyUprightRows(0..<format.height, turnedBy: orientation, into: $0, rowBytes: format.rowBytes)
    }
    return try StoredPicture(format, bytes: bytes)
  }
}
