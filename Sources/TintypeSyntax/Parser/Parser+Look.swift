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
      while parser.current != .rightBrace, parser.current != .endOfFile, !parser.atLineAfterHeader {
        parser.headerEntry()
        parser.skipSemicolons()
      }
    }
    if current != .rightBrace, let closer = enclosingCloser {
      report(.recipeInHeader(text(), at: here, opener: opener), at: here)
      headerCloser = closer
    } else {
      close(.rightBrace, openedAt: opener)
    }
    finish(.look, since: start)
  }

  /// Whether a line begins here that no entry of a header looks like.
  private var atLineAfterHeader: Bool {
    if atDeclarationKeyword { return true }
    guard beginsLine() else { return false }
    switch current {
    case .let, .var, .for, .if, .return: return true
    case .equals: return kind(ahead: 1) == .identifier
    case .identifier:
      if (foreignFunctionWords ?? foreignConstantWords ?? foreignArrayWords) != nil { return true }
      if isWord("source") { return kind(ahead: 1) == .pipe || kind(ahead: 1) == .star }
      let isAssigned = kind(ahead: 1) == .equals && kind(ahead: 2) == .identifier && !beginsLine(ahead: 3)
      return isAssigned && [.pipe, .plus, .minus, .star, .slash, .dot, .leftParenthesis].contains(kind(ahead: 3))
    default: return false
    }
  }

  /// Where the brace is that closes one that was opened before.
  private var enclosingCloser: Int? {
    var (depth, distance) = (0, 0)
    while kind(ahead: distance) != .endOfFile {
      switch kind(ahead: distance) {
      case .leftBrace: depth += 1
      case .rightBrace where depth == 0: return position + distance
      case .rightBrace: depth -= 1
      default: break
      }
      distance += 1
    }
    return nil
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
    var words = isBare ? 1 : 0
    while words > 0, kind(ahead: words) == .identifier, !beginsLine(ahead: words) { words += 1 }
    let whole = isBare ? here.union(token(ahead: words - 1).span) : endOfPrevious
    report(isBare ? .unquotedName(source.text(in: whole), of: what) : .missingName(of: what), at: whole)
    skip(words)
  }

  /// entry = word, value, { ",", value | text } ;
  private mutating func headerEntry() {
    guard current == .identifier else {
      reportOnce(.expectedHeaderKey, at: here)
      return skipHeaderJunk()
    }
    let start = mark()
    let (goesOn, key) = (!beginsLine(), text())
    word()
    // `filter: blur(4px)`
    if current == .colon, kind(ahead: 1) == .identifier, kind(ahead: 2) == .leftParenthesis {
      report(.settingLine(key, call: text(ahead: 1)), at: Span(token(ahead: -1).start, token(ahead: 1).end))
      let rest = mark()
      repeat { take() } while current != .endOfFile && current != .rightBrace && !beginsLine()
      finish(.skipped, since: rest)
      return finish(.headerEntry, since: start)
    }
    if current == .colon || current == .equals {
      report(.headerPunctuation(text()), at: here)
      // `shadows = -0.3`
      skip(kind(ahead: 1) == .minus && kind(ahead: 2) == .number ? 2 : 1)
    }
    if unquotedSentence(after: key) { return finish(.headerEntry, since: start) }
    headerValue(goesOn: goesOn)
    while true {
      let isObject = beginsLine(ahead: 1) && kind(ahead: 1) == .identifier && kind(ahead: 2) == .colon
      if current == .comma, isObject || kind(ahead: 1) == .rightBrace {
        report(.entryComma, at: here)
        skip()
        break
      }
      guard take(.comma) || current == .string || current == .textHead else { break }
      headerValue(goesOn: false)
    }
    finish(.headerEntry, since: start)
  }

  /// `about Warm light`: several words where a text is expected; false if there are none.
  private mutating func unquotedSentence(after key: String) -> Bool {
    guard key == "about" || key == "inspired", current == .identifier, !beginsLine(), kind(ahead: 1) != .rightBrace,
      !beginsLine(ahead: 1)
    else { return false }
    let start = mark()
    let first = here.start
    repeat { skip() } while current != .endOfFile && current != .rightBrace && !beginsLine()
    let whole = Span(first, endOfPrevious.end)
    report(.unquotedSentence(source.text(in: whole)), at: whole)
    finish(.skipped, since: start)
    return true
  }

  /// value = string | word ;
  private mutating func headerValue(goesOn: Bool) {
    switch current {
    case .string: takeNode(.headerText)
    case .textHead: _ = takeText()
    case .identifier, .number: word()
    default:
      if current.isKeyword, !beginsLine() {
        report(.keywordAsValue(text()), at: here)
        skip()
      } else {
        let isNumber = current == .minus && kind(ahead: 1) == .number && !beginsLine()
        reportOnce(isNumber ? .settingInHeader : .missingHeaderValue(goesOn: goesOn), at: endOfPrevious)
      }
    }
  }

  private mutating func skipHeaderJunk() {
    let start = mark()
    repeat { take() } while current != .identifier && current != .rightBrace && current != .endOfFile && !atDeclaration
    finish(.skipped, since: start)
  }
}
