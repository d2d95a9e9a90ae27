import TintypeDiagnostics

extension Parser {
  /// operand = { "-" | "!" }, primary, { ".", name | "[", expression, "]" } ;
  mutating func operand() {
    var signs: [(start: TreeBuilder.Mark, kind: SyntaxKind)] = []
    while current == .minus || current == .not || atSpelledNot {
      let sign = mark()
      if !countOperator() { break }
      let isWord = current == .identifier
      if isWord { report(.foreignOperator("not", ours: "!"), at: here) }
      take()
      signs.append((sign, isWord ? .missing : .prefix))
    }
    let start = mark()
    primary()
    members(of: start)
    powerOrRemainder(since: start)
    for sign in signs.reversed() { finish(sign.kind, since: sign.start) }
  }

  /// primary = amount | color | text | written | boolean | option | curve | lut | picture | name | call
  ///   | conditional | row | elements | "(", expression, ")" ;
  /// option = ".", name ;
  /// lut = "lut", text ;
  /// picture = "picture", text ;
  mutating func primary() {
    switch current {
    case .number: amount()
    case .plus where kind(ahead: 1) == .number: amount()
    case .dot where text(ahead: 1) == "pi":
      report(.constantAfterPoint, at: here)
      skip()
      nameOrCall()
    case .dot where kind(ahead: 1) == .identifier: if !hyphenatedName(isWord: true) { takeNode(.choice, of: 2) }
    case .color: takeNode(.color)
    case .string: takeNode(.string)
    case .textHead: deeper { $0.interpolatedText() }
    case .true, .false: takeNode(.boolean)
    case .dot where kind(ahead: 1).isKeyword && isAdjacent(ahead: 1): keywordOption()
    case .identifier where literalWord == .curve: curve()
    case .identifier where literalWord == .lut: file(.lut)
    case .identifier where literalWord == .picture: file(.picture)
    case .identifier where atBareFile: bareFile()
    case .identifier where atPrefixedText: prefixedText()
    case .identifier: if !hyphenatedName(isWord: false), !foreignValue() { nameOrCall() }
    case .leftParenthesis where atCast: cast()
    case .leftParenthesis: parenthesized()
    case .leftBrace where atBracedValue: bracedValue()
    case .var where atVariableReference: variableReference()
    case .leftBracket: deeper { $0.elements() }
    case .if where kind(ahead: 1) == .let: conditionalBinding()
    case .if: if !choiceAsCall() { deeper { $0.conditional() } }
    case .less where atMarkup: markup()
    default: missingOperand()
    }
  }

  /// `f"ISO {iso}"` of Python, and the like.
  private var atPrefixedText: Bool {
    let isText = kind(ahead: 1) == .string || kind(ahead: 1) == .textHead
    return isText && isAdjacent(ahead: 1)
      && ["f", "F", "r", "b", "u", "rf", "fr", "rb", "br", "s", "L"].contains(text())
  }

  private mutating func prefixedText() {
    let whole = here.union(token(ahead: 1).span)
    let plain = text(ahead: 1)
    var (written, value): (String, String?) = ("", nil)
    for letter in plain {
      if letter == "}", let inner = value {
        (written, value) = (written + "\\(\(formatted(inner)))", nil)
      } else if value != nil {
        value?.append(letter)
      } else if letter == "{" {
        value = ""
      } else {
        written.append(letter)
      }
    }
    written += value ?? ""
    report(.prefixedText(text(), hasValues: plain.contains("{"), written: written, whole: whole), at: here)
    skip()
    primary()
  }

  /// `x:.2f` with its decimals as an input.
  private func formatted(_ value: String) -> String {
    guard let colon = value.lastIndex(of: ":") else { return value }
    let (number, form) = (value[..<colon], value[value.index(after: colon)...])
    let decimals = form.dropFirst().prefix { $0.isNumber }
    return form.first == "." && !decimals.isEmpty ? "format(\(number), decimals: \(decimals))" : String(number)
  }

  /// written = head, expression, { middle, expression }, tail ;
  private mutating func interpolatedText() {
    let start = mark()
    guard endsText else {
      repeat { take() } while current != .endOfFile && !beginsLine()
      suppressHere()
      return finish(.missing, since: start)
    }
    openTexts += 1
    defer { openTexts -= 1 }
    repeat {
      take()
      expression()
      if current != .textMiddle, current != .textTail {
        reportOnce(.unexpectedInValue(text()), at: here)
        skipBalanced { $0.beginsLine() }
      }
    } while current == .textMiddle
    if !take(.textTail) { suppressHere() }
    finish(.interpolatedText, since: start)
  }

