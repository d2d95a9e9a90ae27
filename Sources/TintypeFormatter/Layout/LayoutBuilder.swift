import TintypeSyntax

/// Finds where lines may break. Brackets, braces, operators and commas say most of it; only few kinds of nodes have a
/// rule of their own.
struct LayoutBuilder {
  let tokens: TokenStream

  /// The whole file but its end.
  func recipe() -> [Row] { rows(tokens.root.parts.dropLast()) }

  /// A node, from its first token to its last; what lies before the first is its surroundings' concern.
  func layout(_ group: Group) -> Layout {
    if let word = tokens.operatorWord(group) { return chain(group, word) }
    let (head, body) = pieces(group)
    if group.kind == .conditional { return .group(head + body) }
    return .sequence(body.isEmpty ? head : head + [.group(body)])
  }

  func layout(_ part: Part) -> Layout {
    switch part {
    case .word(let word): .word(word)
    case .group(let group): layout(group)
    }
  }

  /// The parts of a node up to its first block, and from there on, where all blocks open together.
  private func pieces(_ group: Group) -> (head: [Layout], body: [Layout]) {
    var (head, body): ([Layout], [Layout]) = ([], [])
    var index = 0
    while index < group.parts.count, index < tokens.firstClause(of: group) {
      let end = closer(of: index, in: group) ?? index
      let pieces = piece(group, index...end)
      if !body.isEmpty || isInline(index, in: group) || tokens.kind(group.parts[index]) == .leftBrace {
        body += pieces
      } else {
        head += pieces
      }
      index = end + 1
    }
    let clauses = group.parts[index...].flatMap { [gap($0.first, .line), layout($0)] }
    return (clauses.isEmpty ? head : head + [.group([.indented(clauses)])], body)
  }

  /// One part, or a bracket with all that is in it, and what lies before it.
  private func piece(_ group: Group, _ range: ClosedRange<Int>) -> [Layout] {
    let part = group.parts[range.lowerBound]
    let last = range.lowerBound > 0 ? tokens.kind(group.parts[range.lowerBound - 1]) : nil
    if last == .equals, let value = part.group.flatMap(assigned) { return [value] }
    let before = range.lowerBound > 0 ? [gap(before: range.lowerBound, in: group)] : []
    if isInline(range.lowerBound, in: group), let inner = part.group.map(pieces) {
      return before + inner.head + inner.body
    }
    if range.count > 1 {
      let parts = group.parts[range]
      let isBlock = tokens.kind(part) == .leftBrace
      return before + (isBlock ? braces(parts) : [list(parts, mayOpen: group.kind != .parenthesized)])
    }
    // What goes on below a condition stands further in than the block.
    let isCondition = group.kind == .conditional && part.group != nil
    return before + [isCondition ? .indented([layout(part)]) : layout(part)]
  }

  /// Whether a part is set as if its parts were the node's own: a block, or the `if` behind an `else`.
  private func isInline(_ index: Int, in group: Group) -> Bool {
    switch group.parts[index].group?.kind {
    case .block: true
    case .conditional: index > 0 && tokens.kind(group.parts[index - 1]) == .else
    default: false
    }
  }

  /// Where the bracket that opens at a part closes.
  private func closer(of index: Int, in group: Group) -> Int? {
    switch tokens.kind(group.parts[index]) {
    case .leftParenthesis: tokens.index(of: .rightParenthesis, in: group, from: index)
    case .leftBracket: tokens.index(of: .rightBracket, in: group, from: index)
    case .leftBrace: tokens.index(of: .rightBrace, in: group, from: index)
    default: nil
    }
  }

  /// What lies before a part: the line goes on, or is filled up to its width where there is a comma.
  private func gap(before index: Int, in group: Group) -> Layout {
    let part = group.parts[index]
    if tokens.kind(group.parts[index - 1]) == .comma { return .indented([.group([gap(part.first, .line)])]) }
    if tokens.kind(part) == .else { return gap(part.first, .glue) }
    return .indented([gap(part.first, .glue)])
  }

  func gap(_ word: Int, _ lineBreak: Layout.LineBreak) -> Layout {
    let hasComments = lineBreak != .close && !tokens.gaps[word].comments.isEmpty
    return Layout(form: .gap(word, lineBreak), mustBreak: hasComments)
  }

  func commentsInside(_ word: Int) -> Layout {
    Layout(form: .commentsInside(word), mustBreak: !tokens.gaps[word].comments.isEmpty)
  }
}
