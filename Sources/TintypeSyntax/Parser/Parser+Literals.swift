import TintypeDiagnostics

extension Parser {
  /// The literal that begins here with a word.
  var literalWord: LiteralWord? {
    guard current == .identifier, let word = LiteralWord(rawValue: text()) else { return nil }
    return kind(ahead: 1) == word.follower ? word : nil
  }

  /// option = ".", name ;
  mutating func option() {
    let start = mark()
    take()
    take()
    finish(.choice, since: start)
  }

  /// lut = "lut", text ;
  mutating func lut() {
    let start = mark()
    take()
    take()
    finish(.lut, since: start)
  }

  /// curve = "curve", "[", point, { ",", point }, [ "," ], "]" ;
  mutating func curve() {
    let start = mark()
    deeper { parser in
      parser.take()
      parser.curvePoints()
      parser.finish(.curve, since: start)
    }
  }

  private mutating func curvePoints() {
    let opener = token().span
    take()
    if current == .rightBracket { reportOnce(.missingPoint(at: behind)) }
    while !atPointsEnd {
      if current == .leftParenthesis {
        curvePoint()
      } else {
        reportOnce(.missingPoint(at: here))
        skipInList()
      }
      if !atPointsEnd, !take(.comma) { betweenPoints() }
    }
    close(.rightBracket, openedAt: opener)
  }

  private var atPointsEnd: Bool { current == .rightBracket || atArgumentsEnd }

  private mutating func betweenPoints() {
    if current == .leftParenthesis { return reportOnce(.missingComma(at: behind)) }
    reportOnce(.unexpected(text(), wanted: "',' or ']'", at: here))
    let before = position
    skipInList()
    if position == before { skip() }
    _ = take(.comma)
  }

  /// point = "(", expression, ",", expression, ")" ;
  private mutating func curvePoint() {
    let start = mark()
    let opener = token().span
    take()
    expression()
    if take(.comma) {
      expression()
    } else if atOperand {
      reportOnce(.missingComma(at: behind))
      expression()
    } else {
      reportOnce(.missingPointValue(at: behind))
      missing()
    }
    if current == .comma {
      reportOnce(.unexpected(text(), wanted: "')'", at: here))
      while current == .comma {
        skip()
        skipInList()
      }
    }
    close(.rightParenthesis, openedAt: opener)
    finish(.curvePoint, since: start)
  }
}
