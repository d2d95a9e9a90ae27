import TintypeSystem

/// Whether the path is a symbolic link.
package func isLink(_ path: FilePath) -> Bool {
  path.status(followsLink: false).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
}

/// Whether something has this path, even a link to nothing.
package func fileExists(_ path: FilePath) -> Bool { path.status(followsLink: false) != nil }
