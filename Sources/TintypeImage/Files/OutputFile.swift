import TintypeSystem

/// A file that appears under its name complete, or not at all.
///
/// Until `commit` the bytes lie in the target's folder: in a file without a name where the system has such files, so
/// that whatever ends the process leaves nothing; elsewhere in `.NAME.tintype-RANDOM`, which is locked while it is
/// written, and which `removeStaleTemporaries` removes if its writer was killed. An existing target stays until then.
public final class OutputFile {
  /// What happens when something has the name.
  public enum IfTaken: Hashable, Sendable {
    /// It stays, and `commit` throws `.exists`.
    case refuse
    /// It is replaced; its permissions stay, and a link stays a link to what is replaced.
    case replace
    /// It stays, and the file gets the next free of `NAME-2.jpg`, `NAME-3.jpg`, ….
    case number
  }

  /// Where the writer writes; closed by this object.
  public let descriptor: Int32

  /// The name the file gets, unless it is numbered.
  public let target: FilePath

  private let ifTaken: IfTaken
  /// The name until `commit`; nil for a file without one.
  private var temporary: FilePath?
  private var isPending = true

  /// Creates the file, with the permissions that the process's mask leaves of 0666, or those of the file it replaces.
  ///
  /// - Throws: `.cannotCreate` when the folder is missing or may not be written to, or when what is to be replaced is
  ///   protected or no file; `.io` when the disk is full or fails.
  public init(_ target: FilePath, ifTaken: IfTaken = .refuse) throws(ImageError) {
    self.ifTaken = ifTaken
    self.target = ifTaken == .replace ? try followingLinks(target) : target
    let replaced = ifTaken == .replace ? try FilePermissions(replacing: self.target) : nil
    if let nameless = OutputFile.nameless(in: self.target.folder) {
      descriptor = nameless
    } else {
      (descriptor, temporary) = try OutputFile.named(for: self.target)
    }
    replaced?.give(to: descriptor)
  }

  deinit {
    discard()
    close(descriptor)
  }

  /// Appends bytes.
  ///
  /// - Throws: `.io`.
  func write(_ bytes: [UInt8]) throws(ImageError) {
    try writeAll(bytes, to: descriptor)
  }

  /// Flushes to the disk and gives the file its name, in one step as others see it.
  ///
  /// - Returns: the name it got.
  /// - Throws: `.exists`, `.cannotCreate` when the target is a folder or its folder is gone, `.io` when the disk is
  ///   full or fails; nothing is then left.
  @discardableResult
  public func commit() throws(ImageError) -> FilePath {
    precondition(isPending, "an output file is committed once")
    var name = target
    do throws(ImageError) {
      guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else { throw systemError("cannot be written") }
      switch ifTaken {
      case .replace: try replace()
      case .refuse: guard try take(target) else { throw ImageError.outputExists }
      case .number: name = try takeFreeName()
      }
      isPending = false
    } catch {
      discard()
      throw error
    }
    flushFolder()
    return name
  }

  /// Removes the file; does nothing after `commit`.
  public func discard() {
    guard isPending else { return }
    isPending = false
    if let temporary { _ = temporary.withCString { unlink($0) } }
  }

  private func takeFreeName() throws(ImageError) -> FilePath {
    for number in 1...OutputFile.largestNumber {
      let name = number == 1 ? target : target.numbered(number)
      if try take(name) { return name }
    }
    throw ImageError(.exists, "exists already, and so do \(OutputFile.largestNumber - 1) numbered ones")
  }

  private static let largestNumber = 9_999

  /// Gives the file this name unless something has it.
  private func take(_ name: FilePath) throws(ImageError) -> Bool {
    let failure = withOwnName { own in
      name.withCString { new in retrying { linkat(AT_FDCWD, own, AT_FDCWD, new, AT_SYMLINK_FOLLOW) } } == 0 ? 0 : errno
    }
    switch failure {
    case 0:
      if let temporary { _ = temporary.withCString { unlink($0) } }
      return true
    case EEXIST: return false
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: return try renameUnlessTaken(to: name)
    default: throw systemError("cannot be created", failure)
    }
  }

