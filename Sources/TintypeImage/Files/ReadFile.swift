/// All bytes of a file.
///
/// - Throws: `.missing`, `.unreadable`; `.limit` when it is larger than wanted, before anything is read.
public func readFile(_ path: FilePath, atMost limit: Int) throws(ImageError) -> [UInt8] {
  let file = try InputFile(path)
  guard file.size <= limit else {
    throw ImageError(.limit, "the file has \(file.size) bytes, and at most \(limit) are read")
  }
  return try file.bytes(at: 0, count: file.size)
}
