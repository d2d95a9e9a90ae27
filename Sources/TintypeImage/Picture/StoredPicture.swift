import TintypeSystem

/// All rows of a picture in memory, as its file stores them, from which upright rows are copied.
///
/// For pictures that have to be turned: the first upright row of a quarter turn needs every stored row.
public final class StoredPicture {
  /// The shape of the stored rows; they follow each other without padding.
  public let format: PictureFormat
  private let samples: UnsafeMutableRawBufferPointer

  /// Decodes all rows of a reader that has not begun.
  /// - Throws: `.limit` when there is no memory for them, and what `readRows` throws.
  public init(decoding reader: any RowReader) throws(ImageError) {
    format = reader.format
    let bytes = format.pictureBytes
    // Swift's allocation traps where malloc returns nil.
    guard bytes < Int.max, let base = malloc(bytes) else {
      throw ImageError(.limit, "there is no memory for \(format.width) x \(format.height) pixels")
    }
    samples = UnsafeMutableRawBufferPointer(start: base, count: bytes)
    try reader.readRows(format.height, into: samples, rowBytes: format.rowBytes)
  }

  deinit {
    samples.deallocate()
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
    default: copy(rows, orientation, destination, rowBytes, as: UInt64.self)
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
