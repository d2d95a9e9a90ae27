import TintypeSystem

/// Reads a regular file below a folder without following symbolic links.
///
/// - Parameters:
///   - folder: where to start; it may be a link itself.
///   - components: the names of the folders below it, then that of the file.
///   - limit: the largest size that is read.
/// - Throws: `.missing`, `.unreadable`; `.limit` for a larger file, before anything is read.
package func readFile(
  below folder: FilePath, _ components: [String], atMost limit: Int
) throws(ImageError) -> [UInt8] {
  try openFile(below: folder, components).bytes(from: 0, atMost: limit)
}

/// Opens a regular file below a folder without following symbolic links.
func openFile(below folder: FilePath, _ components: [String]) throws(ImageError) -> InputFile {
  if let (pack, start) = folder.pack {
    let names = components.map { Array($0.utf8) }
    let parts = start.isEmpty ? names : [start] + names
    return try InputFile(PackedFolder(pack), Array(parts.joined(separator: [UInt8(ascii: "/")])))
  }
  let path = try RootFolder(folder).path(FilePath(components.joined(separator: "/")))
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  let descriptor = path.open(O_RDONLY | O_NONBLOCK)
  // This error suggests no similar name: the compiler's message does.
  guard descriptor >= 0 else { throw ImageError.leadingOut(errno) ?? .cannotBeOpened(errno) }
  return try InputFile(opened: descriptor)
}
