import TintypeSyntax

extension Manuscript {
  /// How many spaces stand before each token where it stays on the line of the token before it.
  var spaces: [Int] {
    var spaces = Array(repeating: 1, count: words.count)
    fill(&spaces, in: root)
    return spaces
  }

  private func fill(_ spaces: inout [Int], in phrase: Phrase) {
    for (index, part) in phrase.parts.enumerated() {
      if index > 0 { spaces[part.first] = space(before: index, in: phrase) }
      if let phrase = part.phrase { fill(&spaces, in: phrase) }
    }
  }

  /// One space, unless the pair or the node says otherwise: so a node that nobody thought of here comes out readable.
  private func space(before index: Int, in phrase: Phrase) -> Int {
    let (left, right) = (phrase.parts[index - 1], phrase.parts[index])
    if phrase.kind == .word || right.phrase?.kind == .functionParameters { return 0 }
    if index >= firstClause(of: phrase) { return isRange(left) ? 3 : 2 }
    switch (kind(left), kind(right)) {
    case (_, .comma), (_, .colon), (_, .rightParenthesis), (_, .rightBracket): return 0
    case (.leftParenthesis, _), (.leftBracket, _): return 0
    case (.dot, _), (_, .dot), (.ellipsis, _), (_, .ellipsis): return 0
    case (.identifier, .leftParenthesis): return 0
    // A sign: an operator between operands never comes first.
    case (.minus, _) where index == 1, (.not, _) where index == 1, (.plus, _) where index == 1: return 0
    case (.number, .percent): return 0
    // `65um` and `2 ev` as the author has it.
    case (.number, .identifier): return words[right.first].isAdjacent ? 0 : 1
    default: return 1
    }
  }

  private func isRange(_ clause: Part) -> Bool {
    clause.phrase?.kind == .inClause || clause.phrase?.kind == .sliderClause
  }
}