  /// For file systems without hard links, such as those of memory cards.
  private func renameUnlessTaken(to name: FilePath) throws(ImageError) -> Bool {
    guard let temporary else { throw systemError("cannot be created", EPERM) }
    if fileExists(name) { return false }
    guard temporary.withCString({ old in name.withCString { new in systemRename(old, new) } }) == 0 else {
      throw systemError("cannot be created")
    }
    return true
  }

  /// A name is replaced by another name only: a file without one gets one for this moment.
  private func replace() throws(ImageError) {
    if temporary == nil {
      let name = OutputFile.temporaryName(for: target)
      guard try take(name) else { throw systemError("cannot be created", EEXIST) }
      temporary = name
    }
    guard let temporary, temporary.withCString({ old in target.withCString { new in systemRename(old, new) } }) == 0
    else {
      throw systemError("cannot be replaced")
    }
  }

  /// The new name is itself data of the folder. Not every file system can flush one; there is nothing to do then.
  private func flushFolder() {
    let folder = target.folder.withCString { path in retrying { open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY) } }
    guard folder >= 0 else { return }
    _ = retrying { fsync(folder) }
    close(folder)
  }

  private func withOwnName<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (temporary ?? OutputFile.descriptorName(descriptor)).withCString(body)
  }

  /// The system's name for what a descriptor leads to.
  static func descriptorName(_ descriptor: Int32) -> FilePath { FilePath("/proc/self/fd/\(descriptor)") }

  /// A file without a name that can be given one; nil where the system or the file system has none.
  private static func nameless(in folder: FilePath) -> Int32? {
    #if os(Linux)
      // __O_TMPFILE of the kernel's asm-generic/fcntl.h; the macro with O_DIRECTORY is not seen from Swift.
      let flags = O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20000000
      let descriptor = folder.withCString { path in retrying { open(path, flags, 0o666) } }
      guard descriptor >= 0 else { return nil }
      if descriptorName(descriptor).withCString({ access($0, F_OK) }) == 0 {
        // `replace` gives it a temporary name for a moment; the lock keeps `removeStaleTemporaries` away from it.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        return descriptor
      }
      close(descriptor)
    #endif
    return nil
  }

  /// A file that is gone when it is closed, for bytes that lead nowhere yet.
  static func scratch(in folder: FilePath) throws(ImageError) -> Int32 {
    if let descriptor = nameless(in: folder) { return descriptor }
    let (descriptor, name) = try named(for: folder.appending("spool".utf8))
    _ = name.withCString { unlink($0) }
    return descriptor
  }

  private static func named(for target: FilePath) throws(ImageError) -> (Int32, FilePath) {
    for _ in 0..<16 {
      let name = temporaryName(for: target)
      let descriptor = name.withCString { path in
        retrying { open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
      }
      guard descriptor >= 0 else {
        if errno == EEXIST { continue }
        throw creationError(in: target.folder)
      }
      if isHeld(descriptor) { return (descriptor, name) }
      close(descriptor)
    }
    throw systemError("cannot be created", EEXIST)
  }

  /// Locks the file against being cleared away; false when that has happened already.
  private static func isHeld(_ descriptor: Int32) -> Bool {
    // Where locks are not to be had, nobody clears away either.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return errno != EWOULDBLOCK }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  private static func creationError(in folder: FilePath) -> ImageError {
    let number = errno
    if number == ENOENT, !fileExists(folder) {
      return ImageError(.cannotCreate, "cannot be created: there is no folder '\(folder)'")
    }
    return systemError("cannot be created", number)
  }

  /// `.NAME.tintype-RANDOM` in the target's folder, with NAME cut so that the whole fits into 255 bytes.
  private static func temporaryName(for target: FilePath) -> FilePath {
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let suffix = Array((temporaryMark + random).utf8)
    let name = target.lastComponent.prefix(254 - suffix.count)
    return target.sibling(Array(".".utf8) + name + suffix)
  }

  /// What tells a temporary file's name from others.
  static let temporaryMark = ".tintype-"
}

// The methods above hide the system's function of the same name.
private func systemRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  retrying { rename(old, new) }
}
