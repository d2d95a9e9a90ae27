internal import CTintypeConfinement
import TintypeSystem

/// A folder that the paths below it do not leave.
///
/// Each path that a root makes keeps a reference to the root, and so do the paths derived from that path. Each system
/// call with such a path opens the file's folder again, starting at the root: by `openat2` with `RESOLVE_BENEATH` and
/// `RESOLVE_NO_SYMLINKS`, or name by name where the system lacks `openat2`. So the open itself decides what lies below,
/// and nobody can replace a folder by a link between a check and the open.
///
/// No symbolic link is followed, not even one that stays below. The root itself may be reached by links: whoever names
/// it decides where it is, once.
public final class RootFolder: Sendable {
  /// The folder, as messages name it.
  public let path: FilePath

  private let descriptor: Int32

  /// Whether folders are opened name by name.
  private let walks: Bool

  /// Opens a folder, which may itself lie below a root.
  ///
  /// - Throws: `.missing`, `.unreadable`.
  public convenience init(_ path: FilePath) throws(ImageError) { try self.init(path, walks: false) }

  /// - Parameter walks: whether folders are opened name by name even if the system has `openat2`.
  init(_ path: FilePath, walks: Bool) throws(ImageError) {
    let descriptor = path.open(openFolderFlags)
    guard descriptor >= 0 else { throw ImageError.cannotBeOpened(errno, path) }
    let probe = tt_open_folder_below(descriptor, ".")
    if probe >= 0 { close(probe) }
    (self.path, self.descriptor, self.walks) = (path, descriptor, walks || probe < 0)
  }

  deinit { close(descriptor) }

  /// The path of a name below the folder, which may be missing.
  ///
  /// - Throws: `.unreadable` for an absolute name, for one with `..`, and where a link is on the way now. That is for
  ///   the message; the same holds at every open.
  public func path(_ name: FilePath) throws(ImageError) -> FilePath {
    guard !name.isAbsolute else {
      throw ImageError(.unreadable, "is an absolute path, and only names below \(path) are allowed")
    }
    let components = Self.components(of: name.bytes[...])
    guard !components.contains(where: { $0.elementsEqual("..".utf8) }) else {
      throw ImageError(.unreadable, "leads up by '..', and only names below \(path) are allowed")
    }
    let below = FilePath(
      bytes: path.appending(components.joined(separator: [UInt8(ascii: "/")])).bytes, below: self)
    var status = stat()
    let isThere = below.call { fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW) } == 0
    let failure = isThere ? status.st_mode & S_IFMT == S_IFLNK ? ELOOP : 0 : errno
    if [ELOOP, EXDEV, EILSEQ].contains(failure) { throw ImageError.cannotBeOpened(failure, below) }
    return below
  }

  /// The folder as a path that does not leave it.
  public var folder: FilePath { FilePath(bytes: path.bytes, below: self) }

  /// A path that begins with that of the folder, as one that does not leave it.
  ///
  /// - Returns: nil for a path from elsewhere.
  /// - Throws: as ``path(_:)``.
  public func own(_ whole: FilePath) throws(ImageError) -> FilePath? {
    guard let rest = relative(whole) else { return nil }
    return try path(FilePath(bytes: rest))
  }

  /// Makes a system call on a path below the folder: with the descriptor of the file's folder, and the file's name.
  ///
  /// - Returns: -1 with `EXDEV` for a path that leads out, with `ELOOP` where a link is on the way, else what `body`
  ///   returns.
  func call<Result: SignedInteger>(
    _ path: FilePath, _ body: (_ folder: Int32, _ name: UnsafePointer<CChar>) -> Result
  ) -> Result {
    let components = relative(path).map(Self.components)
    guard let components, !components.contains(where: { $0.elementsEqual("..".utf8) }) else {
      errno = EXDEV
      return -1
    }
    let folder = openFolder(components.dropLast())
    guard folder >= 0 else { return -1 }
    let result = withName(components.last ?? Array(".".utf8)[...]) { body(folder, $0) }
    let number = errno
    close(folder)
    errno = number
    return result
  }

  /// What of a path stands behind that of the root; nil for a path from elsewhere.
  func relative(_ other: FilePath) -> ArraySlice<UInt8>? {
    if other.bytes == path.bytes { return [] }
    let prefix = path.appending([]).bytes
    return other.bytes.starts(with: prefix) ? other.bytes.dropFirst(prefix.count) : nil
  }

  private static func components(of name: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    name.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
  }

  private func openFolder(_ components: ArraySlice<ArraySlice<UInt8>>) -> Int32 {
    guard !components.isEmpty else { return withName(Array(".".utf8)[...]) { Self.opened($0, in: descriptor) } }
    guard !walks else { return walk(components) }
    let name = Array(components.joined(separator: [UInt8(ascii: "/")]))[...]
    return withName(name) { name in
      retrying {
        let folder = tt_open_folder_below(descriptor, name)
        // Somebody renames folders; the call says so where it cannot tell whether the name leads out.
        if folder < 0, errno == EAGAIN { errno = EINTR }
        return folder
      }
    }
  }

  private func walk(_ components: ArraySlice<ArraySlice<UInt8>>) -> Int32 {
    var folder = descriptor
    for component in components {
      let next = withName(component) { Self.opened($0, in: folder) }
      let number = errno
      if folder != descriptor { close(folder) }
      errno = number
      guard next >= 0 else { return -1 }
      folder = next
    }
    return folder
  }

  /// Opens a file or folder, and no link to one.
  static func opened(
    _ name: UnsafePointer<CChar>, in folder: Int32, _ flags: Int32 = openFolderFlags,
    isInterrupted: () -> Bool = { false }
  ) -> Int32 {
    let descriptor = retrying(isInterrupted: isInterrupted) {
      openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o666)
    }
    guard descriptor < 0, errno == ENOTDIR else { return descriptor }
    // The system reports a link in place of a folder as "not a directory".
    var status = stat()
    let isLink = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
    errno = isLink ? ELOOP : ENOTDIR
    return -1
  }
}

extension RootFolder: Hashable {
  /// Whether it is the same one.
  public static func == (a: RootFolder, b: RootFolder) -> Bool { a === b }

  /// By identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// How a folder is opened for calls that take a folder and a name: without the permission to list it.
#if os(Linux)
  // O_PATH of the kernel's asm-generic/fcntl.h; the macro is not seen from Swift.
  let openFolderFlags = O_DIRECTORY | 0o10000000
#else
  let openFolderFlags = O_RDONLY | O_DIRECTORY
#endif

/// Calls `body` with a name as a C string.
func withName<Result>(_ name: ArraySlice<UInt8>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  (name + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
}
