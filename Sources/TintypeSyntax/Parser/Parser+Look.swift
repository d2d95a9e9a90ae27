import TintypeDiagnostics

extension Parser {
  /// look = "look", string, "{", { entry }, "}" ;
  mutating func look() {
    let start = mark()
    take()
    if !take(.string) { lookWithoutText() }
    let opener = token().span
    if !take(.leftBrace) {
      reportOnce(.missingBrace(of: "look", at: behind))
      settle()
      // `look "evening` has swallowed its brace with its quote; the header's lines still follow.
      if current != .identifier || misspelledDeclaration != nil { return finish(.look, since: start) }
    }
    skipSemicolons()
    while current != .rightBrace, current != .endOfFile, !atDeclarationKeyword {
      headerEntry()
      skipSemicolons()
    }
    close(.rightBrace, openedAt: opener)
    finish(.look, since: start)
  }

  /// `look minimal {`: the name's quotes are missing.
  private mutating func lookWithoutText() {
    let name = here
    let isBare = current == .identifier && !beginsLine()
    report(isBare ? .unquotedLookName(text(), at: name) : .missingName(of: "look", at: behind))
    if isBare { skip() }
  }

  /// entry = word, value, { ",", value | text } ;
  private mutating func headerEntry() {
    guard current == .identifier else {
      reportOnce(.expectedHeaderKey(at: here))
      return skipHeaderJunk()
    }
    let start = mark()
    word()
    if current == .colon || current == .equals {
      report(.headerPunctuation(text(), at: here))
      skip()
    }
    headerValue()
    while take(.comma) || current == .string { headerValue() }
    finish(.headerEntry, since: start)
  }

  /// value = string | word ;
  private mutating func headerValue() {
    switch current {
    case .string:
      let start = mark()
      take()
      finish(.headerText, since: start)
    case .identifier, .number: word()
    default:
      if current.isKeyword, !beginsLine() {
        report(.keywordAsValue(text(), at: here))
        skip()
      } else {
        reportOnce(.missingHeaderValue(at: behind))
      }
    }
  }

  private mutating func skipHeaderJunk() {
    let start = mark()
    repeat { take() } while current != .identifier && current != .rightBrace && current != .endOfFile && !atDeclaration
    finish(.skipped, since: start)
  }
}
