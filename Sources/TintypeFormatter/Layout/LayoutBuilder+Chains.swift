import TintypeSyntax

extension LayoutBuilder {
  /// `a + b - c` or `a |> b |> c`: on one line, or a line for each operator.
  ///
  /// A pipe stays open where the author broke the line at its first `|>`.
  func chain(_ group: Group, _ token: Int) -> Layout {
    let (first, links) = links(of: group, token)
    var inside: [Layout] = []
    let pipe = links[0].token
    let isOpen = stream.startsLine(pipe) || stream.startsLine(pipe + 1)
    if group.kind == .pipe, isOpen { inside.append(.forcedBreak) }
    for link in links { inside += layout(link) }
    return .group([layout(first), .indented(inside)])
  }

  /// ` a + b` behind an `=`: on the same line, or the first operand below and the operators below it.
  func assigned(_ group: Group) -> Layout? {
    guard group.kind == .infix, let token = stream.operatorToken(group) else { return nil }
    let (first, links) = links(of: group, token)
    var inside = [separator(before: first.first, .line), layout(first)]
    for link in links { inside += layout(link) }
    return .group([.indented(inside)])
  }

  private func layout(_ link: (token: Int, operand: Part)) -> [Layout] {
    [
      separator(before: link.token, .line), .token(link.token), separator(before: link.token + 1, .glue),
      layout(link.operand),
    ]
  }

  /// The operands of a chain that leans left, in order; a loop, since chains may be long.
  private func links(of group: Group, _ token: Int) -> (first: Part, links: [(token: Int, operand: Part)]) {
    var links = [(token, group.parts[2])]
    var first = group.parts[0]
    while let left = first.group, let other = stream.operatorToken(left), haveSamePrecedence(other, token) {
      links.append((other, left.parts[2]))
      first = left.parts[0]
    }
    return (first, links.reversed())
  }

  private func haveSamePrecedence(_ a: Int, _ b: Int) -> Bool {
    precedence(stream.tokens[a].kind) == precedence(stream.tokens[b].kind)
  }

  /// Sums and products mix their operators.
  private func precedence(_ kind: TokenKind) -> TokenKind {
    switch kind {
    case .minus: .plus
    case .slash: .star
    default: kind
    }
  }
}
