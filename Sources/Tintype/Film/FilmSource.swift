import TintypeImage

/// The frames that are to be rendered, in order; whoever holds it reads.
struct FilmSource {
  private let reader: Shared<Y4MReader>
  private var skipped: Int
  /// How many are left out.
  private let skippedFrames: Int
  private var number = 0
  private var isOver = false

  init(_ reader: Y4MReader, skipping frames: Int) {
    self.reader = Shared(value: reader)
    (skipped, skippedFrames) = (0, frames)
  }

  /// Reads the next frame, or says what is wrong with it; nil behind the last one.
  ///
  /// - Returns: its number among those that come out, its number in the stream, and the line in front of it.
  mutating func next(
    into planes: UnsafeMutableRawBufferPointer
  ) -> (turn: Int, frame: Int, line: Result<[UInt8], ImageError>)? {
    guard !isOver else { return nil }
    defer { number += 1 }
    do throws(ImageError) {
      while skipped < skippedFrames, try reader.value.readFrame(into: planes) != nil { skipped += 1 }
      if let line = try reader.value.readFrame(into: planes) { return (number, skippedFrames + number, .success(line)) }
      isOver = true
      return nil
    } catch {
      isOver = true
      return (number, skippedFrames + number, .failure(error))
    }
  }
}
