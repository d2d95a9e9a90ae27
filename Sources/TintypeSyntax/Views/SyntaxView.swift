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

/// What has a name.
public protocol NamedSyntax: SyntaxView {}

extension NamedSyntax {
  /// The name; nil when it is missing, which has been reported.
  public var name: TokenSyntax? { syntax.token(.identifier) }
}

/// What has a text in quotes as its name.
public protocol TitledSyntax: SyntaxView {}

extension TitledSyntax {
  /// The name, a text; nil when it is missing, which has been reported.
  public var name: TokenSyntax? { syntax.token(.string) }
}

/// What may have a type.
public protocol TypedSyntax: SyntaxView {}

extension TypedSyntax {
  /// The type, where it is written. Where it has to be, that has been reported.
  public var type: TypeSyntax? { syntax.child(.type).map(TypeSyntax.init) }
}

/// What consists of one value, with or without words around it.
public protocol ValuedSyntax: SyntaxView {}

extension ValuedSyntax {
  /// The value.
  public var value: ExpressionSyntax { syntax.expression }
}