  /// Whether the text that begins here ends on its line; otherwise the lexer has reported its value.
  private var endsText: Bool {
    var (distance, depth) = (0, 0)
    repeat {
      switch kind(ahead: distance) {
      case .textHead: depth += 1
      case .textTail: depth -= 1
      case .endOfFile: return false
      default: break
      }
      distance += 1
    } while depth > 0 && !beginsLine(ahead: distance)
    return depth == 0
  }

  private mutating func parenthesized() {
    let start = mark()
    let opener = here
    // An argument of a call within changes where rows begin.
    let isArgument = opener.start == rowStart
    if kind(ahead: 1) == .identifier, kind(ahead: 2) == .colon, let end = parenthesesEnd(ahead: 0),
      kind(ahead: end) == .equals, kind(ahead: end + 1) == .greater
    {
      skip(end)
      return functionLiteral(since: start)
    }
    if kind(ahead: 1) == .identifier, kind(ahead: 2) == .colon, kind(ahead: 3) != .colon {
      report(.labeledTuple, at: opener)
      skipBrackets()
      return finish(.missing, since: start)
    }
    deeper { parser in
      parser.take()
      parser.expression()
      let isAssigned = parser.current == .equals && !parser.beginsLine()
      if isAssigned { parser.comparedByEquals() }
      let isRange = parser.current == .ellipsis
      if isRange {
        parser.report(.rangeAsValue, at: parser.here)
        parser.skipBalanced { $0.beginsLine() }
      }
      let isList = parser.current == .comma
      let isRow = isList && parser.restOfRow(openedAt: opener, isArgument: isArgument)
      parser.close(.rightParenthesis, openedAt: opener)
      if isRange, parser.current == .dot, let end = parser.parenthesesEnd(ahead: 2), end > 3 { parser.skip(end) }
      parser.finish(isRow ? .row : isList || isAssigned || isRange ? .missing : .parenthesized, since: start)
    }
  }

  /// row = "(", expression, ",", expression, ",", expression, ")" ;
  /// list = "(", expression, ",", expression, { ",", expression }, ")" ;
  ///
  /// A list of three numbers, or any that is a whole argument. False for other lists, which are not values, and
  /// for a parenthesis without its closing one.
  private mutating func restOfRow(openedAt opener: Span, isArgument: Bool) -> Bool {
    let place = endOfPrevious
    var count = 1
    while count < 3 || isArgument, current == .comma, kind(ahead: 1) != .rightParenthesis {
      take()
      expression()
      count += 1
    }
    if current == .rightParenthesis, count > 1 {
      if count == 3 || isArgument && [.comma, .rightParenthesis].contains(kind(ahead: 1)) { return true }
    }
    while take(.comma) {
      count += 1
      skipInList()
    }
    if current == .rightParenthesis {
      // `(a, b) => …` is reported behind it.
      if kind(ahead: 1) != .equals { report(.tuple(of: count), at: opener) }
    } else {
      report(.unclosedBracket("(", .rightParenthesis, opener: opener), at: place)
    }
    return false
  }

  /// Runs a rule one level deeper; beyond the limit an expression is missing.
  mutating func deeper(_ rule: (inout Parser) -> Void) {
    if nested(rule) { return }
    let start = mark()
    skipExpression()
    finish(.missing, since: start)
  }

  /// { ".", name } after an operand
  private mutating func members(of start: TreeBuilder.Mark) {
    while true {
      if current == .dot {
        if !countOperator() { return }
        member(of: start)
      } else if current == .question, isAdjacent(), kind(ahead: 1) == .dot, isAdjacent(ahead: 1) {
        report(.foreignOperator("?.", ours: "."), at: here.union(token(ahead: 1).span))
        skip()
      } else if current == .arrow, isAdjacent(), isAdjacent(ahead: 1), kind(ahead: 1) == .identifier,
        kind(ahead: 2) != .leftParenthesis
      {
        report(.foreignOperator("->", ours: "."), at: here)
        skip(2)
        finish(.missing, since: start)
      } else if current == .not, isAdjacent(), !isAdjacent(ahead: 1) || kind(ahead: 1).closesBracket {
        report(.unwrapping("'!' after a value"), at: here)
        skip()
        finish(.missing, since: start)
      } else if isWord("as"), kind(ahead: 1) == .identifier, !beginsLine(ahead: 1),
        isTypeName(text(ahead: 1)) || foreignType(text(ahead: 1)) != nil
      {
        report(.cast, at: here.union(token(ahead: 1).span))
        skip(2)
      } else if current == .leftBracket, isAdjacent() {
        if !countOperator() { return }
        if !nested({ $0.subscripted(since: start) }) {
          skipExpression()
          return finish(.missing, since: start)
        }
      } else {
        return
      }
    }
  }

