import TintypeSystem

/// A file that appears under its name complete or not at all.
///
/// Until `commit` the bytes are in the target's folder. On Linux it has no name, so a killed process leaves nothing
/// behind. Elsewhere its name is `.NAME.tintype-RANDOM`, it is locked while it is written, and `removeStaleTemporaries`
/// deletes it if its writer was killed. An existing target is unchanged until then.
public final class OutputFile {
  /// What `commit` does if the name is taken.
  public enum IfTaken: Hashable, Sendable {
    /// Throws `.exists`.
    case refuse
    /// Replaces the file. Its permissions stay, and a link stays a link to the file.
    case replace
    /// Takes the next free name of `NAME-2.jpg`, `NAME-3.jpg`, ….
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

  /// Creates the file, with the permissions 0666 less the process's mask, or those of the file that it replaces.
  ///
  /// - Throws: `.cannotCreate` if the folder is missing or protected, or if the replaced file is protected or not
  ///   regular; `.io` if the disk is full or fails.
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

  /// Flushes to the disk and gives the file its name, atomically.
  ///
  /// - Returns: the name.
  /// - Throws: `.exists`, `.cannotCreate` if the target is a folder or its folder is gone, `.io` if the disk is full or
  ///   fails; the file is then removed.
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
    let failure = (temporary ?? OutputFile.descriptorName(descriptor)).withCString { own in
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
    guard rename(temporary, to: name) else { throw systemError("cannot be created") }
    return true
  }

  /// `rename` needs a name: a nameless file gets a temporary one first.
  private func replace() throws(ImageError) {
    if temporary == nil {
      let name = OutputFile.temporaryName(for: target)
      guard try take(name) else { throw systemError("cannot be created", EEXIST) }
      temporary = name
    }
    guard let temporary, rename(temporary, to: target) else { throw systemError("cannot be replaced") }
  }

  /// The new name is data of the folder. On a file system that cannot flush folders nothing happens.
  private func flushFolder() {
    let folder = target.folder.open(O_RDONLY | O_DIRECTORY)
    guard folder >= 0 else { return }
    _ = retrying { fsync(folder) }
    close(folder)
  }

  /// The path of a descriptor's file.
  static func descriptorName(_ descriptor: Int32) -> FilePath { FilePath("/proc/self/fd/\(descriptor)") }

  /// A nameless file that can get a name later; nil if the system or the file system does not support it.
  private static func nameless(in folder: FilePath) -> Int32? {
    #if os(Linux)
      // __O_TMPFILE of the kernel's asm-generic/fcntl.h; the macro with O_DIRECTORY is not seen from Swift.
      let descriptor = folder.open(O_RDWR | O_DIRECTORY | 0o20000000)
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

  /// A temporary file that disappears when it is closed.
  static func scratch(in folder: FilePath) throws(ImageError) -> Int32 {
    if let descriptor = nameless(in: folder) { return descriptor }
    let (descriptor, name) = try named(for: folder.appending("spool".utf8))
    _ = name.withCString { unlink($0) }
    return descriptor
  }

  private static func named(for target: FilePath) throws(ImageError) -> (Int32, FilePath) {
    for _ in 0..<16 {
      let name = temporaryName(for: target)
      let descriptor = name.open(O_RDWR | O_CREAT | O_EXCL)
      guard descriptor >= 0 else {
        if errno == EEXIST { continue }
        throw creationError(in: target.folder)
      }
      if isHeld(descriptor) { return (descriptor, name) }
      close(descriptor)
    }
    throw systemError("cannot be created", EEXIST)
  }

  /// Locks the file against `removeStaleTemporaries`; false if it was removed already.
  private static func isHeld(_ descriptor: Int32) -> Bool {
    // Without locks nothing is removed either.
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

  /// Identifies the names of temporary files.
  static let temporaryMark = ".tintype-"
}

private func rename(_ old: FilePath, to new: FilePath) -> Bool {
  old.withCString { old in new.withCString { new in retrying { rename(old, new) } } } == 0
}
