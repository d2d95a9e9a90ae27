import TintypeDiagnostics

// The promises of a look about its colors.
extension Parser {
  /// expect = "expect", ( name | color, "->", color ), [ "within", number ],
  ///          [ "with", setting, { [ "," ], setting } ] ;
  mutating func expectation() {
    let start = mark()
    take()
    if current == .color {
      patch()
    } else if !take(.identifier) {
      reportOnce(.missingExpectation, at: endOfPrevious)
    }
    if takeConnecting(.within) {
      if current == .number { takeNode(.number) } else { reportOnce(.missingDistance, at: endOfPrevious) }
    }
    if takeConnecting(.with) {
      repeat { setting(of: "setting") } while take(.comma) || atSetting
    }
    finish(.expectation, since: start)
  }

  private var atSetting: Bool { current == .identifier && [.equals, .dot].contains(kind(ahead: 1)) }

  /// color, "->", color
  private mutating func patch() {
    takeNode(.color)
    guard take(.arrow) else { return reportOnce(.missingPatchResult, at: endOfPrevious) }
    if current == .color { takeNode(.color) } else { reportOnce(.missingPatchResult, at: endOfPrevious) }
  }

  private mutating func takeConnecting(_ word: ConnectingWord) -> Bool { isWord(word.rawValue) && take(.identifier) }
}
