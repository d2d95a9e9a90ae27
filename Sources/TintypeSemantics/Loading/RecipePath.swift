/// Where a file that a recipe names lies: the folders below that of the recipe that was asked for, then the file.
///
/// No path leaves that folder: recipes come from strangers.
public struct RecipePath: Hashable, Sendable {
  /// The names from the outside in; at least one, none of them empty, `.` or `..`.
  public let components: [String]

  /// A file in the recipe's own folder.
  public init(fileName: String) {
    components = [fileName]
  }

  private init(components: [String]) {
    self.components = components
  }

  /// Why a text is no path that a recipe may name.
  public enum Problem: Error, Hashable, Sendable {
    /// Nothing, or a folder.
    case noFile
    /// It begins at the root of the file system, or with a drive or a scheme.
    case absolute
    /// It has backslashes, which part folders on one system only.
    case backslash
    /// It climbs out of the folder of the recipe that was asked for.
    case leavesFolder
    /// It holds a character that no name has.
    case controlCharacter
  }

  /// The file that `text` means in a file at this path: a path with slashes, relative to the folder of that file.
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
