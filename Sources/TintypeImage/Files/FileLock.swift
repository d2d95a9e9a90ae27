import TintypeSystem

/// An advisory lock on a file, held during the lifetime of the object. No lock is held on a file system without locks.
package final class FileLock {
  private let descriptor: Int32

  /// Waits for the lock on the file at a path; if the file is replaced meanwhile, waits for the new one.
  ///
  /// - Parameter isInterrupted: called when a signal ends the wait.
  /// - Throws: `.missing`, `.unreadable`, `.interrupted`.
  package init(_ path: FilePath, isInterrupted: () -> Bool = { false }) throws(ImageError) {
    while true {
      let descriptor = path.open(O_RDONLY | O_NONBLOCK)
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
