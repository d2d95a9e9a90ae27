extension TokenStream {
  /// The tokens with each comment moved to a place where a line may end: from before a comma or an opening brace to
  /// after it, and from after an operator to before it, since lines break before operators.
  var withNormalizedComments: TokenStream {
    var normalized = self
    for token in tokens.indices.dropLast() where [.comma, .leftBrace].contains(tokens[token].kind) {
      normalized.moveComments(fromBefore: token, toBefore: token + 1)
    }
    normalized.normalizeOperators(in: root)
    return normalized
  }

  private mutating func normalizeOperators(in group: Group) {
    if let token = operatorToken(group) { moveComments(fromBefore: token + 1, toBefore: token) }
    for part in group.parts {
      if let group = part.group { normalizeOperators(in: group) }
    }
  }

  /// Appends or prepends so that comments keep their order. Only the first comment before a token can trail code.
  private mutating func moveComments(fromBefore source: Int, toBefore target: Int) {
    let moved = trivia[source].comments
    guard !moved.isEmpty else { return }
    trivia[source].comments = []
    let others = trivia[target].comments
    trivia[target].comments = source < target ? moved + others : others + moved
    let meeting = source < target ? moved.count : others.count
    guard meeting > 0 else { return }
    for index in trivia[target].comments.indices.dropFirst(meeting) { trivia[target].comments[index].place = .ownLine }
  }
}
