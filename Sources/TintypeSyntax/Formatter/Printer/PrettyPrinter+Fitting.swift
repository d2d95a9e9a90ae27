extension PrettyPrinter {
  /// Whether a group fits `width` characters on one line, with what follows it up to the next possible line break.
  func fits(_ inside: Layout, _ following: [Job], in width: Int) -> Bool {
    var room = width
    var pending = [(layout: inside, isFlat: true)]
    var rest = following[...]
    while room >= 0 {
      if pending.isEmpty {
        guard let next = rest.popLast() else { return true }
        pending.append((next.layout, !next.isBroken))
      }
      guard let (layout, isFlat) = pending.popLast() else { return true }
      switch layout.form {
      case .token(let token): room -= stream.tokens[token].width
      case .separator(let token, let lineBreak):
        if layout.mustBreak || (!isFlat && lineBreak != .glue) { return true }
        room -= spaces[token]
      case .commentsInside: if layout.mustBreak { return true }
      case .sequence(let parts): for part in parts.reversed() { pending.append((part, isFlat)) }
      case .indented(let inside), .group(let inside): pending.append((inside, isFlat))
      case .items: return true
      }
    }
    return false
  }

  /// The width of tokens on one line, in characters.
  func width(of tokens: Range<Int>) -> Int {
    guard let first = tokens.first else { return 0 }
    return tokens.reduce(-spaces[first]) { $0 + spaces[$1] + stream.tokens[$1].width }
  }
}
