/// A syntax node whose tokens are indices into a `TokenStream`.
struct Group {
  let kind: SyntaxKind

  /// The children in source order.
  let parts: [Part]

  /// The indices of all tokens below the node.
  let tokens: Range<Int>

  /// Whether the node or a descendant has a kind that satisfies `wanted`.
  func contains(_ wanted: (SyntaxKind) -> Bool) -> Bool {
    wanted(kind) || parts.contains { $0.group?.contains(wanted) ?? false }
  }
}

/// A child of a node: a token index or another node.
indirect enum Part {
  case token(Int)
  case group(Group)

  /// The token's index; nil for a node.
  var token: Int? {
    if case .token(let token) = self { token } else { nil }
  }

  /// The node; nil for a token.
  var group: Group? {
    if case .group(let group) = self { group } else { nil }
  }

  /// The index of the first token.
  var first: Int {
    switch self {
    case .token(let token): token
    case .group(let group): group.tokens.lowerBound
    }
  }
}

extension TokenStream {
  /// The token kind of a part; nil for a node.
  func kind(_ part: Part) -> TokenKind? { part.token.map { tokens[$0].kind } }

  /// The position among a node's parts of the first token of a kind, searching from `start`.
  func index(of kind: TokenKind, in group: Group, from start: Int = 0) -> Int? {
    group.parts.indices.dropFirst(start).first { self.kind(group.parts[$0]) == kind }
  }

  /// The operator of `a + b` or `a |> b`; nil for other nodes.
  func operatorToken(_ group: Group) -> Int? {
    guard group.kind == .infix || group.kind == .pipe, group.parts.count == 3 else { return nil }
    return group.parts[1].token
  }

  /// The position of a parameter's first clause, after its default value.
  func firstClause(of group: Group) -> Int {
    guard group.kind == .parameter, let equals = index(of: .equals, in: group) else { return group.parts.count }
    return equals + 2
  }
}
