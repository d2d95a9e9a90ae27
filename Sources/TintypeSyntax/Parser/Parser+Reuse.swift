import TintypeDiagnostics

// How one recipe builds on another.
extension Parser {
  /// Whether a word stands here that begins a declaration, with what has to follow it.
  var atDeclarationWord: Bool {
    guard current == .identifier, let word = DeclarationWord(rawValue: text()) else { return false }
    return word.followers.contains(kind(ahead: 1))
  }

  /// use = "use", text, "as", name ;
  mutating func use() {
    let start = mark()
    take()
    let file = here
    path(of: .use)
    if isWord(ConnectingWord.as.rawValue) {
      take()
      declaredName(of: "use")
    } else {
      let nameFollows = current == .identifier && !beginsLine()
      reportOnce(nameFollows ? .missingAs : .missingAlias(of: source.text(in: file)), at: endOfPrevious)
      if current == .identifier, !beginsLine() { skip() }
    }
    finish(.use, since: start)
  }

  /// extends = "extends", text ;
  mutating func extends() {
    let start = mark()
    take()
    path(of: .extends)
    if current == .leftParenthesis, !beginsLine() {
      report(.argumentsOfBase, at: here)
      skipBalanced(stopsAtCloser: false) { $0.beginsLine() }
    }
    if isWord(ConnectingWord.as.rawValue), !beginsLine() {
      let alias = kind(ahead: 1) == .identifier && !beginsLine(ahead: 1) ? 2 : 1
      report(.aliasOfBase(whole: Span(endOfPrevious.end, token(ahead: alias - 1).end)), at: here)
      skip(alias)
    }
    finish(.extends, since: start)
  }

  /// The text after `use` or `extends`; a bare path is understood.
  private mutating func path(of word: DeclarationWord) {
    if takeText() { return }
    guard current != .endOfFile, !beginsLine(), !isWord(ConnectingWord.as.rawValue) else {
      return reportOnce(.missingText(of: word.rawValue), at: endOfPrevious)
    }
    let start = mark()
    repeat {
      take()
    } while current != .endOfFile && !beginsLine() && !isWord(ConnectingWord.as.rawValue) && current != .semicolon
    let path = span(since: start)
    finish(.skipped, since: start)
    report(.unquotedPath(source.text(in: path)), at: path)
  }

  /// set = "set", setting ;
  mutating func set() {
    let start = mark()
    take()
    setting(of: "set")
    finish(.set, since: start)
  }

  /// variant = "variant", text, "{", { setting, [ "," ] }, "}" ;
  mutating func variant() {
    let start = mark()
    take()
    title(of: "variant")
    let opener = here
    if take(.leftBrace) {
      settings()
      close(.rightBrace, openedAt: opener)
    } else {
      reportOnce(.missingBrace(of: "variant"), at: endOfPrevious)
    }
    finish(.variant, since: start)
  }

  private mutating func settings() {
    skipSemicolons()
    while current != .rightBrace, current != .endOfFile,
      !atDeclaration || isWord(DeclarationWord.set.rawValue) || atParameterInVariant
    {
      if atParameterInVariant {
        report(.settingWithoutParam, at: here)
        skip()
      }
      if current == .identifier {
        if atDeclarationWord, text() == DeclarationWord.set.rawValue {
          report(.setInVariant, at: here)
          skip()
        }
        setting(of: "setting")
        _ = take(.comma)
      } else {
        unexpectedInVariant()
      }
      skipSemicolons()
    }
  }

  /// `param amount = 1`
  private var atParameterInVariant: Bool {
    current == .param && kind(ahead: 1) == .identifier && kind(ahead: 2) == .equals
  }

  private mutating func unexpectedInVariant() {
    reportOnce(.unexpectedInVariant(text()), at: here)
    let first = position
    skipBalanced { $0.position != first && $0.beginsLine() }
    if position == first { skip() }
  }

  /// setting = path, "=", expression ;
  mutating func setting(of what: String) {
    let start = mark()
    settingPath()
    if current == .colon {
      report(.colonForEquals, at: here)
      skip()
      expression()
    } else {
      assignedValue(of: what)
    }
    finish(.setting, since: start)
  }

  /// `warm-negative.` before a parameter of the extended recipe
  private mutating func skipNameOfBase() {
    var end = 1
    while end < 9, kind(ahead: end) == .minus, kind(ahead: end + 1) == .identifier { end += 2 }
    guard current == .identifier, end > 1, kind(ahead: end) == .dot, kind(ahead: end + 1) == .identifier else { return }
    let whole = here.union(token(ahead: end).span)
    report(.nameOfBase(parameter: text(ahead: end + 1)), at: whole)
    skip(end + 1)
  }

  /// path = name, { ".", name } ;
  mutating func settingPath() {
    let start = mark()
    skipNameOfBase()
    if current == .identifier {
      take()
    } else {
      reportOnce(.missingName(of: "set"), at: endOfPrevious)
    }
    while take(.dot) {
      if !take(.identifier) { reportOnce(.missingName(of: "set"), at: endOfPrevious) }
    }
    finish(.path, since: start)
  }
}
