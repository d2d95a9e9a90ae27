public import TintypeDiagnostics

extension SyntaxTree {
  /// Every name that stands somewhere in the file, as often as it stands there.
  public var names: [String] {
    tokens.compactMap { $0.kind == .identifier ? source.text(in: $0.span) : nil }
  }
}

/// The names of the kernels, functions and constants of a well-formed file, which is not parsed for this.
public func declaredNames(in source: SourceFile) -> [String] {
  var names: [String] = []
  var depth = 0
  var before = TokenKind.endOfFile
  for token in Lexer.tokens(of: source).tokens {
    switch (token.kind, before) {
    case (.leftBrace, _): depth += 1
    case (.rightBrace, _): depth -= 1
    case (.identifier, .kernel), (.identifier, .function), (.identifier, .let):
      if depth == 0 { names.append(source.text(in: token.span)) }
    default: break
    }
    before = token.kind
  }
  return names
}
