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
      let outer = beginsLine() ? source.text.indentation(ofLineAt: endOfPrevious.end) : nil
      let isColon = current == .colon
      let colonLine = isColon && beginsLine(ahead: 1) ? source.text.indentation(ofLineAt: here.start) : nil
      reportMissingBrace(of: what, isIndented: outer != nil)
      if isColon { skip() }
      if let outer = outer ?? colonLine, beginsLine(), self.indentation() > outer {
        if !nested({ $0.indentedStatements(outer) }) { skipBlock() }
        if missingBraces < 0, current == .rightBrace, beginsLine(), self.indentation() == outer {
          missingBraces += 1
          take()
        }
        return finish(.block, since: start)
      }
      if missingBraces < 0, !isColon {
        // The closing brace is there.
        missingBraces += 1
        if !nested({ $0.statements(of: indentation) }) { skipBlock() }
        _ = take(.rightBrace)
        return finish(.block, since: start)
      }
      // Neither `if` nor `for`: without braces around them they would nest without being counted.
      if isWord("then") { skip() }
      let isFlat = current == .let || current == .var || current == .return
      if !(isColon && beginsLine()), isFlat || (what == "if" && atOperand && current != .if) { statement() }
      if kind(ahead: 1) == .else { skipSemicolons() }
    }
    finish(.block, since: start)
  }

  /// Once for all branches of a chain.
  private mutating func reportMissingBrace(of what: String, isIndented: Bool) {
    let isBranch = what == "if" || what == "else"
    guard !isBranch || !hasReportedBraces else { return suppressHere() }
    let opens = missingBraces < 0 && current != .colon && !(isBranch && isIndented)
    reportOnce(.missingBrace(of: what, opens: opens), at: endOfPrevious)
    if isBranch { hasReportedBraces = true }
  }

  /// Statements on lines of their own that are indented by more than the line before them, as in Python.
  private mutating func indentedStatements(_ outer: Int) {
    while !atBlockEnd, !beginsLine() || indentation() > outer {
      let before = position
      statement()
      if position == before { unexpectedInBlock() }
      skipSemicolons()
    }
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
      guard isInside(indentation) else { break }
      if current == .image || current == .output {
        misplacedValue()
      } else {
        firstNested = firstNested ?? mark()
        skipNestedDeclaration()
      }
      skipSemicolons()
    }
    guard let firstNested else { return }
    // The rest counts as the return of an invalid value, so that calls of the function are not reported again.
    finish(.missing, since: firstNested)
    finish(.return, since: firstNested)
  }

  /// Whether a declaration stands in a block whose opening line has an indentation, instead of ending it.
  private mutating func isInside(_ indentation: Int) -> Bool {
    guard missingBraces == 0, atDeclaration else { return false }
    return current == .kernel || current == .function || !beginsLine() || self.indentation() > indentation
  }

  /// `image a = b` or `output b` in a block, which is meant as `let a = b` or `return b`.
  private mutating func misplacedValue() {
    let isResult = current == .output
    if !isInReportedBlock { report(isResult ? .outputInBody : .imageInBody, at: here) }
    reinterpret(as: isResult ? .return : .let)
    if isResult { returned() } else { binding(.constant) }
  }

  /// statement = constant | variable | assignment | loop | return | conditional | expression ;
  private mutating func statement() {
    if let words = foreignConstantWords { return foreignConstant(words) }
    if let words = foreignArrayWords { return foreignArray(words) }
    if let end = constructedEnd { return constructedValue(end) }
    if foreignStatement() { return }
    if atAssignment { return assignment() }
    if atForeignLoop { return foreignLoop() }
    if atIncrement { return increment() }
    if let end = attributeEnd {
      report(.attributeOfStatement, at: Span(here.start, token(ahead: end - 1).end))
      return skip(end)
    }
    if isWord("guard"), beginsLine() || kind(ahead: 1) == .identifier { return guardStatement() }
    switch current {
    case .let where text(ahead: 1) == "mut" && kind(ahead: 2) == .identifier:
      report(.mutableLet, at: here.union(token(ahead: 1).span))
      skip()
      reinterpret(as: .var)
      binding(.variable)
    case .let: binding(.constant)
    case .var: binding(.variable)
    case .for where atLoopOverPairs: missingReturn { $0.loopOverPairs() }
    case .for: loop()
    case .return: returned()
    case .if where kind(ahead: 1) == .let: missingReturn { $0.conditionalBinding() }
    case .if: conditional()
    case .identifier where kind(ahead: 1) == .colon && kind(ahead: 2) == .equals && isAdjacent(ahead: 2):
      report(.shortDeclaration(text(), whole: Span(here.start, token(ahead: 2).end)), at: here)
      let start = mark()
      declaredName(of: "let")
      skip(2)
      expression()
      finish(.constant, since: start)
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
    if current == .equals, !beginsLine() {
      reportOnce(.chainedAssignment, at: here)
      skipBalanced { $0.beginsLine() || $0.current == .semicolon }
    }
    finish(.assignment, since: start)
  }

  /// loop = "for", name, "in", range, block ;
  mutating func loop() {
    let start = mark()
    take()
    if current == .leftParenthesis {
      countingLoopHeader()
    } else {
      if current == .identifier, kind(ahead: 1) == .identifier, text(ahead: 2) == ClauseWord.in.rawValue {
        report(.typeOfCounter, at: here)
        skip()
      }
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
      if current == .identifier, kind(ahead: 1) == .leftBrace, kind(ahead: -2) == .identifier {
        loopOverList(text(ahead: -2), text(), at: Span(token(ahead: -2).start, here.end), brace: 1)
        skip()
        missing()
        return finish(.inClause, since: start)
      }
      range(isCounted: true)
      if current == .identifier, ["step", "by", "stride"].contains(text()) {
        report(.countingBy(text()), at: here)
        skipBalanced { $0.current == .leftBrace || $0.beginsLine() }
      }
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
    if current == .rightBrace || current == .semicolon {
      reportOnce(.returnWithoutValue, at: endOfPrevious)
      missing()
    } else {
      expression()
    }
    finish(.return, since: start)
  }

  /// conditional = "if", expression, block, [ "else", ( block | conditional ) ] ;
  ///
  /// `isFirst`: whether no `else` stands before it.
  mutating func conditional(hasKeyword: Bool = true, isFirst: Bool = true) {
    let start = mark()
    let outer = hasReportedBraces
    if isFirst { hasReportedBraces = false }
    defer { if isFirst { hasReportedBraces = outer } }
    if hasKeyword { take() }
    condition()
    if isWord("then"), !beginsLine() { return wordForBraces(start) }
    block(of: "if")
    if ["elif", "elsif", "elseif"].contains(where: isWord), !kind(ahead: 1).assigns {
      report(.elseIf(text()), at: here)
      reinterpret(as: .if)
      elseIf()
    } else if take(.else) {
      if current == .if {
        elseIf()
      } else if atConditionAfterElse {
        report(.conditionAfterElse, at: endOfPrevious)
        elseIf(hasKeyword: false)
      } else {
        block(of: "else")
      }
    }
    finish(.conditional, since: start)
  }

  /// A ladder of `else if` nests in the tree, so it counts as nesting.
  private mutating func elseIf(hasKeyword: Bool = true) {
    if nested({ $0.conditional(hasKeyword: hasKeyword, isFirst: false) }) { return }
    let start = mark()
    skipExpression()
    missing()
    finish(.block, since: start)
  }

  /// `c.r > 0.5 {` after `else`
  private var atConditionAfterElse: Bool {
    guard atOperand, current != .if, !beginsLine(), !kind(ahead: 1).assigns else { return false }
    let brace = (1..<64).first { kind(ahead: $0) == .leftBrace || kind(ahead: $0) == .if || beginsLine(ahead: $0) }
    return brace.map { kind(ahead: $0) == .leftBrace && !beginsLine(ahead: $0) } == true
  }

  /// `then a else b` behind a condition, up to the end of the line.
  private mutating func wordForBraces(_ start: TreeBuilder.Mark) {
    var (end, other) = (1, 0)
    while kind(ahead: end) != .endOfFile, !beginsLine(ahead: end) {
      if kind(ahead: end) == .else { other = end }
      end += 1
    }
    func written(_ range: Range<Int>) -> String {
      source.text(in: Span(token(ahead: range.lowerBound).start, token(ahead: range.upperBound - 1).end))
    }
    let isWhole = other > 1 && other + 1 < end
    let fixed = isWhole ? "{ \(written(1..<other)) } else { \(written(other + 1..<end)) }" : nil
    report(.wordForBraces(fixed, whole: Span(here.start, token(ahead: end - 1).end)), at: here)
    skip(end)
    finish(.missing, since: start)
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
    if current == .comma, kind(ahead: -1) == .number, kind(ahead: 1) == .number, isAdjacent(), isAdjacent(ahead: 1) {
      let whole = token(ahead: -1).span.union(token(ahead: 1).span)
      report(.decimalComma(text(ahead: -1) + "." + text(ahead: 1), whole: whole), at: here)
      return skip(2)
    }
    reportOnce(.unexpectedInBlock(text()), at: here)
    if current.closesBracket { return skip() }
    let first = position
    skipBalanced { parser in
      parser.position != first && (parser.atStatementKeyword || parser.beginsLine() || parser.current == .semicolon)
    }
  }
}

extension [UInt8] {
  /// How many blanks begin the line of an offset.
  func indentation(ofLineAt offset: Int) -> Int {
    self[lineStart(of: offset)...].prefix(while: isBlank).count
  }
}
