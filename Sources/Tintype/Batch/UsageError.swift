/// A wish that cannot be understood or must not be granted, known before any photo is touched.
///
/// The message is a sentence without a full stop and without control characters.
public struct UsageError: Error, Hashable, Sendable {
  /// What is wrong, and what would be right.
  public let message: String

  /// An error whose message is cleaned of control characters.
  public init(_ message: String) { self.message = message.escapedForDisplay }
}
