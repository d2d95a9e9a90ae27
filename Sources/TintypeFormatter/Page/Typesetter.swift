import TintypeSyntax

/// Sets a layout line by line, opening every group that does not fit.
struct Typesetter {
  let manuscript: Manuscript

  /// Spaces before each token; alignment adds to them.
  var spaces: [Int]

  private var page = Page()
  private var waiting: [Job] = []

  /// A piece of layout that is still to be set.
  struct Job {
    let layout: Layout
    let indent: Int
    /// Whether the group around it breaks.
    let isOpen: Bool
  }

  init(manuscript: Manuscript) {
    self.manuscript = manuscript
    spaces = manuscript.spaces
  }

  /// The text of a file of these rows.
  mutating func set(_ rows: [Row]) -> [UInt8] {
    self.set(rows, indent: 0, keepsFirstBlankLine: true)
    let end = manuscript.words.count - 1
    setComments(before: end, indent: 0, keeping: .all)
    return (manuscript.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []) + page.text(lineEnd: manuscript.lineEnd)
  }

  /// Rows are set one after the other and each as a whole, so the depth of calls is that of blocks.
  private mutating func set(_ rows: [Row], indent: Int, keepsFirstBlankLine: Bool) {
    align(rows, indent: indent)
    for (index, row) in rows.enumerated() {
      let isApart = index > 0 && (isSetApart(rows[index - 1], indent) || isSetApart(row, indent))
      let first = row.words.lowerBound
      let gap = manuscript.gaps[first]
      let needsBlankLine = isApart && !gap.holdsBlankLine
      let kept: BlankLines = index > 0 || keepsFirstBlankLine ? .all : .betweenComments
      setComments(before: first, indent: indent, keeping: kept, afterBlankLine: needsBlankLine)
      let hasOwnLine = gap.comments.contains { $0.place == .ownLine }
      let keepsLast = kept == .all || !gap.comments.isEmpty
      if (keepsLast && gap.endsWithBlankLine) || (needsBlankLine && !hasOwnLine) { page.blankLine() }
      page.newLine(indent: indent)
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
    case .word(let word): page.write(manuscript.words[word].text, width: manuscript.words[word].width)
    case .gap(let word, let lineBreak): setGap(before: word, lineBreak, job)
    case .commentsInside(let word):
      let isEmpty = [.leftParenthesis, .leftBracket, .leftBrace].contains(manuscript.words[word - 1].kind)
      setComments(before: word, indent: job.indent, keeping: isEmpty ? .betweenComments : .all)
    case .sequence(let parts):
      for part in parts.reversed() { waiting.append(Job(layout: part, indent: job.indent, isOpen: job.isOpen)) }
    case .indented(let inside):
      waiting.append(Job(layout: inside, indent: job.indent + indentWidth, isOpen: job.isOpen))
    case .group(let inside):
      let isOpen = job.isOpen && (inside.mustBreak || !fits(inside, waiting, in: lineWidth - page.column))
      waiting.append(Job(layout: inside, indent: job.indent, isOpen: isOpen))
    case .rows(let rows): set(rows, indent: job.indent, keepsFirstBlankLine: false)
    }
  }

  private mutating func setGap(before word: Int, _ lineBreak: Layout.LineBreak, _ job: Job) {
    if lineBreak != .close { setComments(before: word, indent: job.indent, keeping: .none) }
    if page.lineIsClosed || (lineBreak != .glue && job.isOpen) {
      page.newLine(indent: job.indent)
    } else {
      page.space(spaces[word])
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
    for (index, comment) in manuscript.gaps[word].comments.enumerated() {
      switch comment.place {
      case .trailing where !page.lineIsClosed: page.append(comment: comment.text)
      case .continuing where page.lineIsClosed:
        page.newLine(indent: 0)
        page.append(comment: comment.text)
      case .trailing, .continuing, .ownLine:
        let keeps = keeping == .all || (keeping == .betweenComments && index > 0)
        if needsBlankLine || (keeps && comment.followsBlankLine) { page.blankLine() }
        needsBlankLine = false
        page.newLine(indent: indent)
        page.writeLine(comment: comment.text)
      }
    }
  }
}
