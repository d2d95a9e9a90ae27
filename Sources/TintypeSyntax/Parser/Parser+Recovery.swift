import TintypeDiagnostics

// How the parser finds its feet again.
extension Parser {
  /// Whether a declaration other than `let`, which may stand in a block, begins here.
  var atDeclaration: Bool { atDeclarationKeyword || (beginsLine() && atDeclarationWord) }

  /// Whether a declaration other than `let` begins here with a keyword. In a header `use "x"` is an entry.
  var atDeclarationKeyword: Bool {
    guard current.beginsDeclaration, current != .let else { return false }
    // `image` and `output` may be used as names; a declaration continues with a plausible token.
    switch kind(ahead: 1) {
    case .identifier, .string, .textHead, .number, .color, .minus, .not, .leftParenthesis, .if, .endOfFile, .equals,
      .leftBrace:
      return true
    default: return kind(ahead: 1).isKeyword || beginsLine()
    }
  }

  /// Whether a block cannot go on here.
  var atBlockEnd: Bool {
    let endsValue = openTexts > 0 && (current == .textMiddle || current == .textTail)
    return current == .rightBrace || current == .endOfFile || endsValue || atDeclaration
  }

  /// Whether a statement keyword stands here.
  var atStatementKeyword: Bool { current == .if || atStatementOnly }

  /// Whether a statement begins here that is never a value.
  var atStatementOnly: Bool { current == .let || current == .var || current == .for || current == .return }

  /// Whether an operand could begin here.
  var atOperand: Bool {
    switch current {
    case .identifier, .number, .color, .string, .textHead, .true, .false, .minus, .not, .leftParenthesis, .if: true
    case .plus: kind(ahead: 1) == .number
    case .dot: kind(ahead: 1) == .identifier
    default: false
    }
  }

  /// Takes a closing bracket or reports that the opener is left alone.
  mutating func close(_ closer: TokenKind, openedAt opener: Span) {
    if take(closer) { return }
    reportOnce(.unclosedBracket(source.text(in: opener), closer, opener: opener), at: endOfPrevious)
  }

  /// Skips to a place where an argument list can go on: `,` or the closing bracket of the list.
  mutating func skipInList() {
    skipBalanced { parser in parser.current == .comma || parser.atStatementKeyword }
  }

  /// Skips a bracket and what it holds.
  mutating func skipBrackets() {
    let first = position
    skipBalanced(stopsAtCloser: false) { $0.position > first }
  }

  /// Skips the rest of an expression that is given up.
  mutating func skipExpression() {
    skipBalanced { parser in
      parser.current == .comma || parser.atStatementOnly || parser.current == .semicolon
    }
  }

  /// Skips to the next declaration.
  mutating func skipToDeclaration() {
    skipBalanced(stopsAtCloser: false) { parser in
      parser.current == .let || parser.misspelledDeclaration != nil
    }
  }

  /// Skips tokens, whole bracket pairs at a time, up to a place where `stops` holds outside of brackets, a bracket
  /// that was opened before, a declaration, or the end of the file. A loop: the text may be deeply nested.
  mutating func skipBalanced(stopsAtCloser: Bool = true, _ stops: (Parser) -> Bool) {
    let start = mark()
    var depth = 0
    while current != .endOfFile, !atDeclaration {
      if depth == 0 && stops(self) { break }
      switch current {
      case let opener where opener.opensBracket: depth += 1
      case .textMiddle where depth > 0 || !stopsAtCloser: break
      case let closer where closer.closesBracket:
        if depth == 0 && stopsAtCloser { return finishSkipped(since: start) }
        depth = max(0, depth - 1)
      default: break
      }
      take()
    }
    finishSkipped(since: start)
  }

  private mutating func finishSkipped(since start: TreeBuilder.Mark) {
    if builder.nextToken > start.token { finish(.skipped, since: start) }
    suppressHere()
  }

  /// Takes semicolons; they are reported together at the end.
  mutating func skipSemicolons() {
    while current == .semicolon {
      semicolons.append(here)
      skip()
    }
  }

  /// Runs a rule one level deeper, or reports the depth and skips what would have been read.
  mutating func nested(_ rule: (inout Parser) -> Void) -> Bool {
    guard nesting < SyntaxLimits.nesting else {
      reportTooDeep()
      return false
    }
    nesting += 1
    rule(&self)
    nesting -= 1
    return true
  }

  private mutating func reportTooDeep() {
    if !hasReportedDepth { report(.tooDeep, at: here) }
    hasReportedDepth = true
  }
}
