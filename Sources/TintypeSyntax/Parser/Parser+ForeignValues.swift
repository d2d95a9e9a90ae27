import TintypeDiagnostics

// Values and statements of other languages.
extension Parser {
  /// Reports and skips `name::` before a name; false if there is none.
  @discardableResult
  mutating func skipNamespace() -> Bool {
    guard atNamespace else { return false }
    // `filter: filter::linear`
    let isOption = kind(ahead: -1) == .colon && text(ahead: -2) == text()
    let whole = Span(here.start, token(ahead: isOption ? 3 : 2).end)
    report(isOption ? .caseWithValue("." + text(ahead: 3), whole: whole) : .namespace(text()), at: whole)
    skip(3)
    return true
  }

  private var atNamespace: Bool {
    current == .identifier && kind(ahead: 1) == .colon && kind(ahead: 2) == .colon && isAdjacent(ahead: 2)
      && kind(ahead: 3) == .identifier
  }

  /// A value of another language that begins here; false if none does.
  mutating func foreignValue() -> Bool {
    guard current == .identifier else { return false }
    if atNamespace, text(ahead: 3) == "BackBuffer" {
      let whole = Span(here.start, token(ahead: 3).end)
      report(.photoOfShader(whole: whole), at: whole)
      skipMissing(4)
      return true
    }
    if skipNamespace() {
      primary()
      return true
    }
    if kind(ahead: 1) == .less, kind(ahead: 2) == .identifier, kind(ahead: 3) == .greater,
      kind(ahead: 4) == .leftParenthesis, text().hasSuffix("_cast") || foreignType(text(ahead: 2)) != nil
    {
      report(.cast, at: Span(here.start, token(ahead: 3).end))
      skip(4)
      primary()
      return true
    }
    if let end = listCallEnd {
      let opener = kind(ahead: 2) == .number ? 4 : 3
      let values = source.text(in: Span(token(ahead: opener).end, token(ahead: end - 1).start))
      let whole = Span(here.start, token(ahead: end - 1).end)
      report(.listAsCall(values, whole: whole), at: whole)
      skipMissing(end)
      return true
    }
    if isWord("curve"), kind(ahead: 1) == .leftParenthesis, let points = pointsInParentheses {
      self.points(points)
      return true
    }
    guard !beginsLine(ahead: 1) else { return false }
    if isWord("lambda"), kind(ahead: 1) == .identifier || kind(ahead: 1) == .colon {
      report(.functionLiteral, at: here)
      skipLiteral()
      return true
    }
    if atSwitch {
      foreignSwitch()
      return true
    }
    if kind(ahead: 1) == .minus, isAdjacent(ahead: 1), kind(ahead: 2) == .identifier,
      let way = functionsOfPages["\(text())-\(text(ahead: 2))"], let end = parenthesesEnd(ahead: 3)
    {
      report(.functionOfPages(way), at: Span(here.start, token(ahead: 2).end))
      skipMissing(end)
      return true
    }
    if isWord("color"), kind(ahead: 1) == .leftParenthesis, kind(ahead: 2) == .identifier, kind(ahead: 3) != .comma,
      kind(ahead: 3) == .number || kind(ahead: 3) == .minus && isAdjacent(ahead: 3), let end = parenthesesEnd(ahead: 1)
    {
      report(.colorOfPages, at: Span(here.start, token(ahead: end - 1).end))
      skipMissing(end)
      return true
    }
    if isWord(LiteralWord.picture.rawValue) || isWord(LiteralWord.lut.rawValue), text(ahead: 1) == "url",
      kind(ahead: 3) == .string, kind(ahead: 4) == .rightParenthesis
    {
      report(.fileOfPages("\(text()) \(text(ahead: 3))"), at: Span(here.start, token(ahead: 4).end))
      skipMissing(5)
      return true
    }
    if isWord("curve"), kind(ahead: 1) == .string {
      pointsInText()
      return true
    }
    if valuePrefixes.contains(text()), kind(ahead: 1) == .identifier, ClauseWord(rawValue: text(ahead: 1)) == nil {
      report(.valuePrefix(text()), at: here)
      skip()
      primary()
      return true
    }
    return false
  }

  /// `scalar[3](0.25, 0.5, 0.25)` or `float[](1, 2)`: how many tokens it has.
  private var listCallEnd: Int? {
    guard kind(ahead: 1) == .leftBracket, commonTypes.contains(text()) || foreignType(text()) != nil else { return nil }
    let closer = kind(ahead: 2) == .number ? 3 : 2
    guard kind(ahead: closer) == .rightBracket, kind(ahead: closer + 1) == .leftParenthesis else { return nil }
    return parenthesesEnd(ahead: closer + 1)
  }

  /// `(float)x`
  var atCast: Bool {
    guard kind(ahead: 1) == .identifier, kind(ahead: 2) == .rightParenthesis, !beginsLine(ahead: 3) else {
      return false
    }
    let word = text(ahead: 1)
    guard foreignType(word) != nil || commonTypes.contains(word) else { return false }
    return [.identifier, .number, .leftParenthesis].contains(kind(ahead: 3)) && isAdjacent(ahead: 3)
  }

