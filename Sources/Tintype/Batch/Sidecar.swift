/// Settings beside a photo: `photo.jpg.tint` for `photo.jpg`.
///
/// It holds either a whole recipe, which is then the photo's look, or lines `set name = value` and comments, which are
/// settings of the look that is rendered.
enum Sidecar {
  case recipe(SourceFile)
  case settings([SourceFile])

  static func path(of photo: FilePath) -> FilePath { FilePath(bytes: photo.bytes + Array(".tint".utf8)) }

  /// Reads what lies beside a photo; nil when there is nothing.
  init?(of photo: FilePath) throws(PhotoFailure) {
    let path = Sidecar.path(of: photo)
    guard FileStatus(path) != nil else { return nil }
    do throws(ImageError) {
      let source = try SourceFile(reading: path, as: path.description)
      self = Sidecar.isRecipe(source.text) ? .recipe(source) : .settings(try Sidecar.settings(in: source))
    } catch {
      throw PhotoFailure(path, error)
    }
  }

  /// A recipe's first word is its language edition.
  private static func isRecipe(_ text: [UInt8]) -> Bool {
    for line in lines(of: text) {
      let line = text[line].drop { isSpace($0) }
      if line.isEmpty || line.starts(with: "//".utf8) { continue }
      return line.starts(with: "tintype".utf8) && line.dropFirst(7).first.map(isSpace) ?? true
    }
    return false
  }

  /// One text for each line, at its place: what precedes it is blank, so that a diagnostic finds the line.
  private static func settings(in source: SourceFile) throws(ImageError) -> [SourceFile] {
    var settings: [SourceFile] = []
    for (number, line) in lines(of: source.text).enumerated() {
      let content = source.text[line].drop { isSpace($0) }
      if content.isEmpty || content.starts(with: "//".utf8) { continue }
      guard content.starts(with: "set".utf8), content.dropFirst(3).first.map(isSpace) ?? false else {
        throw ImageError(
          .corrupt, "line \(number + 1) is neither 'set name = value' nor a comment, and the file holds no recipe")
      }
      let blank = source.text[..<(content.startIndex + 3)].map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
      settings.append(
        SourceFile(name: source.name, text: blank + content.dropFirst(3).filter { $0 != UInt8(ascii: "\r") }))
    }
    return settings
  }

  private static func lines(of text: [UInt8]) -> [Range<Int>] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(\.indices)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

extension Diagnostic {
  /// In one line, for a list of many photos: place and message.
  var line: String {
    let (line, column) = primary.location.position
    return "line \(line), column \(column): \(message)"
  }
}
