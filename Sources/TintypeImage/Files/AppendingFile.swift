import TintypeSystem

/// A file that lines are appended to, each in one call, so that several processes may append to it.
public final class AppendingFile: Sendable {
  private let descriptor: Int32

  /// Opens the file, or creates it.
  ///
  /// - Throws: `.cannotCreate`, `.io`.
  public init(_ path: FilePath) throws(ImageError) {
    descriptor = path.open(O_WRONLY | O_CREAT | O_APPEND)
    guard descriptor >= 0 else { throw systemError("cannot be created") }
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  ///
  /// - Throws: `.io`.
  public func append(_ bytes: [UInt8]) throws(ImageError) { try writeAll(bytes, to: descriptor) }

  /// Flushes to the disk.
  ///
  /// - Throws: `.io`.
  public func flush() throws(ImageError) {
    // Pipes and some devices cannot be flushed.
    guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else { throw systemError("cannot be written") }
  }
}
