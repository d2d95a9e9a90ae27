internal import CTintypeConfinement
import TintypeSystem

/// Bands of rows in memory that two processes map: one fills a band while the other takes rows from another.
final class SharedRows {
  /// So that decoding and rendering hardly wait for each other.
  static let bands = 4

  /// The rows of a band.
  let rowsOfBand: Int
  private let rowBytes: Int
  private let memory: UnsafeMutableRawBufferPointer

  /// Bands that stay small: they are made in the cache of one processor and read in that of another.
  static func rowsOfBand(_ format: PictureFormat) -> Int {
    max(1, min(64, (256 << 10) / format.rowBytes, format.height))
  }

  static func bytes(_ format: PictureFormat) -> ByteCount { bytes(format, rowsOfBand: rowsOfBand(format)) }

  private static func bytes(_ format: PictureFormat, rowsOfBand: Int) -> ByteCount {
    ByteCount(format.rowBytes) * rowsOfBand * bands
  }

  /// Maps the memory behind a descriptor.
  init(_ format: PictureFormat, rowsOfBand: Int, _ descriptor: Int32) throws(ImageError) {
    let bytes = Self.bytes(format, rowsOfBand: rowsOfBand).count
    let start = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let start, start != MAP_FAILED else { throw ImageError(.limit, "out of memory") }
    (self.rowsOfBand, rowBytes) = (rowsOfBand, format.rowBytes)
    memory = UnsafeMutableRawBufferPointer(start: start, count: bytes)
  }

  deinit { munmap(memory.baseAddress, memory.count) }

  /// Rows of the band whose number, from 0, is `band`.
  func rows(_ range: Range<Int>, ofBand band: Int) -> UnsafeMutableRawBufferPointer {
    let start = (band % Self.bands * rowsOfBand + range.lowerBound) * rowBytes
    return UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + range.count * rowBytes])
  }
}
