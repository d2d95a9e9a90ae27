import TintypeDiagnostics
import TintypeSyntax

/// A tree as the formatter reads it: its tokens numbered, and what lies between them said in lines and comments.
struct TokenStream {
  /// The tokens, in order; the last is the end of the file.
  var tokens: [Token] = []

  /// What lies before each token.
  var trivia: [Trivia] = []

  /// The whole file.
  private(set) var root = Group(kind: .recipe, parts: [], tokens: 0..<0)

  /// The bytes a line ends with: those of the first line's end.
  let lineEnd: [UInt8]

  /// Whether the file begins with a byte order mark, which it keeps.
  let hasByteOrderMark: Bool

  /// Reads a tree.
  init(_ tree: SyntaxTree) {
    let text = tree.source.text
    let firstEnd = text.firstIndex(of: UInt8(ascii: "\n"))
    let isWindows = firstEnd.map { $0 > 0 && text[$0 - 1] == UInt8(ascii: "\r") } ?? false
    lineEnd = Array((isWindows ? "\r\n" : "\n").utf8)
    hasByteOrderMark = text.starts(with: [0xEF, 0xBB, 0xBF])
    root = group(tree.root)
  }

  private mutating func group(_ node: Syntax) -> Group {
    let start = tokens.count
    var parts: [Part] = []
    for child in node.children {
      switch child {
      case .token(let token):
        trivia.append(Trivia(before: token, isFirst: tokens.isEmpty))
        tokens.append(Token(token))
        parts.append(.token(tokens.count - 1))
      case .node(let node):
        let group = group(node)
        // A node without a token, such as an empty list of a broken recipe, is not there.
        if !group.tokens.isEmpty || group.kind == .missing { parts.append(.group(group)) }
      }
    }
    return Group(kind: node.kind, parts: parts, tokens: start..<tokens.count)
  }

  /// Whether nothing in it is left over or missing.
  var isComplete: Bool {
    !tokens.contains { $0.kind == .unknown } && !root.contains { $0 == .missing || $0 == .skipped }
  }

  /// Whether a token is the first of its line, as written.
  func startsLine(_ token: Int) -> Bool { trivia[token].startsLine }
}

/// A token.
struct Token {
  /// What it is.
  let kind: TokenKind

  /// Its text as written.
  let text: [UInt8]

  /// How wide the text is, in characters.
  let width: Int

  /// Whether nothing lies between it and the token before it.
  let isAdjacent: Bool

  init(_ token: TokenSyntax) {
    kind = token.kind
    text = Array(token.tree.source.text[token.span.start..<token.span.end])
    width = token.text.unicodeScalars.count
    isAdjacent = token.leadingTriviaSpan.start == token.leadingTriviaSpan.end
  }
}
