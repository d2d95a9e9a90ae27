/// Finds where lines may break. Brackets, braces, operators and commas decide most of it; only a few kinds of nodes
/// have special rules.
struct LayoutBuilder {
  let stream: TokenStream

  /// The whole file except the end-of-file token.
  func recipe() -> [Item] { items(stream.root.parts.dropLast()) }

  /// A node, from its first token to its last. The caller writes the separator before the first.
  func layout(_ group: Group) -> Layout {
    if group.kind == .interpolatedText { return line(of: group) }
    if let token = stream.operatorToken(group) { return chain(group, token) }
    let (head, body) = pieces(group)
    if group.kind == .conditional { return .group(head + body) }
    return .sequence(body.isEmpty ? head : head + [.group(body)])
  }

  /// A text with values in it, which ends on its line.
  private func line(of group: Group) -> Layout {
    let pieces = group.parts.enumerated().map { index, part in
      let before = index > 0 ? [separator(before: part.first, .glue)] : []
      return Layout.sequence(before + [part.group.map(line) ?? layout(part)])
    }
    return .sequence(pieces)
  }

  func layout(_ part: Part) -> Layout {
    switch part {
    case .token(let token): .token(token)
    case .group(let group): layout(group)
    }
  }

  /// The parts of a node before its first block (`head`) and from that block on (`body`, whose blocks break together).
  private func pieces(_ group: Group) -> (head: [Layout], body: [Layout]) {
    var (head, body): ([Layout], [Layout]) = ([], [])
    var index = 0
    while index < group.parts.count, index < stream.firstClause(of: group) {
      let end = closer(of: index, in: group) ?? index
      let pieces = piece(group, index...end)
      if !body.isEmpty || isInline(index, in: group) || stream.kind(group.parts[index]) == .leftBrace {
        body += pieces
      } else {
        head += pieces
      }
      index = end + 1
    }
    let clauses = group.parts[index...].flatMap { [separator(before: $0.first, .line), layout($0)] }
    return (clauses.isEmpty ? head : head + [.group([.indented(clauses)])], body)
  }

  /// One part, or a bracket with its contents, and the separator before it.
  private func piece(_ group: Group, _ range: ClosedRange<Int>) -> [Layout] {
    let part = group.parts[range.lowerBound]
    let last = range.lowerBound > 0 ? stream.kind(group.parts[range.lowerBound - 1]) : nil
    if last == .equals, let value = part.group.flatMap(assigned) { return [value] }
    let before = range.lowerBound > 0 ? [separator(before: range.lowerBound, in: group)] : []
    if isInline(range.lowerBound, in: group), let inner = part.group.map(pieces) {
      return before + inner.head + inner.body
    }
    if range.count > 1 {
      let parts = group.parts[range]
      let isBlock = stream.kind(part) == .leftBrace
      return before + (isBlock ? braces(parts) : [list(parts, mayOpen: group.kind != .parenthesized)])
    }
    // Continuation lines of a condition are indented more than the block.
    let isCondition = group.kind == .conditional && part.group != nil
    return before + [isCondition ? .indented([layout(part)]) : layout(part)]
  }

  /// Whether a part is laid out as if its children belonged to the node: a block, or the `if` after an `else`.
  private func isInline(_ index: Int, in group: Group) -> Bool {
    switch group.parts[index].group?.kind {
    case .block: true
    case .conditional: index > 0 && stream.kind(group.parts[index - 1]) == .else
    default: false
    }
  }

  /// The position of the bracket that closes the one at `index`; nil where no bracket opens.
  private func closer(of index: Int, in group: Group) -> Int? {
    switch stream.kind(group.parts[index]) {
    case .leftParenthesis: stream.index(of: .rightParenthesis, in: group, from: index)
    case .leftBracket: stream.index(of: .rightBracket, in: group, from: index)
    case .leftBrace: stream.index(of: .rightBrace, in: group, from: index)
    default: nil
    }
  }

  /// The separator before a part: a space, or after a comma a space or line break, so that lines are filled.
  private func separator(before index: Int, in group: Group) -> Layout {
    let part = group.parts[index]
    if stream.kind(group.parts[index - 1]) == .comma {
      return .indented([.group([separator(before: part.first, .line)])])
    }
    if stream.kind(part) == .else { return separator(before: part.first, .glue) }
    return .indented([separator(before: part.first, .glue)])
  }

  func separator(before token: Int, _ lineBreak: Layout.LineBreak) -> Layout {
    let hasComments = lineBreak != .close && !stream.trivia[token].comments.isEmpty
    return Layout(form: .separator(token, lineBreak), mustBreak: hasComments)
  }

  func commentsInside(_ token: Int) -> Layout {
    Layout(form: .commentsInside(token), mustBreak: !stream.trivia[token].comments.isEmpty)
  }
}
