#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The names in a folder, sorted by their bytes, without `.` and `..`.
///
/// - Throws: `.missing`, `.unreadable`.
public func namesInFolder(_ folder: FilePath) throws(ImageError) -> [[UInt8]] {
  guard let stream = folder.withCString({ opendir($0) }) else {
    throw ImageError(errno == ENOENT ? .missing : .unreadable, "cannot be listed: \(errnoText(errno))")
  }
  defer { closedir(stream) }
  var names: [[UInt8]] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
  }
  return names.sorted { $0.lexicographicallyPrecedes($1) }
}

/// Makes a folder with all that are missing above it; does nothing when it is there.
///
/// - Throws: `.cannotCreate`, `.io`.
public func createFolder(_ folder: FilePath) throws(ImageError) {
  if FileStatus(folder)?.kind == .folder { return }
  let above = folder.folder
  if above != folder, FileStatus(above) == nil { try createFolder(above) }
  guard folder.withCString({ mkdir($0, 0o777) }) != 0 else { return }
  let number = errno
  // Somebody else may have made it meanwhile.
  if number == EEXIST, FileStatus(folder)?.kind == .folder { return }
  throw systemError("the folder '\(folder)' cannot be created", number)
}
