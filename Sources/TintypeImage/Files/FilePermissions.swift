import TintypeSystem

/// The permissions and the owner of a file, for the file that replaces it.
struct FilePermissions {
  private let mode: mode_t
  private let owner: uid_t
  private let group: gid_t

  /// Those of the file that will be replaced; nil if there is none.
  ///
  /// - Throws: `.cannotCreate` for anything but a regular file, and for a write-protected file, even if the folder
  ///   permits to replace it.
  init?(replacing path: FilePath) throws(ImageError) {
    guard let status = path.status(followsLink: true) else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw ImageError(.cannotCreate, "cannot be replaced: this is a folder")
    default: throw ImageError(.cannotCreate, "cannot be replaced: this is no regular file")
    }
    guard path.call({ faccessat($0, $1, W_OK, 0) }) == 0 else {
      throw ImageError(.cannotCreate, "cannot be replaced: it is write-protected")
    }
    mode = status.st_mode & 0o777
    owner = status.st_uid
    group = status.st_gid
  }

  /// Sets them on another file, as far as this user is permitted to.
  func give(to descriptor: Int32) {
    // The owner first, because changing it may clear permissions.
    if fchown(descriptor, owner, group) != 0 { _ = fchown(descriptor, uid_t.max, group) }
    _ = fchmod(descriptor, mode)
  }
}
