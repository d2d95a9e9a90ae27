import TintypeSystem

/// Whether the path is a symbolic link.
public func isLink(_ path: FilePath) -> Bool { mode(path).map { $0 & S_IFMT == S_IFLNK } ?? false }

/// Whether something has this path, even a link to nothing.
public func fileExists(_ path: FilePath) -> Bool { mode(path) != nil }

/// The mode of what has this path, links not followed.
private func mode(_ path: FilePath) -> mode_t? {
  var status = stat()
  return path.withCString { lstat($0, &status) } == 0 ? status.st_mode : nil
}
