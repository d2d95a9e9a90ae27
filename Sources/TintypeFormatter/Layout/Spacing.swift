import TintypeSyntax

extension TokenStream {
  /// How many spaces stand before each token where it stays on the line of the token before it.
  var spaces: [Int] {
    var spaces = Array(repeating: 1, count: tokens.count)
    fill(&spaces, in: root)
    return spaces
  }

  private func fill(_ spaces: inout [Int], in group: Group) {
    for (index, part) in group.parts.enumerated() {
      if index > 0 { spaces[part.first] = space(before: index, in: group) }
      if let group = part.group { fill(&spaces, in: group) }
    }
  }

  /// One space, unless the pair or the node says otherwise: so a node that nobody thought of here comes out readable.
  private func space(before index: Int, in group: Group) -> Int {
    let (left, right) = (group.parts[index - 1], group.parts[index])
    if group.kind == .word || right.group?.kind == .functionParameters { return 0 }
    if index >= firstClause(of: group) { return isRange(left) ? 3 : 2 }
    switch (kind(left), kind(right)) {
    case (_, .comma), (_, .colon), (_, .rightParenthesis), (_, .rightBracket): return 0
    case (.leftParenthesis, _), (.leftBracket, _): return 0
    case (.dot, _), (_, .dot), (.ellipsis, _), (_, .ellipsis): return 0
    case (.identifier, .leftParenthesis): return 0
    // A sign: an operator between operands never comes first.
    case (.minus, _) where index == 1, (.not, _) where index == 1, (.plus, _) where index == 1: return 0
    case (.number, .percent): return 0
    // `65um` and `2 ev` as the author has it.
    case (.number, .identifier): return tokens[right.first].isAdjacent ? 0 : 1
    default: return 1
    }
  }

  private func isRange(_ clause: Part) -> Bool {
    clause.group?.kind == .inClause || clause.group?.kind == .sliderClause
  }
}
