import TintypeDiagnostics

extension Parser {
  /// block = "{", { statement }, "}" ;
  ///
  /// There is always a block node, empty if need be, so that views need not ask.
  mutating func block(of what: String) {
    let start = mark()
    let opener = token().span
    if take(.leftBrace) {
      if !nested({ $0.statements() }) { skipBlock() }
      close(.rightBrace, openedAt: opener)
    } else {
      reportOnce(.missingBrace(of: what, at: behind))
      if atStatementKeyword && current != .if || (what == "if" && atOperand) { statement() }
    }
    finish(.block, since: start)
  }

  private mutating func statements() {
    skipSemicolons()
    while !atBlockEnd {
      let before = position
      statement()
      if position == before { unexpectedInBlock() }
      skipSemicolons()
    }
  }

  /// statement = constant | return | conditional | expression ;
  private mutating func statement() {
    if let words = foreignConstantWords { return foreignConstant(words) }
    if atAssignment { return assignment() }
    if atLoop { return loop() }
    switch current {
    case .let: constant()
    case .return: returned()
    case .if: conditional()
    case .identifier where atMisspeltReturn:
      report(.misspeltKeyword(text(), meant: .return, at: here))
      returned()
    default: if atOperand || (current.isKeyword && current != .else) { blockValue() }
    }
  }

  /// An expression by itself, which has to be the block's last statement.
  private mutating func blockValue() {
    let start = mark()
    let reported = diagnostics.count
    expression()
    guard current != .semicolon, !atBlockEnd, diagnostics.count == reported else { return }
    if atOperand || atStatementKeyword { report(.unusedValue(at: location(span(since: start)))) }
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
    if take(.else) {
      // A ladder of `else if` nests in the tree, so it counts as nesting.
      if current == .if {
        if !nested({ $0.conditional() }) { emptyBlock() }
      } else {
        block(of: "else")
      }
    }
    finish(.conditional, since: start)
  }

  private mutating func condition() {
    expression()
    while current == .equals {
      report(.equalsForComparison(at: here))
      let start = mark()
      take()
      if atOperand { expression() }
      finish(.skipped, since: start)
    }
  }

  private mutating func emptyBlock() {
    let start = mark()
    skipExpression()
    finish(.block, since: start)
  }

  private mutating func skipBlock() {
    while current != .rightBrace, current != .endOfFile, !atDeclaration {
      let before = position
      skipExpression()
      if position == before { skip() }
    }
  }

  private mutating func unexpectedInBlock() {
    reportOnce(.unexpectedInBlock(text(), at: here))
    if current == .rightParenthesis || current == .rightBracket { return skip() }
    let first = position
    skipBalanced { parser in
      parser.position != first && (parser.atStatementKeyword || parser.beginsLine() || parser.current == .semicolon)
    }
  }
}