  mutating func cast() {
    let type = foreignType(text(ahead: 1)) ?? text(ahead: 1)
    if ["rgb", "rgba", "vec2"].contains(type), kind(ahead: 3) == .number {
      let whole = Span(here.start, token(ahead: 3).end)
      report(.castOfColor("\(type)(\(text(ahead: 3)))", whole: whole), at: whole)
      return skipMissing(4)
    }
    report(.cast, at: Span(here.start, token(ahead: 2).end))
    skip(3)
    primary()
  }

  /// `{ radius: 2% }`, `{ $0 * 2 }` or `{ 1, 2 }` where a value is expected, and `return { x, y }`.
  var atBracedValue: Bool {
    guard current == .leftBrace, position > 0, !beginsLine() else { return false }
    return [.comma, .leftParenthesis, .pipe, .equals, .colon, .return].contains(kind(ahead: -1))
  }

  mutating func bracedValue() {
    let start = mark()
    let isLabels = kind(ahead: 1) == .identifier && kind(ahead: 2) == .colon
    let isList = kind(ahead: 1) == .number && kind(ahead: 2) == .comma
    let isResult = kind(ahead: -1) == .return
    report(
      isLabels ? .labelsInBraces : isResult ? .resultInBraces : isList ? .listInBraces : .functionLiteral, at: here)
    skipClosure()
    finish(.missing, since: start)
  }

  mutating func skipClosure() {
    let start = here.start
    skipBrackets()
    closures.append(Span(start, endOfPrevious.end))
  }

  /// `x => x * 2` after its inputs.
  mutating func functionLiteral(since start: TreeBuilder.Mark) {
    report(.functionLiteral, at: here.union(token(ahead: 1).span))
    skip(2)
    if current == .leftBrace { skipBrackets() } else { skipBalanced { $0.beginsLine() || $0.current == .semicolon } }
    suppressHere()
    finish(.missing, since: start)
  }

  /// The rest of a value that goes to the end of its line, or to the bracket that closes around it.
  private mutating func skipLiteral() {
    let start = mark()
    skip()
    skipBalanced { $0.beginsLine() || $0.current == .semicolon }
    finish(.missing, since: start)
  }

  /// `var(--amount)`
  var atVariableReference: Bool {
    kind(ahead: 1) == .leftParenthesis && kind(ahead: 2) == .minus && kind(ahead: 3) == .minus
      && kind(ahead: 4) == .identifier && kind(ahead: 5) == .rightParenthesis
  }

  mutating func variableReference() {
    let start = mark()
    let whole = Span(here.start, token(ahead: 5).end)
    report(.variableReference(text(ahead: 4), whole: whole), at: whole)
    skip(6)
    finish(.missing, since: start)
  }

  /// Whether a `var` shortly before declares a name.
  private func isVariable(_ name: String) -> Bool {
    (max(1, position - 200)..<max(1, position)).contains { index in
      tokens[index - 1].kind == .var && source.text(in: tokens[index].span) == name
    }
  }

  mutating func skipMissing(_ count: Int) {
    let start = mark()
    skip(count)
    finish(.missing, since: start)
  }

  /// `<feGaussianBlur …/>`
  var atMarkup: Bool {
    current == .less && kind(ahead: 1) == .identifier && isAdjacent(ahead: 1)
      && (position == 0 || beginsLine() || kind(ahead: -1) == .output || kind(ahead: -1) == .equals)
  }

  /// Lines of markup are one value.
  mutating func markup() {
    let start = mark()
    report(.markup, at: here.union(token(ahead: 1).span))
    repeat {
      repeat { take() } while current != .endOfFile && !beginsLine()
    } while current == .less
    finish(.skipped, since: start)
    finish(.missing, since: start)
  }

  // MARK: Curves

  /// How many tokens `curve (0, 0), (1, 1)` or `curve((0, 0), (1, 1))` has; nil if it is a call.
  private var pointsInParentheses: Int? {
    if kind(ahead: 2) == .leftParenthesis, kind(ahead: 4) == .comma { return parenthesesEnd(ahead: 1) }
    var (end, points) = (1, 0)
    while kind(ahead: end) == .leftParenthesis, kind(ahead: end + 2) == .comma, let next = parenthesesEnd(ahead: end) {
      end = next
      points += 1
      guard kind(ahead: end) == .comma, kind(ahead: end + 1) == .leftParenthesis else { break }
      end += 1
    }
    return points > 1 ? end : nil
  }

  private mutating func points(_ count: Int) {
    let start = mark()
    let whole = Span(here.start, token(ahead: count - 1).end)
    let isNested = kind(ahead: 2) == .leftParenthesis
    let (first, last) = isNested ? (2, count - 2) : (1, count - 1)
    let text = source.text(in: Span(token(ahead: first).start, token(ahead: last).end))
    report(.pointsInParentheses(text, whole: whole), at: whole)
    skip(count)
    finish(.missing, since: start)
  }

