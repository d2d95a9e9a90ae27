import TintypeSystem

/// Removes the temporary files of killed writers from a folder. Files of running writers are locked and stay.
package func removeStaleTemporaries(in folder: FilePath) {
  // A folder may have ten thousand photos, and usually no temporary file.
  var names: [[UInt8]] = []
  try? forEachName(in: folder) { if isTemporaryName($0) { names.append(Array($0)) } }
  for name in names {
    let path = folder.appending(name)
    let descriptor = path.open(O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { continue }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { path.unlink() }
    close(descriptor)
  }
}

/// Whether it reads `.NAME.tintype-RANDOM`.
private func isTemporaryName(_ name: UnsafeRawBufferPointer.SubSequence) -> Bool {
  guard name.first == UInt8(ascii: ".") else { return false }
  let mark = Array(OutputFile.temporaryMark.utf8)
  let random = name.reversed().prefix { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  return !random.isEmpty && random.count <= 13 && name.dropLast(random.count).suffix(mark.count).elementsEqual(mark)
}
