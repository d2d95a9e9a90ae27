import TintypeSystem

/// A file to which lines are added, each in one call, so that several processes may add to one file.
public final class AppendingFile: Sendable {
  private let descriptor: Int32

  /// Opens the file, or makes it.
  ///
  /// - Throws: `.cannotCreate`, `.io`.
  public init(_ path: FilePath) throws(ImageError) {
    descriptor = path.withCString { file in
      retrying { open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666) }
    }
    guard descriptor >= 0 else { throw systemError("cannot be created") }
  }

  deinit { close(descriptor) }

  /// Adds bytes at the end.
  ///
  /// - Throws: `.io`.
  public func append(_ bytes: [UInt8]) throws(ImageError) { try writeAll(bytes, to: descriptor) }

  /// Waits until everything is on the disk.
  ///
  /// - Throws: `.io`.
  public func flush() throws(ImageError) {
    // Pipes and some devices cannot be flushed.
    guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else { throw systemError("cannot be written") }
  }
}
