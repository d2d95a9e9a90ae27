import TintypeSystem

/// Who may do what with a file, for the file that takes its place.
struct FilePermissions {
  private let mode: mode_t
  private let owner: uid_t
  private let group: gid_t

  /// Those of the file that will be replaced; nil when there is none.
  ///
  /// - Throws: `.cannotCreate` for what is no regular file, and for a file that this user may not write to, although
  ///   the folder would allow it to be replaced: whoever protected it meant that.
  init?(replacing path: FilePath) throws(ImageError) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw ImageError(.cannotCreate, "cannot be replaced: this is a folder")
    default: throw ImageError(.cannotCreate, "cannot be replaced: this is no regular file")
    }
    guard path.withCString({ access($0, W_OK) }) == 0 else {
      throw ImageError(.cannotCreate, "cannot be replaced: it is write-protected")
    }
    mode = status.st_mode & 0o777
    owner = status.st_uid
    group = status.st_gid
  }

  /// As far as this user may.
  func give(to descriptor: Int32) {
    // The owner first: changing it may take permissions away.
    if fchown(descriptor, owner, group) != 0 { _ = fchown(descriptor, uid_t.max, group) }
    _ = fchmod(descriptor, mode)
  }
}
