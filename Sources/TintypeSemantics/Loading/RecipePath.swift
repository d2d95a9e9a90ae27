/// The path of a file that a recipe names, relative to the folder of the main recipe.
///
/// No path leaves that folder, because recipes are not trusted.
public struct RecipePath: Hashable, Sendable {
  /// The folders, then the file. No name is empty, `.` or `..`.
  public let components: [String]

  /// A file in the folder of the main recipe.
  public init(fileName: String) {
    components = [fileName]
  }

  private init(components: [String]) {
    self.components = components
  }

  /// The extension of the file's name, in lower case.
  var fileExtension: String? { components.last?.split(separator: ".").last?.lowercased() }

  /// The reason why a recipe may not name a path.
  public enum Problem: Error, Hashable, Sendable {
    /// It is empty, or names a folder.
    case noFile
    /// It begins at the root of the file system, or with a drive or a scheme.
    case absolute
    /// It has backslashes, which separate folders on one system only.
    case backslash
    /// It leaves the folder of the main recipe.
    case leavesFolder
    /// It contains a control character.
    case controlCharacter
  }

  /// Resolves a path with slashes, relative to the folder of the file at this path.
  public func resolving(_ text: String) throws(Problem) -> RecipePath {
    guard !text.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else { throw .controlCharacter }
    guard !text.contains("\\") else { throw .backslash }
    guard !text.hasPrefix("/"), !text.contains(":") else { throw .absolute }
    var names = Array(components.dropLast())
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    for part in parts where part != "." {
      guard !part.isEmpty else { throw .noFile }
      if part != ".." {
        names.append(String(part))
      } else if names.popLast() == nil {
        throw .leavesFolder
      }
    }
    guard let last = parts.last, last != ".", last != ".." else { throw .noFile }
    return RecipePath(components: names)
  }
}

extension RecipePath: CustomStringConvertible {
  /// The path with slashes.
  public var description: String { components.joined(separator: "/") }
}
