import TintypeSystem

/// Whether it is a symbolic link.
public func isLink(_ path: FilePath) -> Bool {
  var status = stat()
  return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
}

/// Whether something has this name, be it a link that leads nowhere.
public func fileExists(_ path: FilePath) -> Bool {
  var status = stat()
  return path.withCString { lstat($0, &status) } == 0
}
