#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that appears under its name complete, or not at all.
///
/// The bytes go into a temporary file beside the target, `.NAME.tintype-RANDOM`; `commit` gives it its name. Whatever
/// happens before, a crash included, leaves an existing target as it was.
public final class OutputFile {
  /// Where the writer writes; closed by this object.
  public let descriptor: Int32

  /// The name the file gets.
  public let target: FilePath

  private let temporary: FilePath
  private var isPending = true

  /// Creates the temporary file, with the permissions the process's mask leaves of 0666.
  /// - Throws: `.cannotCreate` when the folder is missing or may not be written to.
  public init(_ target: FilePath) throws(ImageError) {
    self.target = target
    for _ in 0..<16 {
      let name = OutputFile.temporaryName(for: target)
      let opened = name.withCString { path in
        retrying { open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
      }
      if opened >= 0 {
        temporary = name
        descriptor = opened
        return
      }
      guard errno == EEXIST else { break }
    }
    throw ImageError(.cannotCreate, "cannot be created: \(errnoText(errno))")
  }

  deinit {
    discard()
    close(descriptor)
  }

  /// Appends bytes.
  ///
  /// - Throws: `.io`.
  func write(_ bytes: [UInt8]) throws(ImageError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { buffer in
        retrying { systemWrite(descriptor, buffer.baseAddress, buffer.count) }
      }
      guard written > 0 else { throw OutputFile.error(.io) }
      rest = rest.dropFirst(written)
    }
  }

  /// Flushes to the disk and gives the file its name, in one step as others see it.
  ///
  /// - Parameter replacing: whether an existing target goes. If not, a target that came into being meanwhile stays too.
  /// - Throws: `.exists`, `.cannotCreate` when the target is a folder, `.io` when the disk is full or fails; the
  ///   temporary file is then gone.
  public func commit(replacing: Bool) throws(ImageError) {
    precondition(isPending, "an output file is committed once")
    do throws(ImageError) {
      guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else { throw OutputFile.error(.io) }
      if replacing {
        try rename()
      } else {
        try link()
      }
      isPending = false
    } catch {
      discard()
      throw error
    }
    flushFolder()
  }

  /// Removes the temporary file; does nothing after `commit`.
  public func discard() {
    guard isPending else { return }
    isPending = false
    _ = temporary.withCString { unlink($0) }
  }

  /// A hard link is refused where the name is taken, which a rename is not.
  private func link() throws(ImageError) {
    let linked = withNames { old, new in systemLink(old, new) }
    if linked == 0 {
      _ = temporary.withCString { unlink($0) }
      return
    }
    switch errno {
    case EEXIST: throw ImageError(.exists, "exists already")
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: try reserveAndRename()
    default: throw OutputFile.namingError()
    }
  }

  /// For file systems without hard links, such as those of memory cards: takes the name with an empty file first.
  private func reserveAndRename() throws(ImageError) {
    let reserved = target.withCString { path in
      retrying { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    }
    guard reserved >= 0 else {
      throw errno == EEXIST ? ImageError(.exists, "exists already") : OutputFile.namingError()
    }
    close(reserved)
    try rename()
  }

  private func rename() throws(ImageError) {
    guard withNames({ old, new in systemRename(old, new) }) == 0 else { throw OutputFile.namingError() }
  }

  /// The new name is itself data of the folder. Not every file system can flush one; there is nothing to do then.
  private func flushFolder() {
    let folder = target.folder.withCString { path in retrying { open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY) } }
    guard folder >= 0 else { return }
    _ = retrying { fsync(folder) }
    close(folder)
  }

  private func withNames<Result>(_ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Result) -> Result {
    temporary.withCString { old in target.withCString { new in body(old, new) } }
  }

  /// Why the name could not be given: the disk, or what lies at the target.
  private static func namingError() -> ImageError {
    error([ENOSPC, EDQUOT, EIO].contains(errno) ? .io : .cannotCreate)
  }

  private static func error(_ kind: ImageError.Kind) -> ImageError {
    ImageError(kind, "cannot be written: \(errnoText(errno))")
  }

  /// `.NAME.tintype-RANDOM` in the target's folder, with NAME cut so that the whole fits into 255 bytes.
  private static func temporaryName(for target: FilePath) -> FilePath {
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let suffix = Array(".tintype-\(random)".utf8)
    let name = target.lastComponent.prefix(254 - suffix.count)
    let folder = target.bytes.dropLast(target.lastComponent.count)
    return FilePath(bytes: folder + [UInt8(ascii: ".")] + name + suffix)
  }
}

// The methods above hide the system's functions of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
private func systemLink(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 { link(old, new) }
private func systemRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 { rename(old, new) }
