import TintypeSyntax

extension LayoutBuilder {
  /// `(a, b)` or `[a, b]`: on one line, or one thing a line.
  ///
  /// - Parameter mayOpen: whether it stays open where the author broke the line behind the opening bracket.
  func list(_ parts: ArraySlice<Part>, mayOpen: Bool) -> Layout {
    let (opener, closer) = (parts[parts.startIndex].first, parts[parts.endIndex - 1].first)
    if opener + 1 == closer, tokens.gaps[closer].comments.isEmpty {
      return .sequence([.word(opener), gap(closer, .glue), .word(closer)])
    }
    var inside: [Layout] = []
    if mayOpen, tokens.startsLine(opener + 1) { inside.append(.forcedBreak) }
    var beginsThing = true
    for part in parts.dropFirst().dropLast() {
      let isComma = tokens.kind(part) == .comma
      inside += [gap(part.first, beginsThing && !isComma ? .line : .glue), layout(part)]
      beginsThing = isComma
    }
    inside.append(commentsInside(closer))
    return .group([.word(opener), .indented(inside), gap(closer, .close), .word(closer)])
  }

  /// `{ … }`: on one line if it holds one thing and the author had it there, else a thing a line. Its group is its
  /// owner's, so that `if` and `else` open together.
  func braces(_ parts: ArraySlice<Part>) -> [Layout] {
    let (opener, closer) = (parts[parts.startIndex].first, parts[parts.endIndex - 1].first)
    let rows = rows(parts.dropFirst().dropLast())
    var inside: [Layout] = []
    let isOpen = tokens.startsLine(opener + 1) || !tokens.gaps[opener + 1].comments.isEmpty
    if rows.count == 1, !isOpen {
      inside += [gap(opener + 1, .line), rows[0].layout]
    } else if !rows.isEmpty {
      inside.append(.rows(rows))
    }
    inside.append(commentsInside(closer))
    return [.word(opener), .indented(inside), gap(closer, .close), .word(closer)]
  }
}
