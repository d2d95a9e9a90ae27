extension LayoutBuilder {
  /// `a + b - c` or `a |> b |> c`: on one line, or a line for each operator.
  ///
  /// A line break that the author put at the first `|>` keeps a pipe broken.
  func chain(_ group: Group, _ token: Int) -> Layout {
    let (first, links) = links(of: group, token)
    var inside: [Layout] = []
    let pipe = links[0].token
    let isOpen = stream.startsLine(pipe) || stream.startsLine(pipe + 1)
    if group.kind == .pipe, isOpen { inside.append(.forcedBreak) }
    for link in links { inside += layout(link) }
    return .group([layout(first), .indented(inside)])
  }

  /// ` a + b` after an `=`: on the same line, or each operand on a separate line below the `=`.
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

  /// The operands of a left-associative chain in source order. Iterative, because chains may be long.
  private func links(of group: Group, _ token: Int) -> (first: Part, links: [(token: Int, operand: Part)]) {
    var links: [(token: Int, operand: Part)] = [(token, group.parts[2])]
    var first = group.parts[0]
    while let left = first.group, let other = stream.operatorToken(left), haveSamePrecedence(other, token) {
      links.append((other, left.parts[2]))
      first = left.parts[0]
    }
    return (first, links.reversed())
  }

  private func haveSamePrecedence(_ a: Int, _ b: Int) -> Bool { precedence(a) == precedence(b) }

  /// The precedence of an infix operator; nil for `|>`.
  private func precedence(_ token: Int) -> Int? {
    InfixOperator(rawValue: stream.tokens[token].kind.rawValue)?.precedence
  }
}
