import TintypeDiagnostics

/// A syntax tree flattened for the formatter: indexed tokens, the trivia before each, and the nodes that group them.
struct TokenStream {
  /// The tokens in source order; the last is the end of the file.
  var tokens: [FormattedToken] = []

  /// The trivia before each token.
  var trivia: [Trivia] = []

  /// The whole file.
  private(set) var root = Group(kind: .recipe, parts: [], tokens: 0..<0)

  /// The line terminator of the whole result.
  let lineEnd: [UInt8]

  /// Whether the file begins with a byte order mark, which is preserved.
  let hasByteOrderMark: Bool

  /// Flattens a tree.
  init(_ tree: SyntaxTree) {
    let text = tree.source.text
    lineEnd = Array(text.lineEnd.utf8)
    hasByteOrderMark = text.starts(with: [0xEF, 0xBB, 0xBF])
    root = group(tree.root)
  }

  private mutating func group(_ node: Syntax) -> Group {
    let start = tokens.count
    var parts: [Part] = []
    for child in node.children {
      switch child {
      case .token(let token):
        let between = Trivia(before: token, isFirst: tokens.isEmpty)
        // The settings of a variant have no commas; those of an expectation and the values of a header entry do.
        if node.kind == .variant, token.kind == .comma, between.comments.isEmpty { continue }
        parts.append(append(FormattedToken(token), between))
      case .node(let child):
        let isValue =
          node.kind == .headerEntry && parts.count > 1 || node.kind == .expectation && child.kind == .setting
        if isValue, parts.last?.group != nil { parts.append(append(.comma, Trivia())) }
        let group = group(child)
        // Skip nodes without tokens, such as the empty list of a recipe with errors.
        if !group.tokens.isEmpty || group.kind == .missing { parts.append(.group(group)) }
      }
    }
    return Group(kind: node.kind, parts: parts, tokens: start..<tokens.count)
  }

  private mutating func append(_ token: FormattedToken, _ between: Trivia) -> Part {
    tokens.append(token)
    trivia.append(between)
    return .token(tokens.count - 1)
  }

  /// Whether the tree has no unknown tokens and no missing or skipped nodes.
  var isComplete: Bool {
    !tokens.contains { $0.kind == .unknown } && !root.contains { $0 == .missing || $0 == .skipped }
  }

  /// Whether a token is the first on its line in the source.
  func startsLine(_ token: Int) -> Bool { trivia[token].startsLine }
}

/// A token as the formatter needs it.
struct FormattedToken {
  let kind: TokenKind

  /// The text as written.
  let text: [UInt8]

  /// The width of the text, in characters.
  let width: Int

  /// Whether it follows the previous token without trivia.
  let isAdjacent: Bool

  /// A comma that nobody wrote.
  static let comma = FormattedToken(kind: .comma, text: Array(",".utf8), width: 1, isAdjacent: true)

  private init(kind: TokenKind, text: [UInt8], width: Int, isAdjacent: Bool) {
    (self.kind, self.text, self.width, self.isAdjacent) = (kind, text, width, isAdjacent)
  }

  init(_ token: TokenSyntax) {
    kind = token.kind
    text = Array(token.tree.source.text[token.span.start..<token.span.end])
    width = token.text.unicodeScalars.count
    isAdjacent = token.leadingTriviaSpan.start == token.leadingTriviaSpan.end
  }
}
