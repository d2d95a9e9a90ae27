/// Writes a Y4M stream to a file or a pipe: whole frames with their header lines. Used by one thread at a time.
public final class Y4MWriter {
  private let descriptor: Int32
  private let isInterrupted: () -> Bool

  /// Writes the header.
  ///
  /// - Parameter descriptor: stays open.
  /// - Throws: `.io`, `.interrupted`.
  public init(
    to descriptor: Int32, header: Y4MHeader, width: Int, height: Int, isInterrupted: @escaping () -> Bool
  ) throws(ImageError) {
    self.descriptor = descriptor
    self.isInterrupted = isInterrupted
    try writeAll(header.line(width: width, height: height), to: descriptor, isInterrupted: isInterrupted)
  }

  /// Writes a frame.
  public func writeFrame(_ line: [UInt8], _ planes: UnsafeRawBufferPointer) throws(ImageError) {
    try writeAll(line, to: descriptor, isInterrupted: isInterrupted)
    try writeAll(planes, to: descriptor, isInterrupted: isInterrupted)
  }
}
