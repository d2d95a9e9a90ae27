internal import CTintypeCodec
import TintypeDiagnostics

/// A ZIP archive of stored and deflated files, as PKWARE's APPNOTE 6.3 describes it in 4.3 and 4.4.
///
/// Names and sizes are those of the directory at the archive's end, so archives that were written to a pipe are read,
/// too. Encryption, ZIP64, several disks, links and comments are refused, and so are names that lead out of a folder or
/// that some file system takes for another one's.
struct ZipArchive {
  /// A file in the archive.
  struct Entry {
    /// Its path with slashes.
    let name: String
    /// The bytes of its content.
    let size: Int
    fileprivate let packedSize: Int
    fileprivate let isDeflated: Bool
    fileprivate let checksum: Int
    fileprivate let offset: Int
  }

  /// In the order of the directory, without folders.
  private(set) var entries: [Entry] = []
  private let file: InputFile
  /// Where the directory begins.
  private let end: Int

  /// The most entries of an archive, and the most bytes of all its files.
  static let (mostEntries, mostBytes) = (1_000, 256 << 20)

  private static let mostDirectoryBytes = 1 << 20

  /// Reads the directory, and no file.
  ///
  /// - Throws: `.corrupt`, `.unsupported`, `.limit`.
  init(_ file: InputFile) throws(ImageError) {
    let last = try file.bytes(at: max(0, file.size - ZipPart.endBytes), count: min(file.size, ZipPart.endBytes))
    guard last.count == ZipPart.endBytes, last.number(at: 0, bytes: 4) == ZipPart.end, last.number(at: 20) == 0 else {
      throw Self.damaged("it does not end as a ZIP archive does: it is cut off, has a comment, or is none")
    }
    let (count, size) = (last.number(at: 10), last.number(at: 12, bytes: 4))
    (self.file, end) = (file, last.number(at: 16, bytes: 4))
    guard count <= Self.mostEntries, size <= Self.mostDirectoryBytes else {
      throw ImageError(.limit, "the archive has \(count) entries, and at most \(Self.mostEntries) are read")
    }
    guard last[4..<8].allSatisfy({ $0 == 0 }), last.number(at: 8) == count, end + size == file.size - ZipPart.endBytes
    else { throw Self.damaged("the directory is not where its end says") }
    let directory = try file.bytes(at: end, count: size)
    var place = 0
    for number in 0..<count { if let entry = try entry(number, in: directory, at: &place) { entries.append(entry) } }
    guard place == size else { throw Self.damaged("its directory has more entries than its end says") }
    try checkPlaces()
    try checkNames()
  }

  /// The next entry of the directory; nil for a folder.
  private func entry(_ number: Int, in directory: [UInt8], at place: inout Int) throws(ImageError) -> Entry? {
    let (start, head) = (place, place + ZipPart.directoryBytes)
    guard head <= directory.count, directory.number(at: start, bytes: 4) == ZipPart.directory else {
      throw Self.damaged("entry \(number + 1) of its directory is broken")
    }
    let nameEnd = head + directory.number(at: start + 28)
    place = nameEnd + directory.number(at: start + 30) + directory.number(at: start + 32)
    guard place <= directory.count else { throw Self.damaged("entry \(number + 1) of its directory is cut off") }
    guard let name = String(validating: directory[head..<nameEnd], as: UTF8.self) else {
      throw ImageError(.unsupported, "the name of entry \(number + 1) is not UTF-8; rename the file, and pack it again")
    }
    let (flags, method, mode) = (
      directory.number(at: start + 8), directory.number(at: start + 10), directory.number(at: start + 40) & 0xF000
    )
    // Compression effort, sizes behind the data, and names in UTF-8 change nothing.
    guard flags & ~0x80E == 0, method == 0 || method == 8 else {
      throw Self.refused(name, "is encrypted, or compressed otherwise than by deflate; pack the look again")
    }
    let isFolder = name.hasSuffix("/")
    guard mode == 0 || mode == (isFolder ? 0x4000 : 0x8000) else {
      throw Self.refused(name, "is a link or another special file; pack the look again without it")
    }
    let entry = Entry(
      name: name, size: directory.number(at: start + 24, bytes: 4),
      packedSize: directory.number(at: start + 20, bytes: 4), isDeflated: method == 8,
      checksum: directory.number(at: start + 16, bytes: 4), offset: directory.number(at: start + 42, bytes: 4))
    try Self.checkName(isFolder ? String(name.dropLast()) : name)
    guard !isFolder else { return nil }
    guard entry.isDeflated || entry.size == entry.packedSize else {
      throw Self.damaged("the sizes of '\(name.escapedForDisplay)' contradict each other")
    }
    return entry
  }

  /// Entries do not overlap, end before the directory, and have a bounded size together.
  private func checkPlaces() throws(ImageError) {
    let total = entries.reduce(0) { $0 + $1.size }
    guard total <= Self.mostBytes else {
      throw ImageError(
        .limit, "the files of the pack have \(total) bytes, and at most \(Self.mostBytes) are read; use a folder")
    }
    var next = end
    for entry in entries.sorted(by: { $0.offset > $1.offset }) {
      guard entry.offset + ZipPart.fileBytes + entry.name.utf8.count + entry.packedSize <= next else {
        throw Self.damaged("'\(entry.name.escapedForDisplay)' reaches beyond its place")
      }
      next = entry.offset
    }
  }

