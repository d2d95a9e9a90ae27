public import TintypeDiagnostics

/// A token of a tree.
public struct TokenSyntax: Sendable, Equatable {
  /// The tree it stands in.
  public let tree: SyntaxTree

  let index: Int

  private var token: Token { tree.tokens[index] }

  /// What it is.
  public var kind: TokenKind { token.kind }

  /// Its text's place, without the trivia before it.
  public var span: Span { token.span }

  /// Its place, for a diagnostic.
  public var location: SourceLocation { SourceLocation(tree.source, span) }

  /// Its text as written; in a name, look-alike letters of other scripts, which have been reported, as ASCII.
  public var text: String {
    let text = tree.source.text(in: span)
    return kind == .identifier ? text.inASCII : text
  }

  /// The text that a text or a part of one means, without quotes and escapes; nil for other tokens.
  public var stringValue: String? {
    switch kind {
    case .string, .textHead, .textMiddle, .textTail: decodedString(tree.source.text[span.start..<span.end])
    default: nil
    }
  }

  /// The spaces, line ends and comments between the token before it and itself.
  public var leadingTrivia: [TriviaPiece] { TriviaPiece.pieces(of: tree.source.text, in: leadingTriviaSpan) }

  /// The span of its leading trivia.
  public var leadingTriviaSpan: Span { Span(index > 0 ? tree.tokens[index - 1].end : 0, span.start) }
}
