/// Why a file is no font that letters can be taken from.
public struct FontProblem: Error, Hashable, Sendable {
  /// A clause in lower case without a full stop.
  public let reason: String
}
