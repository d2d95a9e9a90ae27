import TintypeSystem

/// Moves a file to another name of the same file system. Nothing is replaced.
///
/// - Throws: `.missing`, `.exists`, `.cannotCreate`.
package func moveFile(_ path: FilePath, to target: FilePath) throws(ImageError) {
  guard fileExists(path) else { throw ImageError(.missing, "is gone") }
  let isLinked = path.call { from, old in
    target.call { to, new in retrying { linkat(from, old, to, new, 0) } }
  }
  let failure = isLinked == 0 ? 0 : errno
  switch failure {
  case 0: path.unlink()
  case EEXIST: throw ImageError.outputExists
  // File systems without hard links.
  case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
    if fileExists(target) { throw ImageError.outputExists }
    let isMoved = path.call { from, old in target.call { to, new in retrying { renameat(from, old, to, new) } } }
    guard isMoved == 0 else { throw systemError("cannot be moved") }
  default: throw systemError("cannot be moved", failure)
  }
}
