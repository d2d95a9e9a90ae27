/// A ZIP archive as any program may write it, and as none should: each field can be wrong.
struct TestArchive {
  struct File {
    var name: [UInt8]
    var content: [UInt8]
    /// What stands in the archive, where that is not the content.
    var stored: [UInt8]?
    var method = 0
    var flags = 0
    /// Of Unix: 0x8000 for a file, 0x4000 for a folder, 0xA000 for a link.
    var mode = 0
    var extra: [UInt8] = []
    /// Fields of the directory that contradict the content.
    var size: Int?
    var packedSize: Int?
    var checksum: Int?
    var offset: Int?
    var localName: [UInt8]?

    init(_ name: String, _ content: [UInt8] = []) { (self.name, self.content) = (Array(name.utf8), content) }
  }

  var files: [File]
  var comment: [UInt8] = []
  var count: Int?

  var bytes: [UInt8] {
    var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
    for file in files {
      let stored = file.stored ?? file.content
      let (offset, packed, size) = (bytes.count, file.packedSize ?? stored.count, file.size ?? file.content.count)
      let sum = file.checksum ?? Self.checksum(of: file.content)
      let before = two(20, file.flags, file.method, 0x6000, 0x5A21) + four(sum, packed, size)
      let localName = file.localName ?? file.name
      bytes += four(0x0403_4B50) + before + two(localName.count, file.extra.count) + localName + file.extra + stored
      directory += four(0x0201_4B50) + two(0x031E) + before + two(file.name.count, file.extra.count, 0, 0, 0)
      directory += four(file.mode << 16, file.offset ?? offset) + file.name + file.extra
    }
    let count = count ?? files.count
    return bytes + directory + four(0x0605_4B50) + two(0, 0, count, count) + four(directory.count, bytes.count)
      + two(comment.count) + comment
  }

  private func two(_ numbers: Int...) -> [UInt8] { numbers.flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255)] } }

  private func four(_ numbers: Int...) -> [UInt8] { numbers.flatMap { two($0 & 65_535) + two($0 >> 16) } }

  /// CRC-32, one bit at a time.
  private static func checksum(of bytes: [UInt8]) -> Int {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Int(~sum)
  }
}
