/// Puts other bytes into the place of a file, at once: whoever looks sees the old ones or the new ones.
///
/// Its permissions stay, and a link stays a link to it.
/// - Throws: `.cannotCreate`, `.io`; the file is then as it was.
public func replaceFile(_ path: FilePath, with bytes: [UInt8]) throws(ImageError) {
  let file = try OutputFile(path, ifTaken: .replace)
  try file.write(bytes)
  try file.commit()
}

/// Makes a file of these bytes, complete or not at all.
///
/// - Throws: `.exists`, `.cannotCreate`, `.io`.
public func createFile(_ path: FilePath, with bytes: [UInt8]) throws(ImageError) {
  let file = try OutputFile(path)
  try file.write(bytes)
  try file.commit()
}

/// All bytes of a file, or those from an offset on; none where the file ends before it.
///
/// - Throws: `.missing`, `.unreadable`; `.limit` when it is larger than wanted, before anything is read.
public func readFile(_ path: FilePath, from start: Int = 0, atMost limit: Int) throws(ImageError) -> [UInt8] {
  try InputFile(path).bytes(from: start, atMost: limit)
}
