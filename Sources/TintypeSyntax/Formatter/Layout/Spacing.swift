extension TokenStream {
  /// The number of spaces before each token when it does not begin a line.
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

  /// One space unless the pair of tokens or the node has a rule, so that new syntax is readable by default.
  private func space(before index: Int, in group: Group) -> Int {
    let (left, right) = (group.parts[index - 1], group.parts[index])
    if group.kind == .word || right.group?.kind == .functionParameters { return 0 }
    if index >= firstClause(of: group) { return isRange(left) ? 3 : 2 }
    switch (kind(left), kind(right)) {
    case (_, .comma), (_, .colon), (_, .rightParenthesis), (_, .rightBracket): return 0
    case (.leftParenthesis, _), (.leftBracket, _): return 0
    case (.textHead, _), (.textMiddle, _), (_, .textMiddle), (_, .textTail): return 0
    case (.dot, _), (_, .dot), (.ellipsis, _), (_, .ellipsis): return 0
    case (.identifier, .leftParenthesis): return 0
    case (_, .leftBracket) where group.kind == .subscripted: return 0
    // A prefix operator; infix operators never come first.
    case (.minus, _) where index == 1, (.not, _) where index == 1, (.plus, _) where index == 1: return 0
    case (.number, .percent): return 0
    // `65um` or `2 ev`, as written.
    case (.number, .identifier): return tokens[right.first].isAdjacent ? 0 : 1
    default: return 1
    }
  }

  private func isRange(_ clause: Part) -> Bool {
    clause.group?.kind == .inClause || clause.group?.kind == .sliderClause
  }
}
