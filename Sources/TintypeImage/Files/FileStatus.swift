import TintypeSystem

/// The status of a file. Links are followed, but for those below a root, which are no files.
public struct FileStatus: Hashable, Sendable {
  /// The kind of file.
  public enum Kind: Hashable, Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A pipe, a device, a socket.
    case other
  }

  /// Device and inode: equal for all paths of one file.
  public struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    fileprivate init(_ status: stat) {
      (device, inode) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    }
  }

  /// The kind of file.
  public let kind: Kind
  /// Equal for all paths of one file.
  public let identity: Identity
  /// The size in bytes.
  public let size: Int
  /// The time of the last change, in nanoseconds since 1970.
  public let modified: Int

  /// Nil if there is no file, or a link leads to nothing. The status of a file in a pack is that of the pack.
  public init?(_ path: FilePath) {
    let own = path.status(followsLink: true)
    guard let status = own ?? (errno == ENOTDIR ? path.pack?.path.status(followsLink: true) : nil) else { return nil }
    self.init(status)
  }

  /// The status of an open file.
  ///
  /// - Throws: `.unreadable`.
  public init(open descriptor: Int32) throws(ImageError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw ImageError(.unreadable, "cannot be examined: \(errnoText(errno))")
    }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    identity = Identity(status)
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    // A file system can hold times whose nanoseconds have no room, from the year 2262 on.
    modified = min(max(time.tv_sec, -9_000_000_000), 9_000_000_000) * 1_000_000_000 + time.tv_nsec
  }
}

extension FileStatus {
  /// The time of the last change in the local time zone: year, month, day, hour, minute and second.
  public var modifiedParts: [Int] { localParts(ofSeconds: modified / 1_000_000_000) }
}

/// Seconds since 1970 in the local time zone: year, month, day, hour, minute and second.
func localParts(ofSeconds seconds: Int) -> [Int] {
  var seconds = time_t(seconds)
  var parts = tm()
  localtime_r(&seconds, &parts)
  return [
    Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour), Int(parts.tm_min),
    Int(parts.tm_sec),
  ]
}
