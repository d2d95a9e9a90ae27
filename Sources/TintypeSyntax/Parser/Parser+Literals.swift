import TintypeDiagnostics

extension Parser {
  /// The literal that begins here with a word.
  var literalWord: LiteralWord? {
    // A file's name with values in it is one, too.
    let next = kind(ahead: 1) == .textHead ? .string : kind(ahead: 1)
    return LiteralWord.allCases.first { next == $0.follower && isWord($0.rawValue) }
  }

  /// `.image`
  mutating func keywordOption() {
    let start = mark()
    take()
    reportKeywordAsName()
    take()
    finish(.missing, since: start)
  }

  /// lut = "lut", text ;  picture = "picture", text ;
  mutating func file(_ kind: SyntaxKind) {
    let start = mark()
    take()
    let isText = current == .string
    _ = takeText()
    finish(isText ? kind : .missing, since: start)
  }

  /// `lut film.cube`
  var atBareLut: Bool {
    isWord(LiteralWord.lut.rawValue) && kind(ahead: 1) == .identifier && kind(ahead: 2) == .dot
      && text(ahead: 3) == "cube" && kind(ahead: 4) != .equals
  }

  mutating func bareLut() {
    let path = Span(token(ahead: 1).start, token(ahead: 3).end)
    report(.unquotedPath(source.text(in: path)), at: path)
    takeNode(.missing, of: 4)
  }

  /// curve = "curve", "[", point, { ",", point }, [ "," ], "]" ;
  mutating func curve() {
    let start = mark()
    let reported = diagnostics.count
    deeper { parser in
      parser.take()
      parser.curvePoints()
      parser.finish(parser.diagnostics.count == reported ? .curve : .missing, since: start)
    }
  }

  private mutating func curvePoints() {
    let opener = here
    take()
    if current == .rightBracket { reportOnce(.missingPoint, at: endOfPrevious) }
    while !atPointsEnd {
      if current == .leftParenthesis {
        curvePoint()
      } else {
        reportOnce(.missingPoint, at: here)
        repeat { skipInList() } while kind(ahead: 1) != .leftParenthesis && take(.comma)
      }
      if !atPointsEnd, !take(.comma) { missingComma(isBetween: current == .leftParenthesis, closer: .rightBracket) }
    }
    close(.rightBracket, openedAt: opener)
  }

  private var atPointsEnd: Bool { current == .rightBracket || atArgumentsEnd }

  /// point = "(", expression, ",", expression, ")" ;
  private mutating func curvePoint() {
    let start = mark()
    let opener = here
    take()
    expression()
    if take(.comma) {
      expression()
    } else if atOperand {
      reportOnce(.missingComma, at: endOfPrevious)
      expression()
    } else {
      reportOnce(.missingPointValue, at: endOfPrevious)
      missing()
    }
    if current == .comma {
      reportOnce(.unexpected(text(), wanted: "')'"), at: here)
      while current == .comma {
        skip()
        skipInList()
      }
    }
    close(.rightParenthesis, openedAt: opener)
    finish(.curvePoint, since: start)
  }
}
