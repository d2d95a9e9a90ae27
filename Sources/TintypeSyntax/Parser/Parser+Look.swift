import TintypeDiagnostics

extension Parser {
  /// look = "look", string, "{", { entry }, "}" ;
  mutating func look() {
    let start = mark()
    take()
    title(of: "look")
    let opener = here
    if !take(.leftBrace) {
      reportOnce(.missingBrace(of: "look"), at: endOfPrevious)
      suppressHere()
      // `look "evening` has swallowed its brace with its quote; the header's lines still follow.
      if current != .identifier || misspelledDeclaration != nil { return finish(.look, since: start) }
    }
    skipSemicolons()
    reportingOnce { parser in
      while parser.current != .rightBrace, parser.current != .endOfFile, !parser.atDeclarationKeyword {
        parser.headerEntry()
        parser.skipSemicolons()
      }
    }
    close(.rightBrace, openedAt: opener)
    finish(.look, since: start)
  }

  /// The name of a look or a variant: a text. A name without quotes is reported and accepted.
  mutating func title(of what: String) {
    if current == .leftParenthesis, kind(ahead: 1) == .string, kind(ahead: 2) == .rightParenthesis {
      let whole = Span(here.start, token(ahead: 2).end)
      report(.titleInParentheses(text(ahead: 1), whole: whole), at: whole)
      skip()
      take()
      return skip()
    }
    if takeText() { return }
    let isBare = current == .identifier && !beginsLine()
    report(isBare ? .unquotedName(text(), of: what) : .missingName(of: what), at: isBare ? here : endOfPrevious)
    if isBare { skip() }
  }

  /// entry = word, value, { ",", value | text } ;
  private mutating func headerEntry() {
    guard current == .identifier else {
      reportOnce(.expectedHeaderKey, at: here)
      return skipHeaderJunk()
    }
    let start = mark()
    word()
    if current == .colon || current == .equals {
      report(.headerPunctuation(text()), at: here)
      skip()
    }
    headerValue()
    while take(.comma) || current == .string || current == .textHead { headerValue() }
    finish(.headerEntry, since: start)
  }

  /// value = string | word ;
  private mutating func headerValue() {
    switch current {
    case .string: takeNode(.headerText)
    case .textHead: _ = takeText()
    case .identifier, .number: word()
    default:
      if current.isKeyword, !beginsLine() {
        report(.keywordAsValue(text()), at: here)
        skip()
      } else {
        reportOnce(.missingHeaderValue, at: endOfPrevious)
      }
    }
  }

  private mutating func skipHeaderJunk() {
    let start = mark()
    repeat { take() } while current != .identifier && current != .rightBrace && current != .endOfFile && !atDeclaration
    finish(.skipped, since: start)
  }
}
