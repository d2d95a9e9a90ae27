import TintypeSystem

/// The target of a path whose last component is a symbolic link, even if the target does not exist.
///
/// - Throws: `.cannotCreate` for links in a circle, `.unreadable` for a link below a root.
package func followingLinks(_ path: FilePath) throws(ImageError) -> FilePath {
  if path.root != nil {
    if isLink(path) { throw ImageError.cannotBeOpened(ELOOP, path) }
    return path
  }
  var path = path
  for _ in 0..<40 {
    guard let next = destination(of: path) else { return path }
    path = next.first == UInt8(ascii: "/") ? FilePath(bytes: next) : path.sibling(next)
  }
  throw systemError("cannot be replaced", ELOOP)
}

private func destination(of link: FilePath) -> [UInt8]? {
  let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, filled in
    let count = link.call { folder, name in
      buffer.withMemoryRebound(to: CChar.self) { readlinkat(folder, name, $0.baseAddress!, $0.count) }
    }
    filled = max(count, 0)
  }
  return bytes.isEmpty ? nil : bytes
}
