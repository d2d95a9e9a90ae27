/// Writes a Y4M stream to a file or a pipe: whole frames with their header lines. Used by one thread at a time.
public final class Y4MWriter {
  private let descriptor: Int32
  private let isInterrupted: () -> Bool

  /// Writes the header.
  ///
  /// - Parameters:
  ///   - descriptor: stays open.
  ///   - header: as ``Y4MHeader/line(width:height:isFullRange:isTurned:)`` makes it.
  /// - Throws: `.io`, `.interrupted`.
  public init(
    to descriptor: Int32, header: [UInt8], isInterrupted: @escaping () -> Bool
  ) throws(ImageError) {
    self.descriptor = descriptor
    self.isInterrupted = isInterrupted
    try writeAll(header, to: descriptor, isInterrupted: isInterrupted)
  }

  /// Writes a frame.
  public func writeFrame(_ line: [UInt8], _ planes: UnsafeRawBufferPointer) throws(ImageError) {
    try writeAll(line, to: descriptor, isInterrupted: isInterrupted)
    try writeAll(planes, to: descriptor, isInterrupted: isInterrupted)
  }
}
