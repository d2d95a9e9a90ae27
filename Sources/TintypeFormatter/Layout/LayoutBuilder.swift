import TintypeSyntax

/// Finds where lines may break. Brackets, braces, operators and commas say most of it; only few kinds of nodes have a
/// rule of their own.
struct LayoutBuilder {
  let manuscript: Manuscript

  /// The whole file but its end.
  func recipe() -> [Row] { rows(manuscript.root.parts.dropLast()) }

  /// A node, from its first token to its last; what lies before the first is its surroundings' concern.
  func layout(_ phrase: Phrase) -> Layout {
    if let word = manuscript.operatorWord(phrase) { return chain(phrase, word) }
    let (head, body) = pieces(phrase)
    if phrase.kind == .conditional { return .group(head + body) }
    return .sequence(body.isEmpty ? head : head + [.group(body)])
  }

  func layout(_ part: Part) -> Layout {
    switch part {
    case .word(let word): .word(word)
    case .phrase(let phrase): layout(phrase)
    }
  }

  /// The parts of a node up to its first block, and from there on, where all blocks open together.
  private func pieces(_ phrase: Phrase) -> (head: [Layout], body: [Layout]) {
    var (head, body): ([Layout], [Layout]) = ([], [])
    var index = 0
    while index < phrase.parts.count, index < manuscript.firstClause(of: phrase) {
      let end = closer(of: index, in: phrase) ?? index
      let pieces = piece(phrase, index...end)
      if !body.isEmpty || isInline(index, in: phrase) || manuscript.kind(phrase.parts[index]) == .leftBrace {
        body += pieces
      } else {
        head += pieces
      }
      index = end + 1
    }
    let clauses = phrase.parts[index...].flatMap { [gap($0.first, .line), layout($0)] }
    return (clauses.isEmpty ? head : head + [.group([.indented(clauses)])], body)
  }

  /// One part, or a bracket with all that is in it, and what lies before it.
  private func piece(_ phrase: Phrase, _ range: ClosedRange<Int>) -> [Layout] {
    let part = phrase.parts[range.lowerBound]
    let last = range.lowerBound > 0 ? manuscript.kind(phrase.parts[range.lowerBound - 1]) : nil
    if last == .equals, let value = part.phrase.flatMap(assigned) { return [value] }
    let before = range.lowerBound > 0 ? [gap(before: range.lowerBound, in: phrase)] : []
    if isInline(range.lowerBound, in: phrase), let inner = part.phrase.map(pieces) {
      return before + inner.head + inner.body
    }
    if range.count > 1 {
      let parts = phrase.parts[range]
      let isBlock = manuscript.kind(part) == .leftBrace
      return before + (isBlock ? braces(parts) : [list(parts, mayOpen: phrase.kind != .parenthesized)])
    }
    // What goes on below a condition stands further in than the block.
    let isCondition = phrase.kind == .conditional && part.phrase != nil
    return before + [isCondition ? .indented([layout(part)]) : layout(part)]
  }

  /// Whether a part is set as if its parts were the node's own: a block, or the `if` behind an `else`.
  private func isInline(_ index: Int, in phrase: Phrase) -> Bool {
    switch phrase.parts[index].phrase?.kind {
    case .block: true
    case .conditional: index > 0 && manuscript.kind(phrase.parts[index - 1]) == .else
    default: false
    }
  }

  /// Where the bracket that opens at a part closes.
  private func closer(of index: Int, in phrase: Phrase) -> Int? {
    switch manuscript.kind(phrase.parts[index]) {
    case .leftParenthesis: manuscript.index(of: .rightParenthesis, in: phrase, from: index)
    case .leftBracket: manuscript.index(of: .rightBracket, in: phrase, from: index)
    case .leftBrace: manuscript.index(of: .rightBrace, in: phrase, from: index)
    default: nil
    }
  }

  /// What lies before a part: the line goes on, or is filled up to its width where there is a comma.
  private func gap(before index: Int, in phrase: Phrase) -> Layout {
    let part = phrase.parts[index]
    if manuscript.kind(phrase.parts[index - 1]) == .comma { return .indented([.group([gap(part.first, .line)])]) }
    if manuscript.kind(part) == .else { return gap(part.first, .glue) }
    return .indented([gap(part.first, .glue)])
  }

  func gap(_ word: Int, _ lineBreak: Layout.LineBreak) -> Layout {
    let hasComments = lineBreak != .close && !manuscript.gaps[word].comments.isEmpty
    return Layout(form: .gap(word, lineBreak), mustBreak: hasComments)
  }

  func commentsInside(_ word: Int) -> Layout {
    Layout(form: .commentsInside(word), mustBreak: !manuscript.gaps[word].comments.isEmpty)
  }
}
