import TintypeSystem

/// Reads a regular file below a folder without following symbolic links.
///
/// - Parameters:
///   - folder: where to start; it may be a link itself.
///   - components: the names of the folders below it, then that of the file.
///   - limit: the largest size that is read.
/// - Throws: `.missing`, `.unreadable`; `.limit` for a larger file, before anything is read.
public func readFile(
  below folder: FilePath, _ components: [String], atMost limit: Int
) throws(ImageError) -> [UInt8] {
  try openFile(below: folder, components).bytes(from: 0, atMost: limit)
}

/// Opens a regular file below a folder without following symbolic links.
func openFile(below folder: FilePath, _ components: [String]) throws(ImageError) -> InputFile {
  var parent = folder.open(O_RDONLY | O_DIRECTORY)
  guard parent >= 0 else { throw openingError() }
  for component in components.dropLast() {
    let next = opened(component, in: parent, O_DIRECTORY)
    let failure = next < 0 ? openingError() : nil
    close(parent)
    if let failure { throw failure }
    parent = next
  }
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  let descriptor = components.last.map { opened($0, in: parent, O_NONBLOCK) } ?? -1
  let failure = descriptor < 0 ? openingError() : nil
  close(parent)
  if let failure { throw failure }
  return try InputFile(opened: descriptor)
}

private func opened(_ name: String, in folder: Int32, _ flags: Int32) -> Int32 {
  let descriptor = retrying { openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | flags) }
  // The system reports a link in place of a folder as "not a directory".
  if descriptor < 0, errno == ENOTDIR { errno = isLink(name, in: folder) ? ELOOP : ENOTDIR }
  return descriptor
}

private func isLink(_ name: String, in folder: Int32) -> Bool {
  var status = stat()
  return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
}

private func openingError() -> ImageError {
  errno == ELOOP
    ? ImageError(.unreadable, "is a symbolic link, which may lead anywhere") : ImageError.cannotBeOpened(errno)
}
