/// Replaces the content of a file atomically. Its permissions stay, and a link stays a link to it.
///
/// - Throws: `.cannotCreate`, `.io`; the file is then unchanged.
public func replaceFile(_ path: FilePath, with bytes: [UInt8]) throws(ImageError) {
  try write(bytes, OutputFile(path, ifTaken: .replace))
}

/// Creates a file atomically.
///
/// - Throws: `.exists`, `.cannotCreate`, `.io`.
public func createFile(_ path: FilePath, with bytes: [UInt8]) throws(ImageError) {
  try write(bytes, OutputFile(path))
}

private func write(_ bytes: [UInt8], _ file: OutputFile) throws(ImageError) {
  try writeAll(bytes, to: file.descriptor)
  try file.commit()
}

/// All bytes of a file from an offset on; none if the file ends before it.
///
/// - Throws: `.missing`, `.unreadable`; `.limit` for a file larger than `limit`, before anything is read.
public func readFile(_ path: FilePath, from start: Int = 0, atMost limit: Int) throws(ImageError) -> [UInt8] {
  try InputFile(path).bytes(from: start, atMost: limit)
}

/// At most `count` bytes of a file from an offset on; none if the file ends before it.
///
/// - Throws: `.missing`, `.unreadable`.
public func readFile(_ path: FilePath, from start: Int, upTo count: Int) throws(ImageError) -> [UInt8] {
  let file = try InputFile(path)
  return try file.bytes(at: min(start, file.size), count: min(count, max(file.size - start, 0)))
}
