import TintypeIR

/// Settings beside a photo: `photo.jpg.tint` for `photo.jpg`.
///
/// It holds either a whole recipe, which is then the photo's look, or lines `set name = value` and comments, which are
/// settings of the look that is rendered.
package enum Sidecar {
  case recipe(SourceFile)
  case settings([Setting])

  /// One line.
  package struct Setting {
    /// Counted from 1.
    let number: Int
    /// The line with spaces for `set`, so that a diagnostic has its column.
    let text: SourceFile

    /// Whether a name stands before the sign; everything else is for the parser to refuse.
    var isName: Bool { !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." } }

    /// `iso=800` for `source.iso = 800`; nil for what sets a parameter.
    var shotSetting: String? {
      guard name.hasPrefix("source.") else { return nil }
      let value = String(decoding: text.text.drop { $0 != UInt8(ascii: "=") }.dropFirst(), as: UTF8.self)
      return name.dropFirst(7) + "=" + TextLanes.printable(value).filter { $0 != "\"" }
    }

    /// The name before the `=`.
    var name: String {
      let name = text.text.prefix { $0 != UInt8(ascii: "=") }
      return String(decoding: name, as: UTF8.self).filter { !$0.isWhitespace }
    }
  }

  package static func path(of photo: FilePath) -> FilePath { photo.appendingToName(".tint".utf8) }

  /// Larger files are a mistake, or an attack.
  private static let (largestRecipe, largestSettings) = (1 << 20, 64 << 10)

  /// Reads what lies beside a photo; nil when there is nothing.
  ///
  /// - Throws: `.limit` for a recipe above 1 MiB and settings above 64 KiB, `.corrupt`, `.unreadable`.
  init?(of photo: FilePath) throws(PhotoFailure) {
    let path = Sidecar.path(of: photo)
    guard FileStatus(path) != nil else { return nil }
    do throws(ImageError) {
      let source = SourceFile(name: path.description, text: try readFile(path, atMost: Sidecar.largestRecipe))
      if Sidecar.isRecipe(source.text) {
        self = .recipe(source)
      } else if source.text.count > Sidecar.largestSettings {
        throw ImageError(
          .limit, "has \(source.text.count) bytes of settings, and at most \(Sidecar.largestSettings) are read")
      } else {
        self = .settings(try Sidecar.settings(in: source))
      }
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

  private static func settings(in source: SourceFile) throws(ImageError) -> [Setting] {
    var settings: [Setting] = []
    for (index, line) in lines(of: source.text).enumerated() {
      let content = source.text[line].drop { isSpace($0) }
      if content.isEmpty || content.starts(with: "//".utf8) { continue }
      guard content.starts(with: "set".utf8), content.dropFirst(3).first.map(isSpace) ?? false else {
        throw ImageError(
          .corrupt, "line \(index + 1) is neither 'set name = value' nor a comment, and the file holds no recipe")
      }
      let blank = [UInt8](repeating: UInt8(ascii: " "), count: content.startIndex + 3 - line.lowerBound)
      let text = blank + content.dropFirst(3)
      settings.append(Setting(number: index + 1, text: SourceFile(name: source.name, text: text)))
    }
    return settings
  }

  private static func lines(of text: [UInt8]) -> [Range<Int>] {
    text.lineStarts().map { $0..<text.lineEnd(of: $0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension Diagnostic {
  /// In one line, for a list of many photos: place and message.
  ///
  /// - Parameter before: how many lines of the file precede the text that was read.
  func line(after before: Int = 0) -> String {
    let (line, column) = primary.location.position
    return "line \(before + line), column \(column): \(message)"
  }
}
