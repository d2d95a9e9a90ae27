import TintypeSyntax

/// Sets a layout line by line, opening every group that does not fit.
struct PrettyPrinter {
  let tokens: TokenStream

  /// Spaces before each token; alignment adds to them.
  var spaces: [Int]

  private var lines = LineBuffer()
  private var waiting: [Job] = []

  /// A piece of layout that is still to be set.
  struct Job {
    let layout: Layout
    let indent: Int
    /// Whether the group around it breaks.
    let isOpen: Bool
  }

  init(tokens: TokenStream) {
    self.tokens = tokens
    spaces = tokens.spaces
  }

  /// The text of a file of these rows.
  mutating func set(_ rows: [Row]) -> [UInt8] {
    self.set(rows, indent: 0, keepsFirstBlankLine: true)
    let end = tokens.words.count - 1
    setComments(before: end, indent: 0, keeping: .all)
    return (tokens.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []) + lines.text(lineEnd: tokens.lineEnd)
  }

  /// Rows are set one after the other and each as a whole, so the depth of calls is that of blocks.
  private mutating func set(_ rows: [Row], indent: Int, keepsFirstBlankLine: Bool) {
    align(rows, indent: indent)
    for (index, row) in rows.enumerated() {
      let isApart = index > 0 && (isSetApart(rows[index - 1], indent) || isSetApart(row, indent))
      let first = row.words.lowerBound
      let gap = tokens.gaps[first]
      let needsBlankLine = isApart && !gap.holdsBlankLine
      let kept: BlankLines = index > 0 || keepsFirstBlankLine ? .all : .betweenComments
      setComments(before: first, indent: indent, keeping: kept, afterBlankLine: needsBlankLine)
      let hasOwnLine = gap.comments.contains { $0.place == .ownLine }
      let keepsLast = kept == .all || !gap.comments.isEmpty
      if (keepsLast && gap.endsWithBlankLine) || (needsBlankLine && !hasOwnLine) { lines.blankLine() }
      lines.newLine(indent: indent)
      set(Job(layout: row.layout, indent: indent, isOpen: true))
    }
  }

  private func isSetApart(_ row: Row, _ indent: Int) -> Bool {
    switch row.setting {
    case .asWritten: false
    case .apart: true
    case .apartIfOpen: row.layout.mustBreak || width(of: row.words) > lineWidth - indent
    }
  }

  private mutating func set(_ job: Job) {
    let outer = waiting
    waiting = [job]
    while let next = waiting.popLast() { step(next) }
    waiting = outer
  }

  private mutating func step(_ job: Job) {
    switch job.layout.form {
    case .word(let word): lines.write(tokens.words[word].text, width: tokens.words[word].width)
    case .gap(let word, let lineBreak): setGap(before: word, lineBreak, job)
    case .commentsInside(let word):
      let isEmpty = [.leftParenthesis, .leftBracket, .leftBrace].contains(tokens.words[word - 1].kind)
      setComments(before: word, indent: job.indent, keeping: isEmpty ? .betweenComments : .all)
    case .sequence(let parts):
      for part in parts.reversed() { waiting.append(Job(layout: part, indent: job.indent, isOpen: job.isOpen)) }
    case .indented(let inside):
      waiting.append(Job(layout: inside, indent: job.indent + indentWidth, isOpen: job.isOpen))
    case .group(let inside):
      let isOpen = job.isOpen && (inside.mustBreak || !fits(inside, waiting, in: lineWidth - lines.column))
      waiting.append(Job(layout: inside, indent: job.indent, isOpen: isOpen))
    case .rows(let rows): set(rows, indent: job.indent, keepsFirstBlankLine: false)
    }
  }

  private mutating func setGap(before word: Int, _ lineBreak: Layout.LineBreak, _ job: Job) {
    if lineBreak != .close { setComments(before: word, indent: job.indent, keeping: .none) }
    if lines.lineIsClosed || (lineBreak != .glue && job.isOpen) {
      lines.newLine(indent: job.indent)
    } else {
      lines.space(spaces[word])
    }
  }

  /// Which blank lines before comments are kept.
  private enum BlankLines {
    case none
    case betweenComments
    case all
  }

  private mutating func setComments(before word: Int, indent: Int, keeping: BlankLines, afterBlankLine: Bool = false) {
    var needsBlankLine = afterBlankLine
    for (index, comment) in tokens.gaps[word].comments.enumerated() {
      switch comment.place {
      case .trailing where !lines.lineIsClosed: lines.append(comment: comment.text)
      case .continuing where lines.lineIsClosed:
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
