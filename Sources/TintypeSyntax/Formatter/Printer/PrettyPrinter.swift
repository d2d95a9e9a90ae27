/// Prints a layout line by line and breaks every group that does not fit.
struct PrettyPrinter {
  let stream: TokenStream

  /// The number of spaces before each token; alignment widens them.
  var spaces: [Int]

  private var lines = LineBuffer()
  private var pending: [Job] = []

  /// A layout that is still to be printed.
  struct Job {
    let layout: Layout
    let indent: Int
    /// Whether the enclosing group breaks.
    let isBroken: Bool
  }

  init(stream: TokenStream) {
    self.stream = stream
    spaces = stream.spaces
  }

  /// The text of a file with these items.
  mutating func text(of items: [Item]) -> [UInt8] {
    format(items, indent: 0, keepsFirstBlankLine: true)
    let end = stream.tokens.count - 1
    writeComments(before: end, indent: 0, keeping: .all)
    return (stream.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []) + lines.text(lineEnd: stream.lineEnd)
  }

  /// Recursion is only as deep as the nesting of blocks; everything else goes through `pending`.
  private mutating func format(_ items: [Item], indent: Int, keepsFirstBlankLine: Bool) {
    align(items, indent: indent)
    for (index, item) in items.enumerated() {
      let isApart = index > 0 && (isSetApart(items[index - 1], indent) || isSetApart(item, indent))
      let first = item.tokens.lowerBound
      let trivia = stream.trivia[first]
      let needsBlankLine = isApart && !trivia.containsBlankLine
      let blankLines: BlankLines = index > 0 || keepsFirstBlankLine ? .all : .betweenComments
      writeComments(before: first, indent: indent, keeping: blankLines, afterBlankLine: needsBlankLine)
      let hasOwnLine = trivia.comments.contains { $0.place == .ownLine }
      let keepsLast = blankLines == .all || !trivia.comments.isEmpty
      if (keepsLast && trivia.endsWithBlankLine) || (needsBlankLine && !hasOwnLine) { lines.blankLine() }
      lines.newLine(indent: indent)
      format(Job(layout: item.layout, indent: indent, isBroken: true))
    }
  }

  private func isSetApart(_ item: Item, _ indent: Int) -> Bool {
    switch item.separation {
    case .asWritten: false
    case .blankLine: true
    case .blankLineIfBroken: item.layout.mustBreak || width(of: item.tokens) > lineWidth - indent
    }
  }

  private mutating func format(_ job: Job) {
    let outer = pending
    pending = [job]
    while let next = pending.popLast() { step(next) }
    pending = outer
  }

  private mutating func step(_ job: Job) {
    switch job.layout.form {
    case .token(let token): lines.write(stream.tokens[token].text, width: stream.tokens[token].width)
    case .separator(let token, let lineBreak): writeSeparator(before: token, lineBreak, job)
    case .commentsInside(let token):
      let isEmpty = [.leftParenthesis, .leftBracket, .leftBrace].contains(stream.tokens[token - 1].kind)
      writeComments(before: token, indent: job.indent, keeping: isEmpty ? .betweenComments : .all)
    case .sequence(let parts):
      for part in parts.reversed() { pending.append(Job(layout: part, indent: job.indent, isBroken: job.isBroken)) }
    case .indented(let inside):
      pending.append(Job(layout: inside, indent: job.indent + indentWidth, isBroken: job.isBroken))
    case .group(let inside):
      let isBroken = job.isBroken && (inside.mustBreak || !fits(inside, pending, in: lineWidth - lines.column))
      pending.append(Job(layout: inside, indent: job.indent, isBroken: isBroken))
    case .items(let items): format(items, indent: job.indent, keepsFirstBlankLine: false)
    }
  }

  private mutating func writeSeparator(before token: Int, _ lineBreak: Layout.LineBreak, _ job: Job) {
    if lineBreak != .close { writeComments(before: token, indent: job.indent, keeping: .none) }
    if lines.endsInComment || (lineBreak != .glue && job.isBroken) {
      lines.newLine(indent: job.indent)
    } else {
      lines.space(spaces[token])
    }
  }

  /// Which of the author's blank lines before comments are preserved.
  private enum BlankLines {
    case none
    case betweenComments
    case all
  }

  private mutating func writeComments(before token: Int, indent: Int, keeping: BlankLines, afterBlankLine: Bool = false)
  {
    var needsBlankLine = afterBlankLine
    for (index, comment) in stream.trivia[token].comments.enumerated() {
      switch comment.place {
      case .trailing where !lines.endsInComment: lines.append(comment: comment.text)
      case .continuing where lines.endsInComment:
        lines.newLine(indent: 0)
        lines.append(comment: comment.text)
      case .trailing, .continuing, .ownLine:
        let keeps = keeping == .all || (keeping == .betweenComments && index > 0)
        if needsBlankLine || (keeps && comment.followsBlankLine) { lines.blankLine() }
        needsBlankLine = false
        lines.newLine(indent: indent)
        lines.writeLine(comment: comment.text)
      }
    }
  }
}
