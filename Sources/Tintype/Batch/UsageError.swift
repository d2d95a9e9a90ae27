/// An invalid request, found before any photo is read.
///
/// The message is a sentence without a full stop and without control characters.
public struct UsageError: Error, Hashable, Sendable {
  /// What is wrong, and how to correct it.
  public let message: String

  /// An error whose message is cleaned of control characters.
  public init(_ message: String) { self.message = message.escapedForDisplay }
}
