import TintypeDiagnostics

// The promises of a look about its colors.
extension Parser {
  /// expect = "expect", ( name | color, "->", color | measure ), [ "within", number ],
  ///          [ "with", setting, { [ "," ], setting } ] ;
  mutating func expectation() {
    let start = mark()
    take()
    if current == .color {
      patch()
    } else if current == .identifier {
      let name = text()
      take()
      measured(name)
    } else {
      reportOnce(.missingExpectation, at: endOfPrevious)
    }
    if takeConnecting(.within) {
      if current == .number { tolerance() } else { reportOnce(.missingDistance, at: endOfPrevious) }
    }
    let isForeign = ["when", "if", "where", "for"].contains(text()) && !beginsLine()
    if isForeign {
      report(.foreignOperator(text(), ours: ConnectingWord.with.rawValue), at: here)
      skip()
    }
    if isForeign || takeConnecting(.with) {
      repeat { setting(of: "setting") } while take(.comma) || atSetting
    }
    finish(.expectation, since: start)
  }

  /// A number; what looks like its unit is reported.
  private mutating func tolerance() {
    takeNode(.number)
    guard current == .percent || current == .identifier && isAdjacent() else { return }
    report(.unitOfDistance(text()), at: here)
    skip()
  }

  private var atSetting: Bool { current == .identifier && [.equals, .dot].contains(kind(ahead: 1)) }

  /// measure = name, ( "of", ( name | color ) | "from", text ), "in", range ;
  private mutating func measured(_ name: String) {
    if isWord(ClauseWord.of.rawValue), take(.identifier) {
      if current == .color {
        takeNode(.color)
      } else if isWord(ClauseWord.in.rawValue) && text(ahead: 1) != ClauseWord.in.rawValue || !take(.identifier) {
        return reportOnce(.missingMeasured, at: endOfPrevious)
      }
    } else if takeConnecting(.from) {
      guard takeText() else { return reportOnce(.missingText(of: ConnectingWord.from.rawValue), at: endOfPrevious) }
    } else {
      if [.arrow, .leftParenthesis, .less, .greater, .equal, .dot, .equals].contains(current), !beginsLine() {
        report(.unmeasured(name, isPatch: current == .arrow), at: here)
        skipToDeclaration()
      }
      return
    }
    let start = mark()
    guard isWord(ClauseWord.in.rawValue) else { return reportOnce(.missingWindow, at: endOfPrevious) }
    take()
    range()
    finish(.inClause, since: start)
  }

  /// color, "->", color
  private mutating func patch() {
    takeNode(.color)
    guard take(.arrow) else { return reportOnce(.missingPatchResult, at: endOfPrevious) }
    if current == .color { takeNode(.color) } else { reportOnce(.missingPatchResult, at: endOfPrevious) }
  }

  private mutating func takeConnecting(_ word: ConnectingWord) -> Bool { isWord(word.rawValue) && take(.identifier) }
}
