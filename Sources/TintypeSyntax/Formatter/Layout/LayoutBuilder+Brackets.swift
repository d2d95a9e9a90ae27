extension LayoutBuilder {
  /// `(a, b)` or `[a, b]`: on one line, or one element per line.
  ///
  /// - Parameter mayOpen: whether a line break that the author put after the opening bracket keeps the list broken.
  func list(_ parts: ArraySlice<Part>, mayOpen: Bool) -> Layout {
    let (opener, closer) = (parts[parts.startIndex].first, parts[parts.endIndex - 1].first)
    if opener + 1 == closer, stream.trivia[closer].comments.isEmpty {
      return .sequence([.token(opener), separator(before: closer, .glue), .token(closer)])
    }
    var inside: [Layout] = []
    if mayOpen, stream.startsLine(opener + 1) { inside.append(.forcedBreak) }
    var beginsThing = true
    for part in parts.dropFirst().dropLast() {
      let isComma = stream.kind(part) == .comma
      inside += [separator(before: part.first, beginsThing && !isComma ? .line : .glue), layout(part)]
      beginsThing = isComma
    }
    inside.append(commentsInside(closer))
    return .group([.token(opener), .indented(inside), separator(before: closer, .close), .token(closer)])
  }

  /// `{ … }`: on one line if it holds a single item and the author wrote it on one line, else one item per line. It
  /// breaks with the group of its owner, so that the blocks of `if` and `else` break together.
  func braces(_ parts: ArraySlice<Part>) -> [Layout] {
    let (opener, closer) = (parts[parts.startIndex].first, parts[parts.endIndex - 1].first)
    let items = items(parts.dropFirst().dropLast())
    var inside: [Layout] = []
    let isOpen = stream.startsLine(opener + 1) || !stream.trivia[opener + 1].comments.isEmpty
    if items.count == 1, !isOpen {
      inside += [separator(before: opener + 1, .line), items[0].layout]
    } else if !items.isEmpty {
      inside.append(.items(items))
    }
    inside.append(commentsInside(closer))
    return [.token(opener), .indented(inside), separator(before: closer, .close), .token(closer)]
  }
}