  /// No two names are one on a file system that ignores case or normalizes Unicode, and no file is another's folder.
  private func checkNames() throws(ImageError) {
    var known: [String: String] = [:]
    for name in entries.map(\.name) {
      // Equal strings are those whose normalized forms are equal.
      if let other = known.updateValue(name, forKey: Self.folded(name)) {
        throw Self.refused(name, "and '\(other.escapedForDisplay)' are one name on some systems: rename one")
      }
    }
    for name in entries.map(\.name) {
      var folder = name[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        if known[Self.folded(String(folder))] != nil {
          throw Self.refused(name, "lies in a folder that is a file: rename one")
        }
      }
    }
  }

  /// Both ways, since some letters differ in one only.
  private static func folded(_ name: String) -> String { name.uppercased().lowercased() }

  private static func checkName(_ name: String) throws(ImageError) {
    let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 && $0 != "\\" && $0 != ":" }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard isPlain, parts.allSatisfy({ !["", ".", ".."].contains($0) }), name.utf8.count <= 1_024 else {
      throw refused(name, "is no plain name below a folder: rename it, without ':', '\\', '..' and control characters")
    }
  }

  /// The content of a file.
  ///
  /// - Throws: `.corrupt`.
  func bytes(of entry: Entry) throws(ImageError) -> [UInt8] {
    let head = try file.bytes(at: entry.offset, count: ZipPart.fileBytes)
    let name = Array(entry.name.utf8)
    let start = entry.offset + ZipPart.fileBytes + name.count + head.number(at: 28)
    guard head.number(at: 0, bytes: 4) == ZipPart.file, head.number(at: 8) == (entry.isDeflated ? 8 : 0),
      head.number(at: 26) == name.count, start + entry.packedSize <= end,
      try file.bytes(at: entry.offset + ZipPart.fileBytes, count: name.count) == name
    else { throw Self.damaged("'\(entry.name.escapedForDisplay)' is not where its directory says") }
    let packed = try file.bytes(at: start, count: entry.packedSize)
    guard let bytes = entry.isDeflated ? inflateRaw(packed, count: entry.size) : packed,
      Int(tt_zlib_crc(bytes, bytes.count)) == entry.checksum
    else { throw Self.damaged("the content of '\(entry.name.escapedForDisplay)' does not match its checksum") }
    return bytes
  }

  /// The error of an archive that was written otherwise.
  static func damaged(_ what: String) -> ImageError {
    ImageError(.corrupt, "the pack is damaged: \(what); get it again, or pack the look again")
  }

  private static func refused(_ name: String, _ what: String) -> ImageError {
    ImageError(.unsupported, "'\(name.escapedForDisplay)' \(what)")
  }
}

/// Writes a ZIP archive whose bytes depend on names and contents alone: nothing is compressed, as another version of
/// zlib would compress otherwise, and every file has the earliest date that the format has.
struct ZipWriter {
  private let descriptor: Int32
  private var directory: [UInt8] = []
  private(set) var (count, offset) = (0, 0)

  /// An archive that is written to an open file.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Appends a file.
  ///
  /// - Throws: `.io`.
  mutating func add(_ name: String, _ bytes: [UInt8]) throws(ImageError) {
    let name = Array(name.utf8)
    // Version 2.0; names in UTF-8; stored; midnight of January 1, 1980.
    var common = [20, 0x800, 0, 0, 0x21].flatMap { [UInt8](number: $0, bytes: 2) }
    for number in [Int(tt_zlib_crc(bytes, bytes.count)), bytes.count, bytes.count] {
      common += [UInt8](number: number, bytes: 4)
    }
    common += [UInt8](number: name.count, bytes: 2) + [0, 0]
    directory += [UInt8](number: ZipPart.directory, bytes: 4) + [20, 0] + common + [UInt8](repeating: 0, count: 10)
    directory += [UInt8](number: offset, bytes: 4) + name
    let head = [UInt8](number: ZipPart.file, bytes: 4) + common + name
    try writeAll(head, to: descriptor)
    try writeAll(bytes, to: descriptor)
    (count, offset) = (count + 1, offset + head.count + bytes.count)
  }

  /// Appends the directory.
  ///
  /// - Throws: `.io`.
  func finish() throws(ImageError) {
    let counts = [0, 0, count, count].flatMap { [UInt8](number: $0, bytes: 2) }
    let place = [directory.count, offset].flatMap { [UInt8](number: $0, bytes: 4) }
    try writeAll(directory + [UInt8](number: ZipPart.end, bytes: 4) + counts + place + [0, 0], to: descriptor)
  }
}

/// The signatures of the parts, and their bytes before names.
private enum ZipPart {
  static let (file, fileBytes) = (0x0403_4B50, 30)
  static let (directory, directoryBytes) = (0x0201_4B50, 46)
  static let (end, endBytes) = (0x0605_4B50, 22)
}

extension [UInt8] {
  /// A little-endian number.
  fileprivate init(number: Int, bytes count: Int) {
    self = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  fileprivate func number(at offset: Int, bytes count: Int = 2) -> Int {
    (0..<count).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }
}
