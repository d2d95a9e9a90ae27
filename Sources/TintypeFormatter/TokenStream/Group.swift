import TintypeSyntax

/// A node: what it is and what it consists of, in order.
struct Group {
  /// What it is.
  let kind: SyntaxKind

  /// What it consists of.
  let parts: [Part]

  /// Its tokens.
  let tokens: Range<Int>

  /// Whether a kind occurs in it for which `wanted` holds.
  func contains(_ wanted: (SyntaxKind) -> Bool) -> Bool {
    wanted(kind) || parts.contains { $0.group?.contains(wanted) ?? false }
  }
}

/// A token or a node below a node.
indirect enum Part {
  case token(Int)
  case group(Group)

  /// The token, if it is one.
  var token: Int? {
    if case .token(let token) = self { token } else { nil }
  }

  /// The node, if it is one.
  var group: Group? {
    if case .group(let group) = self { group } else { nil }
  }

  /// The first token.
  var first: Int {
    switch self {
    case .token(let token): token
    case .group(let group): group.tokens.lowerBound
    }
  }
}

extension TokenStream {
  /// The kind of a part that is a token.
  func kind(_ part: Part) -> TokenKind? { part.token.map { tokens[$0].kind } }

  /// Where the token of a kind stands among a node's parts, at `start` or behind.
  func index(of kind: TokenKind, in group: Group, from start: Int = 0) -> Int? {
    group.parts.indices.dropFirst(start).first { self.kind(group.parts[$0]) == kind }
  }

  /// The operator's token of `a + b` or `a |> b`.
  func operatorToken(_ group: Group) -> Int? {
    guard group.kind == .infix || group.kind == .pipe, group.parts.count == 3 else { return nil }
    return group.parts[1].token
  }

  /// Where the clauses of a parameter begin: behind its default value.
  func firstClause(of group: Group) -> Int {
    guard group.kind == .parameter, let equals = index(of: .equals, in: group) else { return group.parts.count }
    return equals + 2
  }
}
