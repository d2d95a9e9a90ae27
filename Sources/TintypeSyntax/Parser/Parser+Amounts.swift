import TintypeDiagnostics

extension Parser {
  /// amount = [ "+" ], number, [ unit ] ;  a unit's word behind a number on its line is always the unit
  mutating func amount() {
    let start = mark()
    _ = take(.plus)
    let spelling = takeNumber()
    if atUnit {
      take()
      return finish(.quantity, since: start)
    }
    finish(.number, since: start)
    stuck(to: spelling)
  }

  /// Takes a number, which may be too large to hold.
  private mutating func takeNumber() -> String {
    let spelling = text()
    if numberValue(spelling) == nil { report(.malformedNumber(spelling, at: here)) }
    take()
    return spelling
  }

  private var atUnit: Bool {
    (current == .percent || current == .identifier) && !beginsLine() && UnitWord(rawValue: text()) != nil
  }

  /// A word right behind a number that is no unit: a mistake everywhere but in a header.
  mutating func stuck(to number: String) {
    guard isAdjacent(), current == .identifier || current.isKeyword else { return }
    let word = text()
    if current.isKeyword || ClauseWord(rawValue: word) != nil || atDeclarationWord {
      return report(.missingSpace(number, word, at: behind))
    }
    let whole = location(Span(token(ahead: -1).start, token().end))
    if word.contains(where: { $0.isNumber || $0 == "_" }) || ["e", "E", "f", "F", "h"].contains(word) {
      report(.malformedNumber(number + word, at: whole))
    } else if word.utf8.allSatisfy(isNameByte) {
      report(.unknownUnit(word, at: here))
    }
    skip()
  }
}
