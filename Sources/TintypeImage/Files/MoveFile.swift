import TintypeSystem

/// Moves a file to another name of the same file system. Nothing is replaced.
///
/// - Throws: `.missing`, `.exists`, `.cannotCreate`.
public func moveFile(_ path: FilePath, to target: FilePath) throws(ImageError) {
  guard fileExists(path) else { throw ImageError(.missing, "is gone") }
  let failure = path.withCString { old in
    target.withCString { new in retrying { link(old, new) } } == 0 ? 0 : errno
  }
  switch failure {
  case 0: _ = path.withCString { unlink($0) }
  case EEXIST: throw ImageError.outputExists
  // File systems without hard links.
  case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
    if fileExists(target) { throw ImageError.outputExists }
    let isMoved = path.withCString { old in target.withCString { new in retrying { rename(old, new) } } == 0 }
    guard isMoved else { throw systemError("cannot be moved") }
  default: throw systemError("cannot be moved", failure)
  }
}
