import TintypeSyntax

extension LayoutBuilder {
  /// `a + b - c` or `a |> b |> c`: on one line, or a line for each operator.
  ///
  /// A pipe stays open where the author broke the line at its first `|>`.
  func chain(_ group: Group, _ word: Int) -> Layout {
    let (first, links) = links(of: group, word)
    var inside: [Layout] = []
    let pipe = links[0].word
    let isOpen = tokens.startsLine(pipe) || tokens.startsLine(pipe + 1)
    if group.kind == .pipe, isOpen { inside.append(.forcedBreak) }
    for link in links { inside += set(link) }
    return .group([layout(first), .indented(inside)])
  }

  /// ` a + b` behind an `=`: on the same line, or the first operand below and the operators below it.
  func assigned(_ group: Group) -> Layout? {
    guard group.kind == .infix, let word = tokens.operatorWord(group) else { return nil }
    let (first, links) = links(of: group, word)
    var inside = [gap(first.first, .line), layout(first)]
    for link in links { inside += set(link) }
    return .group([.indented(inside)])
  }

  private func set(_ link: (word: Int, operand: Part)) -> [Layout] {
    [gap(link.word, .line), .word(link.word), gap(link.word + 1, .glue), layout(link.operand)]
  }

  /// The operands of a chain that leans left, in order; a loop, since chains may be long.
  private func links(of group: Group, _ word: Int) -> (first: Part, links: [(word: Int, operand: Part)]) {
    var links = [(word, group.parts[2])]
    var first = group.parts[0]
    while let left = first.group, let other = tokens.operatorWord(left), isSameRank(other, word) {
      links.append((other, left.parts[2]))
      first = left.parts[0]
    }
    return (first, links.reversed())
  }

  private func isSameRank(_ a: Int, _ b: Int) -> Bool {
    rank(tokens.words[a].kind) == rank(tokens.words[b].kind)
  }

  /// Sums and products mix their operators.
  private func rank(_ kind: TokenKind) -> TokenKind {
    switch kind {
    case .minus: .plus
    case .slash: .star
    default: kind
    }
  }
}
