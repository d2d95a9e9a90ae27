import TintypeSystem

/// The names in a folder, sorted by their bytes, without `.` and `..`.
///
/// - Throws: `.missing`, `.unreadable`.
public func namesInFolder(_ folder: FilePath) throws(ImageError) -> [[UInt8]] {
  var names: [[UInt8]] = []
  try forEachName(in: folder) { names.append(Array($0)) }
  return names.sorted { $0.lexicographicallyPrecedes($1) }
}

/// Calls `look` with each name in a folder, in any order, without `.` and `..`. A name is valid during the call.
///
/// - Throws: `.missing`, `.unreadable`.
func forEachName(
  in folder: FilePath, _ look: (UnsafeRawBufferPointer.SubSequence) -> Void
) throws(ImageError) {
  let descriptor = folder.open(O_RDONLY | O_DIRECTORY)
  guard descriptor >= 0, let stream = fdopendir(descriptor) else {
    throw ImageError(errno == ENOENT ? .missing : .unreadable, "cannot be listed: \(errnoText(errno))")
  }
  defer { closedir(stream) }
  while let entry = readdir(stream) {
    withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      let name = bytes.prefix { $0 != 0 }
      if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { look(name) }
    }
  }
}

/// Creates a folder and its missing parents, unless it exists.
///
/// - Throws: `.cannotCreate`, `.io`.
public func createFolder(_ folder: FilePath) throws(ImageError) {
  if FileStatus(folder)?.kind == .folder { return }
  let above = folder.folder
  if above != folder, FileStatus(above) == nil { try createFolder(above) }
  guard folder.call({ mkdirat($0, $1, 0o777) }) != 0 else { return }
  let number = errno
  // Another process may have created it meanwhile.
  if number == EEXIST, FileStatus(folder)?.kind == .folder { return }
  throw systemError("the folder '\(folder)' cannot be created", number)
}
