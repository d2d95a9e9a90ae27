import TintypeDiagnostics

// What a look promises.
extension Parser {
  /// expect = "expect", ( name | color, "->", color ), [ "within", number ], [ "with", setting, { [ "," ], setting } ] ;
  mutating func expectation() {
    let start = mark()
    take()
    if current == .color {
      patch()
    } else if !take(.identifier) {
      reportOnce(.missingExpectation(at: behind))
    }
    if takeConnecting(.within) {
      let limit = mark()
      if take(.number) { finish(.number, since: limit) } else { reportOnce(.missingDistance(at: behind)) }
    }
    if takeConnecting(.with) {
      repeat { setting(of: "expect") } while take(.comma) || atSetting
    }
    finish(.expectation, since: start)
  }

  private var atSetting: Bool { current == .identifier && [.equals, .dot].contains(kind(ahead: 1)) }

  /// color, "->", color
  private mutating func patch() {
    color()
    guard take(.arrow) else { return reportOnce(.missingResult(at: behind)) }
    if current == .color { color() } else { reportOnce(.missingResult(at: behind)) }
  }

  private mutating func color() {
    let start = mark()
    take()
    finish(.color, since: start)
  }

  private mutating func takeConnecting(_ word: ConnectingWord) -> Bool { isWord(word.rawValue) && take(.identifier) }
}
