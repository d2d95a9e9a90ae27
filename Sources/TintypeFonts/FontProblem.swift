/// The reason why a font cannot be read.
public struct FontProblem: Error, Hashable, Sendable {
  /// A clause in lower case without a full stop.
  public let reason: String
}
