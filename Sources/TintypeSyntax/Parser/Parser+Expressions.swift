import TintypeDiagnostics

extension Parser {
  /// expression = pipe ;  operators by precedence, all but comparisons leaning left
  mutating func expression() {
    let start = mark()
    operators(above: -1)
    if current == .question { ternary(since: start) }
    if atDoubleArrow { functionLiteral(since: start) }
    if atTrailingCondition { trailingCondition(since: start) }
  }

  /// sum: an expression of `+ - * /` only, for the bounds of a range.
  mutating func sum() {
    operators(above: InfixOperator.plus.precedence - 1)
  }

  /// An operator whose right operand is still to come.
  private struct Open {
    let kind: SyntaxKind
    let precedence: Int
    let start: TreeBuilder.Mark
    /// The operator's token, counted in significant ones.
    let position: Int
  }

  /// Operands and operators in a loop with its own stack (Dijkstra's shunting yard), so that the length of an
  /// expression costs no call depth.
  private mutating func operators(above lowest: Int) {
    expressions += 1
    var open: [Open] = []
    while true {
      var start = mark()
      operand()
      guard let (kind, precedence) = infix(above: lowest) else { break }
      if !countOperator() { break }
      while let top = open.last, top.precedence >= precedence {
        if top.precedence == precedence, precedence == InfixOperator.less.precedence { reportChain(top) }
        finish(top.kind, since: top.start)
        start = top.start
        open.removeLast()
      }
      open.append(Open(kind: kind, precedence: precedence, start: start, position: position))
      takeOperator(kind)
    }
    for last in open.reversed() { finish(last.kind, since: last.start) }
    expressions -= 1
    if expressions == 0 { operatorCount = 0 }
  }

  /// The node and precedence of the infix operator that stands here, if one does.
  private func infix(above lowest: Int) -> (SyntaxKind, Int)? {
    if current == .pipe || atForeignPipe { return lowest < 0 ? (.pipe, 0) : nil }
    guard current != .equals, current != .identifier || atSpelledOperator, current != .colon || atRatio else {
      return nil
    }
    guard let operation = InfixOperator(current, spelling: text()), operation.precedence > lowest else { return nil }
    return (.infix, operation.precedence)
  }

  private mutating func takeOperator(_ kind: SyntaxKind) {
    let pair = isAdjacent(ahead: 1) ? text() + text(ahead: 1) : ""
    let isPair = foreignOperators[pair] != nil
    let (spelling, place) = isPair ? (pair, here.union(token(ahead: 1).span)) : (text(), here)
    let ours = kind == .pipe ? TokenKind.pipe.rawValue : foreignOperators[spelling]
    if kind != .pipe, pair == "<<" || pair == ">>" {
      report(.shift(pair), at: here.union(token(ahead: 1).span))
      skip()
    }
    if spelling == "&", self.kind(ahead: 1) == .number {
      report(.bitOperator, at: here)
    } else if let ours, ours != spelling {
      report(.foreignOperator(spelling, ours: ours), at: place)
    }
    let isHalf = current == .bar || current == .ampersand
    take()
    // `||` and `&&` of half a spelling apart: `a | | b`.
    if isPair || isHalf && (current == .bar || current == .ampersand) { skip() }
  }

  /// Counts one more level of the tree; false, once reported, when the expression is given up.
  mutating func countOperator() -> Bool {
    operatorCount += 1
    guard operatorCount > SyntaxLimits.operators else { return true }
    reportOnce(.expressionTooLong, at: here)
    skipExpression()
    return false
  }

  /// `a < b < c`
  private mutating func reportChain(_ first: Open) {
    let start = tokens[significant[first.position + 1]].start
    // `a < < b`: the missing middle has been reported.
    guard start < endOfPrevious.end else { return }
    let middle = Span(start, endOfPrevious.end)
    let sign = tokens[significant[first.position]].span
    report(.chainedComparison(source.text(in: middle), first: sign, end: endOfPrevious), at: here)
  }

  /// A place where an expression should stand.
  mutating func missing() {
    let start = mark()
    finish(.missing, since: start)
  }
}
