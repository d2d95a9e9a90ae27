import TintypeSyntax

extension TokenStream {
  /// The tokens with each comment at a place where a line may end: behind a comma or a brace rather than before it,
  /// and before an operator, since lines break there, rather than behind it.
  var withSettledComments: TokenStream {
    var settled = self
    for word in words.indices.dropLast() where [.comma, .leftBrace].contains(words[word].kind) {
      settled.moveComments(fromBefore: word, toBefore: word + 1)
    }
    settled.settleOperators(in: root)
    return settled
  }

  private mutating func settleOperators(in group: Group) {
    if let word = operatorWord(group) { moveComments(fromBefore: word + 1, toBefore: word) }
    for part in group.parts {
      if let group = part.group { settleOperators(in: group) }
    }
  }

  /// Comments keep their order, and only the first of a gap can stand behind code.
  private mutating func moveComments(fromBefore source: Int, toBefore target: Int) {
    let moved = gaps[source].comments
    guard !moved.isEmpty else { return }
    gaps[source].comments = []
    let others = gaps[target].comments
    gaps[target].comments = source < target ? moved + others : others + moved
    let meeting = source < target ? moved.count : others.count
    guard meeting > 0 else { return }
    for index in gaps[target].comments.indices.dropFirst(meeting) { gaps[target].comments[index].place = .ownLine }
  }
}
