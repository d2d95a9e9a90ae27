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

  /// `lut film.cube` or `picture paper-1.png`
  var atBareFile: Bool { bareFileLength != nil }

  private var bareFileLength: Int? {
    let endings = isWord(LiteralWord.lut.rawValue) ? ["cube"] : ["png", "jpg", "jpeg"]
    guard endings.count == 1 || isWord(LiteralWord.picture.rawValue), kind(ahead: 1) == .identifier else { return nil }
    var length = 2
    while isAdjacent(ahead: length), !kind(ahead: length).closesBracket, kind(ahead: length) != .endOfFile {
      length += 1
    }
    guard kind(ahead: length - 2) == .dot, endings.contains(text(ahead: length - 1)), kind(ahead: length) != .equals
    else { return nil }
    return length
  }

  mutating func bareFile() {
    guard let length = bareFileLength else { return }
    let path = Span(token(ahead: 1).start, token(ahead: length - 1).end)
    report(.unquotedPath(source.text(in: path)), at: path)
    takeNode(.missing, of: length)
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
      if kind(ahead: -1) == .number, isAdjacent(), kind(ahead: 1) == .number, isAdjacent(ahead: 1) {
        report(.decimalComma, at: here)
      } else if kind(ahead: -3) == .number, kind(ahead: -2) == .comma, kind(ahead: -1) == .number,
        isAdjacent(ahead: -1),
        isAdjacent(ahead: -2)
      {
        report(.decimalComma, at: token(ahead: -2).span)
      } else {
        reportOnce(.unexpected(text(), wanted: "')'"), at: here)
      }
      while current == .comma {
        skip()
        skipInList()
      }
    }
    close(.rightParenthesis, openedAt: opener)
    finish(.curvePoint, since: start)
  }
}