  private mutating func pointsInText() {
    let start = mark()
    let whole = Span(here.start, token(ahead: 1).end)
    let pairs = text(ahead: 1).filter { $0 != "\"" }.split(separator: " ").map { point in
      point.split { $0 == "/" || $0 == "," }.map { String($0) }
    }
    let isWhole = pairs.count > 1 && pairs.allSatisfy { $0.count == 2 && $0.allSatisfy { Double($0) != nil } }
    let points = pairs.map { "(\($0.joined(separator: ", ")))" }.joined(separator: ", ")
    report(.pointsInText(isWhole ? points : nil, whole: whole), at: whole)
    skip(2)
    finish(.missing, since: start)
  }

  // MARK: Statements

  /// `switch mode {`, `match (mode) {` or `when {`
  var atSwitch: Bool {
    guard current == .identifier, isWord("switch") || isWord("match") || isWord("when"), !beginsLine(ahead: 1) else {
      return false
    }
    for distance in 1..<12 {
      switch kind(ahead: distance) {
      case .leftBrace: return distance > 1 || isWord("when")
      case .identifier, .dot, .leftParenthesis, .rightParenthesis: continue
      default: return false
      }
    }
    return false
  }

  /// The first case of a `switch`, as a condition.
  var switchCondition: String {
    let value = kind(ahead: 1) == .leftParenthesis ? text(ahead: 2) : text(ahead: 1)
    let first = (2..<24).first { text(ahead: $0) == "case" && kind(ahead: $0 + 1) == .number }
    return value == "{" ? "c.r > 0.5" : "\(value) == \(first.map { text(ahead: $0 + 1) } ?? ".soft")"
  }

  mutating func foreignSwitch() {
    let start = mark()
    report(.foreignSwitch(text(), switchCondition), at: here)
    skip()
    skipBalanced { $0.current == .leftBrace }
    if current == .leftBrace { skipBrackets() }
    suppressHere()
    finish(.missing, since: start)
  }

  /// A statement of another language; false if none begins here.
  mutating func foreignStatement() -> Bool {
    if current == .else {
      strayElse()
      return true
    }
    guard current == .identifier else { return false }
    if let way = foreignStatements[text()], beginsLine(ahead: 1) || [.semicolon, .rightBrace].contains(kind(ahead: 1)) {
      report(.foreignStatement(text(), way), at: here)
      missingReturn { $0.skip() }
      return true
    }
    if isWord("console"), kind(ahead: 1) == .dot, kind(ahead: 3) == .leftParenthesis, let end = parenthesesEnd(ahead: 3)
    {
      let place = Span(here.start, token(ahead: end - 1).end)
      report(
        .foreignStatement("console", "a kernel cannot print; 'tintype probe' shows what each step makes"), at: place)
      skip(end)
      return true
    }
    if atSwitch {
      missingReturn { $0.foreignSwitch() }
      return true
    }
    if let way = foreignStatements[text()], kind(ahead: 1) == .leftParenthesis, let end = parenthesesEnd(ahead: 1),
      beginsLine(ahead: end), kind(ahead: end) != .rightBrace
    {
      let isPair =
        end > 7 && [-2, -4].allSatisfy { kind(ahead: end + $0) == .identifier && kind(ahead: end + $0 - 1) == .comma }
      if isWord("sincos"), isPair {
        let angle = source.text(in: Span(token(ahead: 2).start, token(ahead: end - 6).end))
        let written = [(-4, "sin"), (-2, "cos")].map { place, function in
          let name = text(ahead: end + place)
          return (isVariable(name) ? "" : "let ") + "\(name) = \(function)(\(angle))"
        }.joined(separator: "\n" + String(repeating: " ", count: indentation()))
        report(.severalResults(of: "sincos", written), at: Span(here.start, token(ahead: end - 1).end))
      } else {
        report(.foreignStatement(text(), way), at: Span(here.start, token(ahead: end - 1).end))
      }
      skip(end)
      return true
    }
    if isWord("print") || isWord("printf"), kind(ahead: 1) == .leftParenthesis, let end = parenthesesEnd(ahead: 1) {
      report(.printed, at: Span(here.start, token(ahead: end - 1).end))
      skip(end)
      return true
    }
    if let distance = foreignVariableType {
      foreignVariable(typeAt: distance)
      return true
    }
    return false
  }

  /// Runs a rule whose statements count as the return of an invalid value, so that nothing follows from them.
  mutating func missingReturn(_ rule: (inout Parser) -> Void) {
    let start = mark()
    rule(&self)
    finish(.missing, since: start)
    finish(.return, since: start)
  }

  /// `else if c { … } else { … }` without an `if` before it.
  private mutating func strayElse() {
    report(.strayElse, at: here)
    missingReturn { parser in
      while parser.current == .else {
        parser.take()
        if parser.current == .if {
          if !parser.nested({ $0.conditional() }) { parser.skipExpression() }
        } else {
          parser.block(of: "else")
        }
      }
    }
  }
}
