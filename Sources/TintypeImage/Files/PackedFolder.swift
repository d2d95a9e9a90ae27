import TintypeDiagnostics
import TintypeSystem

/// A folder in one file: a ZIP archive that lists the SHA-256 of each of its files.
///
/// A path leads into it as into a folder: `look.tintpack/paper.png`. What opens a path for reading comes here when the
/// system finds a file in the place of a folder (``FilePath/pack``), so nothing else knows of packs.
package struct PackedFolder {
  /// The files, the main one first.
  package let names: [String]
  private let archive: ZipArchive
  private let files: [String: (entry: ZipArchive.Entry, hash: String)]

  /// The file that lists the others, in the form of `sha256sum`, whose `--check` skips the first line.
  package static let listName = "tintype-pack.sha256"

  private static let heading = "# tintype pack "
  private static let version = "1"

  /// Opens a pack, and reads none of its files.
  ///
  /// - Throws: `.missing`, `.unreadable`, `.corrupt`, `.unsupported`; `.limit` before anything is read.
  package init(_ path: FilePath) throws(ImageError) { try self.init(InputFile(path)) }

  private init(_ file: InputFile) throws(ImageError) {
    archive = try ZipArchive(file)
    guard let list = archive.entries.first(where: { $0.name == Self.listName }), list.size <= 1 << 20 else {
      throw ImageError(.corrupt, "is no pack: it has no '\(Self.listName)'; 'tintype pack' writes one")
    }
    var lines = String(decoding: try archive.bytes(of: list), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard let first = lines.popFirst(), first.hasPrefix(Self.heading), lines.popLast() == "" else {
      throw Self.wrong("does not begin and end as one does")
    }
    guard first.dropFirst(Self.heading.count).prefix(while: { $0 != ":" }) == Self.version else {
      throw ImageError(.unsupported, "the pack is of a later form; a newer version of the program reads it")
    }
    var (names, files): ([String], [String: (entry: ZipArchive.Entry, hash: String)]) = ([], [:])
    let entries = Dictionary(archive.entries.map { ($0.name, $0) }) { first, _ in first }
    for line in lines {
      let (hash, name) = (line.prefix(64), String(line.dropFirst(66)))
      guard hash.count == 64, line.dropFirst(64).hasPrefix("  "), let entry = entries[name] else {
        throw Self.wrong("names '\(name.escapedForDisplay)', which is not in the pack")
      }
      guard files.updateValue((entry, String(hash)), forKey: name) == nil else {
        throw Self.wrong("names '\(name.escapedForDisplay)' twice")
      }
      names.append(name)
    }
    if let other = archive.entries.first(where: { files[$0.name] == nil && $0.name != Self.listName }) {
      throw Self.wrong("does not name '\(other.name.escapedForDisplay)', which is in the pack")
    }
    if names.isEmpty { throw Self.wrong("names no file") }
    (self.names, self.files) = (names, files)
  }

  private static func wrong(_ what: String) -> ImageError { ZipArchive.damaged("its list '\(listName)' \(what)") }

  /// The content of a file.
  ///
  /// - Throws: `.missing`, `.corrupt`.
  package func bytes(of name: String) throws(ImageError) -> [UInt8] {
    guard let (entry, hash) = files[name] else { throw ImageError(.missing, "is not in the pack") }
    let bytes = try archive.bytes(of: entry)
    guard ContentHash.digits(of: bytes) == hash else {
      throw ImageError(
        .corrupt,
        "'\(name.escapedForDisplay)' was changed in the pack: its SHA-256 is not the listed one; "
          + "to keep the change, extract all by a ZIP program, and pack the look again")
    }
    return bytes
  }

  /// Writes a pack. Equal names and contents give equal bytes.
  ///
  /// - Parameters:
  ///   - names: the files, the main one first.
  ///   - descriptor: an open file, empty and readable.
  ///   - content: the bytes of a file, of which there may be at most so many.
  /// - Throws: `.limit`, `.unsupported` for names that no pack may have, `.io`, and what `content` throws.
  package static func write(
    _ names: [String], to descriptor: Int32, content: (String, Int) throws(ImageError) -> [UInt8]
  ) throws(ImageError) {
    var (writer, list) = (ZipWriter(descriptor), heading + version + ": the first file is the look\n")
    for name in names {
      let bytes = try content(name, max(0, ZipArchive.mostBytes - writer.offset))
      list += "\(ContentHash.digits(of: bytes))  \(name)\n"
      try writer.add(name, bytes)
    }
    try writer.add(listName, Array(list.utf8))
    try writer.finish()
    // What reading refuses is never written.
    _ = try PackedFolder(InputFile(copying: descriptor))
  }
}

extension FilePath {
  /// The pack on the path, and the name in it; nil where no component is a file that ends in `.tintpack`.
  package var pack: (path: FilePath, name: [UInt8])? {
    let ending = Array(".tintpack".utf8)
    for end in bytes.indices.filter({ bytes[$0] == UInt8(ascii: "/") }) + [bytes.count] {
      guard bytes[..<end].suffix(ending.count).elementsEqual(ending) else { continue }
      let path = FilePath(bytes: bytes[..<end], below: root)
      if path.status(followsLink: true).map({ $0.st_mode & S_IFMT == S_IFREG }) ?? false {
        return (path, Array(bytes.dropFirst(end + 1)))
      }
    }
    return nil
  }
}
