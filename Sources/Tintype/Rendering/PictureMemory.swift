import TintypeImage

/// Rows in memory: a source of those that it holds, or a sink for those that it gets.
final class PictureMemory: RowSource, RowSink {
  let format: PictureFormat
  /// The rows without padding.
  private(set) var bytes: [UInt8]
  private var row = 0

  /// An empty sink.
  convenience init(_ format: PictureFormat) {
    self.init(format, bytes: [UInt8](repeating: 0, count: format.pictureBytes))
  }

  /// A source of these rows.
  init(_ format: PictureFormat, bytes: [UInt8]) {
    precondition(bytes.count == format.pictureBytes, "a picture has all its rows")
    (self.format, self.bytes) = (format, bytes)
  }

  /// All rows of a source.
  convenience init(reading source: any RowSource) throws(ImageError) {
    self.init(source.format)
    try PhotoPipeline(source, to: self).run(threads: 1)
  }

  /// The same rows from the top.
  var again: PictureMemory { PictureMemory(format, bytes: bytes) }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    bytes.withUnsafeBytes { bytes in
      for index in 0..<count {
        let start = (row + index) * format.rowBytes
        UnsafeMutableRawBufferPointer(rebasing: destination[(index * rowBytes)...]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + format.rowBytes]))
      }
    }
    row += count
  }

  func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) {
    bytes.withUnsafeMutableBytes { bytes in
      for index in 0..<count {
        let place = UnsafeMutableRawBufferPointer(rebasing: bytes[((row + index) * format.rowBytes)...])
        let start = index * rowBytes
        place.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + format.rowBytes]))
      }
    }
    row += count
  }
}
