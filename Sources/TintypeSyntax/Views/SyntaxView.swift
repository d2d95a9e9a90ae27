public import TintypeDiagnostics

/// A node of the tree seen as what it is in the language.
public protocol SyntaxView: Sendable, Equatable {
  /// The node.
  var syntax: Syntax { get }
}

extension SyntaxView {
  /// Its text's place, without the trivia before it.
  public var span: Span { syntax.span }

  /// Its place, for a diagnostic.
  public var location: SourceLocation { syntax.location }

  /// Its text as written.
  public var text: String { syntax.text }

  /// The `///` lines directly above it.
  public var documentation: String? { syntax.firstToken?.documentation }
}
