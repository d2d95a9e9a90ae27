public import TintypeDiagnostics

/// A node of a tree of any kind. The views in `Views/` are typed by kind.
public struct Syntax: Sendable, Equatable {
  /// The tree it stands in.
  public let tree: SyntaxTree

  let index: Int

  /// A node or a token below a node.
  public enum Child: Sendable, Equatable {
    /// A node.
    case node(Syntax)
    /// A token.
    case token(TokenSyntax)
  }

  private var node: SyntaxTree.Node { tree.nodes[index] }

  /// What it is.
  public var kind: SyntaxKind { node.kind }

  /// Its text's place, without the trivia before it; for an empty node, the place after the token before it.
  public var span: Span {
    guard let first = node.tokens.first, let last = node.tokens.last else {
      let place = node.tokens.lowerBound > 0 ? tree.tokens[node.tokens.lowerBound - 1].end : 0
      return Span(place, place)
    }
    return Span(tree.tokens[first].start, tree.tokens[last].end)
  }

  /// Its place, for a diagnostic.
  public var location: SourceLocation { SourceLocation(tree.source, span) }

  /// Its text as written, without the trivia before it.
  public var text: String { tree.source.text(in: span) }

  /// Its children, in order.
  public var children: [Child] {
    tree.children[node.children].map { child in
      switch child {
      case .node(let index): .node(Syntax(tree: tree, index: index))
      case .token(let index): .token(TokenSyntax(tree: tree, index: index))
      }
    }
  }

  /// The nodes directly below it, in order.
  public var childNodes: [Syntax] {
    tree.children[node.children].compactMap { child in
      if case .node(let index) = child { Syntax(tree: tree, index: index) } else { nil }
    }
  }

  /// The tokens directly below it, in order.
  public var childTokens: [TokenSyntax] {
    tree.children[node.children].compactMap { child in
      if case .token(let index) = child { TokenSyntax(tree: tree, index: index) } else { nil }
    }
  }

  /// Its first token, if it has any.
  public var firstToken: TokenSyntax? { node.tokens.first.map { TokenSyntax(tree: tree, index: $0) } }

  /// Whether something below it could not be read, and has been reported.
  public var hasUnreadablePart: Bool {
    var open = [self]
    while let next = open.popLast() {
      if next.kind == .missing { return true }
      open += next.childNodes
    }
    return false
  }

  // The accessors below are called for every node, so they search the children without making a list of them.

  /// The first node of a kind directly below it.
  func child(_ kind: SyntaxKind) -> Syntax? {
    for place in node.children {
      if case .node(let index) = tree.children[place], tree.nodes[index].kind == kind {
        return Syntax(tree: tree, index: index)
      }
    }
    return nil
  }

  /// The first node of a kind directly below it. The parser puts one there.
  func required(_ kind: SyntaxKind) -> Syntax {
    guard let found = child(kind) else { preconditionFailure("a \(self.kind) without a \(kind): \(text)") }
    return found
  }

  /// The first token of a kind directly below it. The parser puts one there.
  func required(_ kind: TokenKind) -> TokenSyntax {
    guard let found = token(kind) else { preconditionFailure("a \(self.kind) without a \(kind): \(text)") }
    return found
  }

  /// The nodes of a kind directly below it.
  func children(_ kind: SyntaxKind) -> [Syntax] {
    tree.children[node.children].compactMap { child in
      guard case .node(let index) = child, tree.nodes[index].kind == kind else { return nil }
      return Syntax(tree: tree, index: index)
    }
  }

  /// The first token of a kind directly below it.
  func token(_ kind: TokenKind) -> TokenSyntax? { firstToken { $0.kind == kind } }

  /// The first direct child token that fulfills a condition.
  func firstToken(where isWanted: (TokenSyntax) -> Bool) -> TokenSyntax? {
    for place in node.children {
      guard case .token(let index) = tree.children[place] else { continue }
      let token = TokenSyntax(tree: tree, index: index)
      if isWanted(token) { return token }
    }
    return nil
  }

  /// The tokens of a kind directly below it.
  func tokens(_ kind: TokenKind) -> [TokenSyntax] {
    tree.children[node.children].compactMap { child in
      guard case .token(let index) = child, tree.tokens[index].kind == kind else { return nil }
      return TokenSyntax(tree: tree, index: index)
    }
  }

  /// An expression directly below it, by its place among them; nil where there are fewer.
  func expression(at position: Int) -> ExpressionSyntax? {
    var left = position
    for case .node(let index) in tree.children[node.children] {
      guard let expression = ExpressionSyntax(Syntax(tree: tree, index: index)) else { continue }
      if left == 0 { return expression }
      left -= 1
    }
    return nil
  }

  /// The expressions directly below it.
  var expressions: [ExpressionSyntax] {
    tree.children[node.children].compactMap { child in
      guard case .node(let index) = child else { return nil }
      return ExpressionSyntax(Syntax(tree: tree, index: index))
    }
  }

  /// The first expression directly below it. The parser puts a `missing` node where one should stand.
  var expression: ExpressionSyntax { operand(0) }

  /// An expression directly below it, by its position. The parser puts one there.
  func operand(_ position: Int) -> ExpressionSyntax {
    guard let found = expression(at: position) else { preconditionFailure("a \(kind) without an expression: \(text)") }
    return found
  }
}
