import TintypeDiagnostics

extension Parser {
  /// amount = [ "+" ], number, [ unit ] ;  the word of a unit after a number on the same line is always the unit
  mutating func amount() {
    let start = mark()
    _ = take(.plus)
    let spelling = takeNumber()
    if atUnit {
      take()
      return finish(.quantity, since: start)
    }
    finish(.number, since: start)
    // The amount is unknown: errors about the plain number would follow from this one.
    if skipWord(after: spelling) { finish(.missing, since: start) }
  }

  /// Takes a number, which may be too large to hold.
  private mutating func takeNumber() -> String {
    let spelling = text()
    if numberValue(spelling) == nil { report(.malformedNumber(spelling, isApart: true), at: here) }
    take()
    return spelling
  }

  private var atUnit: Bool {
    (current == .percent || current == .identifier) && !beginsLine() && UnitWord(rawValue: text()) != nil
  }

  /// Reports and skips a word right after a number that is not a unit. False if there is none, or if only a space is
  /// missing.
  @discardableResult
  mutating func skipWord(after number: String) -> Bool {
    let word = text()
    let isForeignUnit =
      foreignUnits[word] != nil && !beginsLine() && ![.leftParenthesis, .colon, .equals].contains(kind(ahead: 1))
    guard isAdjacent() || isForeignUnit, current == .identifier || current.isKeyword else { return false }
    if current.isKeyword || ClauseWord(rawValue: word) != nil || atDeclarationWord {
      report(.missingSpace(number, word), at: endOfPrevious)
      return false
    }
    let whole = token(ahead: -1).span.union(here)
    if number != "0", word.hasPrefix("x"), let height = Int(word.dropFirst()), height > 9 {
      report(.foreignSize(number, by: "\(height)"), at: whole)
      skip()
      return true
    }
    if word.contains(where: { $0.isNumber || $0 == "_" }) || ["e", "E", "f", "F", "h"].contains(word)
      || number == "0" && word.hasPrefix("x")
    {
      let isApart = !(isAdjacent(ahead: 1) && kind(ahead: 1) == .number)
      report(.malformedNumber(number + word, isApart: isApart), at: whole)
    } else if word.utf8.allSatisfy(isNameByte) {
      report(.unknownUnit(word, number: number, whole: whole), at: here)
    }
    skip()
    return true
  }
}
