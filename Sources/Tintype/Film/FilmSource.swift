import TintypeImage

/// The frames that are to be rendered, in order.
final class FilmSource {
  private let reader: Y4MReader
  private let skippedFrames: Int
  private var number = 0

  init(_ reader: Y4MReader, skipping frames: Int) { (self.reader, skippedFrames) = (reader, frames) }

  /// Reads the next frame; nil after the last one.
  ///
  /// - Returns: the line in front of it, and its number in the stream.
  func next(into planes: UnsafeMutableRawBufferPointer) throws(ImageError) -> (line: [UInt8], number: Int)? {
    while number < skippedFrames, try reader.readFrame(into: planes) != nil { number += 1 }
    guard let line = try reader.readFrame(into: planes) else { return nil }
    number += 1
    return (line, number - 1)
  }
}
