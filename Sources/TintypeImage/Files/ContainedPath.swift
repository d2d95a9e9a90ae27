import TintypeSystem

/// The path of a name below a folder, which it cannot leave: no absolute name, no `..`, no symbolic link on the way.
///
/// The last component may be missing, as that of an output is, and the folders in front of it, too.
/// - Throws: `.unreadable` for a name that could lead out.
public func containedPath(_ name: FilePath, in root: FilePath) throws(ImageError) -> FilePath {
  let components = name.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
  guard name.bytes.first != UInt8(ascii: "/") else {
    throw ImageError(.unreadable, "is an absolute path, and only names below \(root) are open to jobs")
  }
  guard !components.contains(Array("..".utf8)) else {
    throw ImageError(.unreadable, "leads up by '..', and only names below \(root) are open to jobs")
  }
  var path = root
  for component in components where !component.isEmpty && component != Array(".".utf8) {
    path = path.appending(component)
    var status = stat()
    if path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK {
      throw ImageError(.unreadable, "\(path) is a symbolic link, which may lead anywhere")
    }
  }
  return path
}
