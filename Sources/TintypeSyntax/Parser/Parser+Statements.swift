import TintypeDiagnostics

extension Parser {
  /// block = "{", { statement }, "}" ;
  ///
  /// There is always a block node, empty if the block is missing.
  mutating func block(of what: String) {
    let start = mark()
    let (opener, indentation) = (here, indentation())
    if take(.leftBrace) {
      if !nested({ $0.statements(of: indentation) }) { skipBlock() }
      if endsByIndentation(indentation) {
        missingBraces -= 1
        add(.unclosedBlock(opener: opener, indentation: indentation), at: endOfPrevious)
      } else {
        close(.rightBrace, openedAt: opener)
      }
    } else {
      reportOnce(.missingBrace(of: what), at: endOfPrevious)
      if missingBraces < 0 {
        // The closing brace is there.
        missingBraces += 1
        if !nested({ $0.statements(of: indentation) }) { skipBlock() }
        _ = take(.rightBrace)
        return finish(.block, since: start)
      }
      // Neither `if` nor `for`: without braces around them they would nest without being counted.
      if isWord("then") { skip() }
      let isFlat = current == .let || current == .var || current == .return
      if isFlat || (what == "if" && atOperand) { statement() }
      if kind(ahead: 1) == .else { skipSemicolons() }
    }
    finish(.block, since: start)
  }

  /// Whether a block whose opening line has an indentation ends before the next token, where a brace is missing in the
  /// file.
  private mutating func endsByIndentation(_ indentation: Int) -> Bool {
    guard beginsLine(), current != .endOfFile, missingBraces > 0 else { return false }
    let next = self.indentation()
    return next < indentation || (next == indentation && current != .rightBrace)
  }

  private mutating func statements(of indentation: Int) {
    skipSemicolons()
    var firstNested: TreeBuilder.Mark?
    while true {
      while !atBlockEnd, !endsByIndentation(indentation) {
        let before = position
        statement()
        if position == before { unexpectedInBlock() }
        skipSemicolons()
      }
      guard current == .kernel || current == .function, missingBraces == 0 else { break }
      firstNested = firstNested ?? mark()
      skipNestedFunction()
      skipSemicolons()
    }
    guard let firstNested else { return }
    // The rest counts as the return of an invalid value, so that calls of the function are not reported again.
    finish(.missing, since: firstNested)
    finish(.return, since: firstNested)
  }

  /// statement = constant | variable | assignment | loop | return | conditional | expression ;
  private mutating func statement() {
    if let words = foreignConstantWords { return foreignConstant(words) }
    if let words = foreignArrayWords { return foreignArray(words) }
    if atAssignment { return assignment() }
    if atForeignLoop { return foreignLoop() }
    if atIncrement { return increment() }
    if isWord("guard"), beginsLine() || kind(ahead: 1) == .identifier { return guardStatement() }
    switch current {
    case .let: binding(.constant)
    case .var: binding(.variable)
    case .for: loop()
    case .return: returned()
    case .if: conditional()
    case .identifier where atMisspelledReturn:
      report(.misspelledKeyword(text(), keyword: "return", isTypo: true), at: here)
      returned()
    default: if atOperand || current == .leftBracket || (current.isKeyword && current != .else) { blockValue() }
    }
  }

  /// An expression without a keyword: the value of the block. It has to be the last statement.
  private mutating func blockValue() {
    let start = mark()
    let reported = diagnostics.count
    expression()
    if current.assigns, diagnostics.count == reported { return assignmentToValue(start) }
    guard current != .semicolon, !atBlockEnd, diagnostics.count == reported else { return }
    if atOperand || atStatementKeyword { report(.unusedValue, at: span(since: start)) }
  }

  private var atAssignment: Bool {
    guard current == .identifier else { return false }
    let hasPart = kind(ahead: 1) == .dot && kind(ahead: 2) == .identifier
    return kind(ahead: hasPart ? 3 : 1).assigns
  }

  /// assignment = name, [ ".", name ], ( "=" | "+=" | "-=" | "*=" | "/=" ), expression ;
  private mutating func assignment() {
    let start = mark()
    take()
    if take(.dot) { take() }
    take()
    expression()
    finish(.assignment, since: start)
  }

  /// loop = "for", name, "in", range, block ;
  mutating func loop() {
    let start = mark()
    take()
    if current == .leftParenthesis {
      countingLoopHeader()
    } else {
      declaredName(of: "for")
      loopRange()
    }
    block(of: "for")
    finish(.loop, since: start)
  }

  private mutating func loopRange() {
    let start = mark()
    if isWord(ClauseWord.in.rawValue) {
      take()
      range(isCounted: true)
    } else {
      reportOnce(.missingIn, at: endOfPrevious)
      if current == .equals { skip() }
      if atOperand && !beginsLine() { range(isCounted: true) } else { missing() }
    }
    finish(.inClause, since: start)
  }

  /// return = "return", expression ;
  private mutating func returned() {
    let start = mark()
    take()
    expression()
    finish(.return, since: start)
  }

  /// conditional = "if", expression, block, [ "else", ( block | conditional ) ] ;
  mutating func conditional() {
    let start = mark()
    take()
    condition()
    block(of: "if")
    if ["elif", "elsif", "elseif"].contains(where: isWord), !kind(ahead: 1).assigns {
      report(.elseIf(text()), at: here)
      reinterpret(as: .if)
      elseIf()
    } else if take(.else) {
      if current == .if { elseIf() } else { block(of: "else") }
    }
    finish(.conditional, since: start)
  }

  /// A ladder of `else if` nests in the tree, so it counts as nesting.
  private mutating func elseIf() {
    if nested({ $0.conditional() }) { return }
    let start = mark()
    skipExpression()
    finish(.block, since: start)
  }

  private mutating func condition() {
    let start = mark()
    expression()
    guard current == .equals else { return }
    comparedByEquals()
    finish(.missing, since: start)
  }

  /// `= 0.5` after what is compared.
  mutating func comparedByEquals() {
    while current == .equals {
      report(.equalsForComparison, at: here)
      take()
      if atOperand { expression() }
    }
  }

  private mutating func skipBlock() {
    while current != .rightBrace, current != .endOfFile, !atDeclaration {
      let before = position
      skipExpression()
      if position == before { skip() }
    }
  }

  private mutating func unexpectedInBlock() {
    reportOnce(.unexpectedInBlock(text()), at: here)
    if current.closesBracket { return skip() }
    let first = position
    skipBalanced { parser in
      parser.position != first && (parser.atStatementKeyword || parser.beginsLine() || parser.current == .semicolon)
    }
  }
}
