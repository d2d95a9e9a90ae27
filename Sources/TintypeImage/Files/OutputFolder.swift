import TintypeSystem

/// The folder of an output, opened once: whatever becomes of its path, the file is made, named and removed here.
final class OutputFolder {
  private let descriptor: Int32

  init(_ path: FilePath) throws(ImageError) {
    descriptor = path.open(openFolderFlags)
    guard descriptor < 0 else { return }
    let number = errno
    if path.root != nil, let error = ImageError.leadingOut(number, .cannotCreate) { throw error }
    if number == ENOENT { throw ImageError(.cannotCreate, "cannot be created: there is no folder '\(path)'") }
    throw systemError("cannot be created", number)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// A nameless file that can get a name later; nil if the system or the file system does not support it.
  func nameless() -> Int32? {
    #if os(Linux)
      // __O_TMPFILE of the kernel's asm-generic/fcntl.h; the macro with O_DIRECTORY is not seen from Swift.
      let flags = O_RDWR | O_DIRECTORY | O_CLOEXEC | 0o20000000
      let file = retrying { openat(descriptor, ".", flags, 0o666) }
      guard file >= 0 else { return nil }
      if OutputFile.descriptorName(file).call({ faccessat($0, $1, F_OK, 0) }) == 0 {
        // `replace` gives it a temporary name for a moment; the lock keeps `removeStaleTemporaries` away from it.
        _ = flock(file, LOCK_EX | LOCK_NB)
        return file
      }
      close(file)
    #endif
    return nil
  }

  /// A new file with a temporary name.
  func named(for target: [UInt8]) throws(ImageError) -> (descriptor: Int32, name: [UInt8]) {
    for _ in 0..<16 {
      let name = Self.temporaryName(for: target)
      let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
      let file = withName(name[...]) { name in retrying { openat(descriptor, name, flags, 0o666) } }
      guard file >= 0 else {
        if errno == EEXIST { continue }
        throw systemError("cannot be created")
      }
      if Self.isHeld(file) { return (file, name) }
      close(file)
    }
    throw systemError("cannot be created", EEXIST)
  }

  /// Links a file to a name, unless something has it; the error number, or 0.
  ///
  /// - Parameter old: its name; nil for a nameless one.
  func link(_ old: [UInt8]?, _ file: Int32, to new: [UInt8]) -> Int32 {
    let (from, flags) = old == nil ? (AT_FDCWD, AT_SYMLINK_FOLLOW) : (descriptor, 0)
    let old = old ?? OutputFile.descriptorName(file).bytes
    let result = withName(old[...]) { old in
      withName(new[...]) { new in retrying { linkat(from, old, descriptor, new, flags) } }
    }
    return result == 0 ? 0 : errno
  }

  /// Whether something has a name, even a link to nothing.
  func has(_ name: [UInt8]) -> Bool {
    var status = stat()
    return withName(name[...]) { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
  }

  func rename(_ old: [UInt8], to new: [UInt8]) -> Bool {
    withName(old[...]) { old in
      withName(new[...]) { new in retrying { renameat(descriptor, old, descriptor, new) } }
    } == 0
  }

  func remove(_ name: [UInt8]) { _ = withName(name[...]) { unlinkat(descriptor, $0, 0) } }

  /// A new name is data of the folder. On a file system that cannot flush folders nothing happens.
  func flush() {
    let folder = retrying { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { return }
    _ = retrying { fsync(folder) }
    close(folder)
  }

  /// `.NAME.tintype-RANDOM`, with NAME cut so that the whole fits into 255 bytes.
  static func temporaryName(for target: [UInt8]) -> [UInt8] {
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let suffix = Array((OutputFile.temporaryMark + random).utf8)
    return Array(".".utf8) + target.prefix(254 - suffix.count) + suffix
  }

  /// Locks a file against `removeStaleTemporaries`; false if it was removed already.
  private static func isHeld(_ file: Int32) -> Bool {
    // Without locks nothing is removed either.
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return errno != EWOULDBLOCK }
    var status = stat()
    return fstat(file, &status) == 0 && status.st_nlink > 0
  }
}
