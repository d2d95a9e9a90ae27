import TintypeDiagnostics

extension Parser {
  /// amount = [ "+" ], number, [ unit ] ;  a unit's word after a number on its line is always the unit
  mutating func amount() {
    let start = mark()
    _ = take(.plus)
    let spelling = takeNumber()
    if atUnit {
      take()
      return finish(.quantity, since: start)
    }
    finish(.number, since: start)
    // What it amounts to is not known: whatever would be said about the plain number is an echo.
    if stuck(to: spelling) { finish(.missing, since: start) }
  }

  /// Takes a number, which may be too large to hold.
  private mutating func takeNumber() -> String {
    let spelling = text()
    if numberValue(spelling) == nil { report(.malformedNumber(spelling), at: here) }
    take()
    return spelling
  }

  private var atUnit: Bool {
    (current == .percent || current == .identifier) && !beginsLine() && UnitWord(rawValue: text()) != nil
  }

  /// A word right after a number that is no unit: a mistake everywhere but in a header. False where there is none, or
  /// where a space would put it right.
  @discardableResult
  mutating func stuck(to number: String) -> Bool {
    let word = text()
    let isForeignUnit =
      foreignUnits[word] != nil && !beginsLine() && ![.leftParenthesis, .colon, .equals].contains(kind(ahead: 1))
    guard isAdjacent() || isForeignUnit, current == .identifier || current.isKeyword else { return false }
    if current.isKeyword || ClauseWord(rawValue: word) != nil || atDeclarationWord {
      report(.missingSpace(number, word), at: endOfPrevious)
      return false
    }
    let whole = token(ahead: -1).span.union(here)
    if word.contains(where: { $0.isNumber || $0 == "_" }) || ["e", "E", "f", "F", "h"].contains(word)
      || number == "0" && word.hasPrefix("x")
    {
      report(.malformedNumber(number + word), at: whole)
    } else if word.utf8.allSatisfy(isNameByte) {
      report(.unknownUnit(word), at: here)
    }
    skip()
    return true
  }
}
