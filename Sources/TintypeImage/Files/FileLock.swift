import TintypeSystem

/// Holds a file against other processes that lock it as well, as long as the object lives.
///
/// Where a file system has no locks, nothing is held.
public final class FileLock {
  private let descriptor: Int32

  /// Waits until the file that has the name is free; one that another file replaced meanwhile is let go.
  ///
  /// - Parameter isInterrupted: asked when a signal ends the wait.
  /// - Throws: `.missing`, `.unreadable`, `.interrupted`.
  public init(_ path: FilePath, isInterrupted: () -> Bool = { false }) throws(ImageError) {
    while true {
      let descriptor = path.withCString { name in retrying { open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } }
      guard descriptor >= 0 else { throw ImageError.cannotBeOpened(errno) }
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {
        if isInterrupted() {
          close(descriptor)
          throw ImageError.interrupted
        }
      }
      let now = FileStatus(path)?.identity
      if let held = try? FileStatus(open: descriptor), held.identity == now || now == nil {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  deinit { close(descriptor) }
}