  /// `[0:100, :]`
  private var atSlice: Bool {
    var (distance, hasColon) = (1, false)
    while distance < 12, [.number, .identifier, .minus, .comma, .colon, .ellipsis].contains(kind(ahead: distance)) {
      hasColon = hasColon || kind(ahead: distance) == .colon || distance == 1 && kind(ahead: distance) == .ellipsis
      distance += 1
    }
    return hasColon && kind(ahead: distance) == .rightBracket
  }

  /// `weights[0]`
  private mutating func subscripted(since start: TreeBuilder.Mark) {
    let opener = here
    if atSlice {
      let isChannel = kind(ahead: 1) == .colon && kind(ahead: 3) == .colon && kind(ahead: 6) == .rightBracket
      if isChannel, let channel = ["0": ".r", "1": ".g", "2": ".b"][text(ahead: 5)] {
        let whole = Span(opener.start, token(ahead: 6).end)
        report(.channelSlice(channel, whole: whole), at: whole)
      } else {
        report(.slice, at: opener)
      }
      skipBrackets()
      return finish(.missing, since: start)
    }
    take()
    expression()
    if current == .comma { report(.severalIndices, at: here) }
    let isOne = current == .rightBracket
    while take(.comma) { skipInList() }
    close(.rightBracket, openedAt: opener)
    finish(isOne ? .subscripted : .missing, since: start)
  }

  /// elements = "[", expression, { ",", expression }, [ "," ], "]" ;
  private mutating func elements() {
    let (start, opener, reported) = (mark(), here, diagnostics.count)
    if let count = countOfFirstTuple {
      report(count == 2 ? .pointsInList : .rowsInList, at: here)
      skipBrackets()
      return finish(.missing, since: start)
    }
    take()
    if current == .rightBracket { reportOnce(.missingExpression, at: endOfPrevious) }
    while !atElementsEnd {
      if current == .ellipsis, kind(ahead: 1) == .identifier {
        report(.spread, at: here)
        skip()
      }
      expression()
      if current == .for || current == .colon {
        report(current == .for ? .comprehension : .dictionary, at: here)
        skipBalanced { _ in false }
        break
      }
      if !atElementsEnd, !take(.comma) { missingComma(isBetween: atOperand, closer: .rightBracket) }
    }
    close(.rightBracket, openedAt: opener)
    finish(diagnostics.count == reported ? .list : .missing, since: start)
  }

  /// How many numbers stand in the first parentheses of `[(0, 0), (1, 1)]`; nil for lists of values.
  private var countOfFirstTuple: Int? {
    guard kind(ahead: 1) == .leftParenthesis, let end = parenthesesEnd(ahead: 1), kind(ahead: end) == .comma,
      kind(ahead: end + 1) == .leftParenthesis, (2..<end).count(where: { kind(ahead: $0) == .leftParenthesis }) == 0
    else { return nil }
    let commas = (2..<end).count { kind(ahead: $0) == .comma }
    return commas > 0 ? commas + 1 : nil
  }

  private var atElementsEnd: Bool { current == .rightBracket || atArgumentsEnd }

  private mutating func member(of start: TreeBuilder.Mark) {
    let follows = position > 0 && kind(ahead: -1) == .number
    take()
    if current == .identifier {
      let isMethod = kind(ahead: 1) == .leftParenthesis
      if isMethod { return methodCall(on: start) }
      if kind(ahead: 1) == .leftBrace, closureCallers.contains(text()) {
        report(.closure(text()), at: here)
        take()
        skipClosure()
        return finish(.missing, since: start)
      }
      take()
    } else {
      reportOnce(follows ? .pointWithoutDigits : .missingMember, at: endOfPrevious)
    }
    finish(.member, since: start)
  }

  /// `f(x).g(y)`: there are no methods.
  private mutating func methodCall(on start: TreeBuilder.Mark) {
    if closureCallers.contains(text()), let end = parenthesesEnd(ahead: 1) {
      report(.closure(text()), at: here)
      skip(end)
      return finish(.missing, since: start)
    }
    let way = foreignMethods[text().lowercased()]
    report(.methodCall(text(), way, dot: token(ahead: -1).span, beginsLine: beginsLine(ahead: -1)), at: here)
    take()
    arguments()
    finish(.missing, since: start)
  }

  private mutating func missingOperand() {
    let start = mark()
    if current == .plus {
      report(.plusSign, at: here)
      skip()
      operand()
    } else if current == .image, kind(ahead: 1) == .leftParenthesis {
      report(.imageCalled, at: here)
      take()
      arguments()
    } else if current.isKeyword,
      misusedKeywords.contains(current) ? !beginsLine() : !atDeclaration && !atStatementKeyword && current != .else
    {
      reportKeywordAsName()
      take()
    } else {
      reportOnce(.missingExpression, at: endOfPrevious)
    }
    finish(.missing, since: start)
  }
}
