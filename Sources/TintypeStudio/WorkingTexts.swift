import Tintype
import TintypeImage
import TintypeIntrinsics
import TintypeJSON

/// The text of each photo, with what undo has of it, in files of a folder: they outlast a reload, the studio and the
/// computer.
struct WorkingTexts: Sendable {
  /// Where they are stored; nil keeps nothing.
  private let folder: FilePath?

  /// - Parameters:
  ///   - states: the folder for the state of programs; nil keeps nothing.
  ///   - album: the folder whose photos they are of.
  init(in states: FilePath?, of album: FilePath) {
    folder = states?.appending(Array("studio".utf8))
      .appending(Array(ContentHash.digits(of: album.bytes).prefix(16).utf8))
  }

  private static let mostBytes = 1 << 22

  /// The newest texts of a history that fit into a file, also where all their bytes are escaped.
  static func recent(_ past: [JSONValue]) -> [JSONValue] {
    var left = mostBytes / 4
    return past.suffix(50).reversed().prefix { entry in
      left -= ["text", "start"].reduce(0) { $0 + (entry[$1]?.text?.utf8.count ?? 0) }
      return left >= 0
    }.reversed()
  }

  private func file(_ name: String) -> FilePath? { folder?.appending(Array("\(name).json".utf8)) }

  /// The text of a photo with its history, as the page left it.
  ///
  /// - Returns: null for a photo that was not edited.
  subscript(id: String) -> JSONValue {
    guard let path = file(id), let bytes = try? readFile(path, atMost: Self.mostBytes) else { return .null }
    return JSONValue(parsing: bytes) ?? .null
  }

  /// Changes whenever the text of a photo does; nil for one that was not edited.
  func version(_ id: String) -> String? {
    file(id).flatMap { FileStatus($0) }?.version
  }

  /// Keeps the text of a photo.
  func keep(_ value: JSONValue, for id: String) throws(StudioFailure) { try write(value, id) }

  /// The photo that was opened last.
  var last: FilePath? {
    self["last"]["path"]?.text.map { FilePath($0) }
  }

  /// Remembers the photo that was opened last. A path that no text can hold is not remembered.
  func open(_ photo: FilePath) throws(StudioFailure) {
    let path = photo.description
    guard FilePath(path) == photo, last != photo else { return }
    try write(["path": .string(path)], "last")
  }

  private func write(_ value: JSONValue, _ name: String) throws(StudioFailure) {
    guard let path = file(name) else { return }
    // The name of the file says nothing to anybody.
    try reporting(on: "the text of this photo") { () throws(ImageError) in
      try createFolder(path.folder)
      _ = try RenderOptions.IfExists.overwrite.write(path, value.encoded)
    }
  }
}
