import TintypeDiagnostics

extension Parser {
  /// The name that is declared. A hyphenated name is reported as one mistake.
  mutating func declaredName(of what: String) {
    if current == .minus, kind(ahead: 1) == .minus, kind(ahead: 2) == .identifier, isAdjacent(ahead: 2) {
      report(.dashedName(text(ahead: 2)), at: here.union(token(ahead: 2).span))
      skip(2)
    }
    if current == .leftBracket, kind(ahead: 1) == .identifier, kind(ahead: 2) == .rightBracket {
      report(.nameInBrackets(text(ahead: 1), whole: here.union(token(ahead: 2).span)), at: here)
      skip()
      take()
      return skip()
    }
    guard current == .identifier else {
      if current.isKeyword, !beginsLine(), atNameEnd(ahead: 1) {
        reportKeywordAsName()
        skip()
      } else {
        reportOnce(.missingName(of: what), at: endOfPrevious)
      }
      return
    }
    let first = here
    take()
    let start = mark()
    while (current == .minus && isAdjacent() && isAdjacent(ahead: 1))
      && (kind(ahead: 1) == .identifier || kind(ahead: 1) == .number || kind(ahead: 1).isKeyword)
    {
      take()
      wordPart()
    }
    guard builder.nextToken > start.token else { return }
    finish(.skipped, since: start)
    let whole = Span(first.start, endOfPrevious.end)
    let name = source.text(in: whole)
    hyphenatedNames.insert(name)
    report(.hyphenatedName(name), at: whole)
  }

  /// `cold-blue` where it was declared so, and `.bottom-left`: reported once more and read as one name.
  mutating func hyphenatedName(isWord: Bool) -> Bool {
    let first = isWord ? 1 : 0
    guard kind(ahead: first) == .identifier, kind(ahead: first + 1) == .minus, isAdjacent(ahead: first + 1),
      kind(ahead: first + 2) == .identifier, isAdjacent(ahead: first + 2)
    else { return false }
    let whole = Span(token(ahead: first).start, token(ahead: first + 2).end)
    let name = source.text(in: whole)
    let isPlace = ["top-left", "top-right", "bottom-left", "bottom-right"].contains(name)
    guard isWord ? isPlace : hyphenatedNames.contains(name) else { return false }
    report(.hyphenatedName(name), at: whole)
    let hasArguments = kind(ahead: first + 3) == .leftParenthesis && isAdjacent(ahead: first + 3)
    skipMissing(hasArguments ? parenthesesEnd(ahead: first + 3) ?? first + 3 : first + 3)
    return true
  }

  mutating func reportKeywordAsName() {
    if misusedKeywords.insert(current).inserted { report(.keywordAsName(text()), at: here) } else { suppressHere() }
  }

  private func atNameEnd(ahead distance: Int) -> Bool {
    switch kind(ahead: distance) {
    case .equals, .colon, .leftParenthesis, .equal, .comma, .rightParenthesis, .endOfFile: true
    case .identifier: text(ahead: distance) == ClauseWord.in.rawValue || beginsLine(ahead: distance)
    default: beginsLine(ahead: distance)
    }
  }

  /// type = name | "image" ;
  mutating func type() {
    skipNamespace()
    if inputQualifiers.contains(text()), kind(ahead: 1) == .identifier, !beginsLine(ahead: 1) {
      report(.inputQualifier(text()), at: here)
      skip()
    }
    if current == .ampersand || current == .star, kind(ahead: 1) == .identifier, isAdjacent(ahead: 1) {
      report(.reference(text()), at: here)
      skip()
    }
    let start = mark()
    if current == .identifier, foreignTypes.contains(text()) {
      skip()
      suppressHere()
    } else if atType {
      take()
      finish(.type, since: start)
      foreignEndOfType()
    } else if current == .leftBracket {
      report(.listAsType, at: here)
      skipBrackets()
    } else {
      reportOnce(.missingType, at: endOfPrevious)
    }
  }

  /// `lut?`, `Range(0, 1)` and `position : TEXCOORD0`
  mutating func foreignEndOfType() {
    if current == .question, isAdjacent() {
      let isNil = kind(ahead: 1) == .equals && text(ahead: 2) == "nil"
      let whole = Span(here.start, token(ahead: isNil ? 2 : 0).end)
      report(isNil ? .optionalDefault(of: text(ahead: -1), whole: whole) : .optionalType, at: whole)
      skip()
    } else if current == .colon, kind(ahead: 1) == .identifier, kind(ahead: -2) != .arrow {
      report(.semanticOfInput, at: here.union(token(ahead: 1).span))
      skip(2)
    } else if current == .leftParenthesis, isAdjacent() {
      if !choiceWithParentheses() { report(.typeWithParentheses, at: here) }
      skipBrackets()
    }
  }

  /// `choice(fine, grainy)`, also before a default; false for other types.
  private mutating func choiceWithParentheses() -> Bool {
    guard text(ahead: -1) == "choice", let end = parenthesesEnd(ahead: 0), kind(ahead: 1) == .identifier else {
      return false
    }
    let hasDefault = kind(ahead: end) == .equals && kind(ahead: end + 1) == .dot && kind(ahead: end + 2) == .identifier
    let choices = source.text(in: Span(token(ahead: 1).start, token(ahead: end - 2).end))
    report(
      .choiceWithParentheses(
        choices, default: text(ahead: hasDefault ? end + 2 : 1),
        whole: Span(here.start, token(ahead: hasDefault ? end + 2 : end - 1).end)),
      at: here)
    suppressHere()
    return true
  }

  /// `: type` after a name. A missing colon is reported, and the type is read.
  mutating func typeAnnotation(isRequired: Bool, otherwise missing: SyntaxError = .parameterWithoutType) {
    if !isRequired, current == .colon, kind(ahead: 1) == .equals, isAdjacent(ahead: 1) {
      report(.colonEquals, at: here)
      skip()
    } else if !isRequired, current == .colon, kind(ahead: 1) == .leftBracket, kind(ahead: 3) == .rightBracket {
      report(.typeOfList, at: Span(here.start, token(ahead: 3).end))
      skip(4)
    } else if take(.colon) {
      type()
    } else if current == .identifier, !beginsLine(), ClauseWord(rawValue: text()) == nil {
      let word = text()
      let isType = commonTypes.contains(word) || parameterTypes.contains(word) || foreignType(word) != nil
      reportOnce(.missingColon(isType: isType), at: endOfPrevious)
      type()
    } else if isRequired {
      reportOnce(missing, at: endOfPrevious)
    }
  }

  /// Whether the name of a type comes next. `image` before a name begins a declaration.
  var atType: Bool {
    if current == .identifier { return misspelledDeclaration == nil }
    return current == .image && kind(ahead: 1) != .identifier
  }

  /// word = part, { "-", part } ;  nothing between the parts
  mutating func word() {
    let start = mark()
    wordPart()
    while current == .minus, isAdjacent(), isAdjacent(ahead: 1), isWordPart(kind(ahead: 1)) {
      take()
      wordPart()
    }
    finish(.word, since: start)
  }

  /// part = name | keyword | number, [ letters ] ;  nothing between number and letters
  private mutating func wordPart() {
    let isNumber = current == .number
    take()
    if isNumber, isAdjacent(), current == .identifier || current.isKeyword { take() }
  }

  private func isWordPart(_ kind: TokenKind) -> Bool {
    kind == .identifier || kind == .number || kind.isKeyword
  }
}
