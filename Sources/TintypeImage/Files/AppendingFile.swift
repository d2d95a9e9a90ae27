import TintypeSystem

/// A file that lines are appended to, each in one call, so that several processes may append to it.
package final class AppendingFile: Sendable {
  private let descriptor: Int32

  /// Opens the file, or creates it.
  ///
  /// - Throws: `.cannotCreate`, `.io`.
  package init(_ path: FilePath) throws(ImageError) {
    descriptor = path.open(O_WRONLY | O_CREAT | O_APPEND)
    guard descriptor >= 0 else { throw systemError("cannot be created") }
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  ///
  /// - Throws: `.io`.
  package func append(_ bytes: [UInt8]) throws(ImageError) { try writeAll(bytes, to: descriptor) }

  /// Claims a number until it is given back, or until this process ends, however it does. Numbers are bytes far behind
  /// the end of the file that are locked; a file system without locks refuses nobody.
  ///
  /// - Returns: false where another opened file has claimed it.
  package func claim(_ number: UInt64) -> Bool { setLock(Int16(F_WRLCK), number) }

  /// Gives a claimed number back.
  package func giveBack(_ number: UInt64) { _ = setLock(Int16(F_UNLCK), number) }

  private func setLock(_ type: Int16, _ number: UInt64) -> Bool {
    var lock = flock()
    lock.l_type = type
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (off_t(1 << 62 | number >> 2), 1)
    // Of the opened file and not of the process, which would lose them by closing any descriptor of this file.
    #if canImport(Darwin)
      let command: Int32 = 90  // F_OFD_SETLK
    #else
      let command: Int32 = 37  // F_OFD_SETLK
    #endif
    return retrying { fcntl(descriptor, command, &lock) } == 0 || errno != EAGAIN && errno != EACCES
  }

  /// Flushes to the disk.
  ///
  /// - Throws: `.io`.
  package func flush() throws(ImageError) {
    // Pipes and some devices cannot be flushed.
    guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else { throw systemError("cannot be written") }
  }
}
