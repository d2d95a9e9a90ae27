import TintypeDiagnostics

extension Parser {
  /// call = name, { ".", name }, "(", arguments, ")" ;
  mutating func nameOrCall() {
    let start = mark()
    // `source |> eq=contrast=1.2`
    if position > 0, kind(ahead: -1) == .pipe, kind(ahead: 1) == .equals, isAdjacent(ahead: 1) {
      report(.settingsBehindEquals, at: here.union(token(ahead: 1).span))
      skipBalanced { $0.beginsLine() || $0.current == .pipe }
      return finish(.missing, since: start)
    }
    guard let parts = calleeParts else {
      take()
      return finish(.name, since: start)
    }
    // `inks.map(c => c * 1.2)`
    let last = 2 * parts - 2
    if parts > 1, closureCallers.contains(text(ahead: last)), let end = parenthesesEnd(ahead: last + 1),
      (last + 2..<end).contains(where: { kind(ahead: $0) == .equals && kind(ahead: $0 + 1) == .greater })
    {
      report(.closure(text(ahead: last)), at: token(ahead: last).span)
      skip(end)
      return finish(.missing, since: start)
    }
    deeper { parser in
      for _ in 1..<(2 * parts) { parser.take() }
      parser.arguments()
      parser.finish(.call, since: start)
    }
  }

  /// How many names, joined by dots, stand before an opening parenthesis here; nil when none follows them.
  private var calleeParts: Int? {
    var parts = 1
    while kind(ahead: 2 * parts - 1) == .dot, kind(ahead: 2 * parts) == .identifier { parts += 1 }
    return kind(ahead: 2 * parts - 1) == .leftParenthesis ? parts : nil
  }

  /// arguments = [ argument, { ",", argument }, [ "," ] ] ;
  mutating func arguments() {
    let opener = here
    take()
    while current != .rightParenthesis, !atArgumentsEnd {
      argument()
      if current == .rightParenthesis || atArgumentsEnd { break }
      if !take(.comma) { missingComma(isBetween: atOperand, closer: .rightParenthesis) }
    }
    close(.rightParenthesis, openedAt: opener)
  }

  /// Whether a list in brackets ends here without its closing bracket.
  var atArgumentsEnd: Bool {
    if current == .endOfFile || current == .rightBrace { return true }
    if current == .var, atVariableReference { return false }
    // A keyword may be a label.
    return kind(ahead: 1) != .colon && (atStatementOnly || atDeclaration)
  }

  /// Reports what stands between two elements of a list in place of a comma, and skips it unless it is the next
  /// element.
  mutating func missingComma(isBetween: Bool, closer: TokenKind) {
    let words = [text(ahead: -1), text()]
    if isBetween, ["top", "bottom"].contains(words[0]), ["left", "right"].contains(words[1]) {
      let (dot, whole) = (kind(ahead: -2) == .dot, token(ahead: -1).span.union(here))
      reportOnce(.anchorInTwoWords((dot ? "" : ".") + words.inCamelCase, whole: whole), at: whole)
      return skip()
    }
    if isBetween, namesInTwoWords.contains(words.inCamelCase) {
      let whole = token(ahead: -1).span.union(here)
      reportOnce(.nameInTwoWords(words.inCamelCase), at: whole)
      return skip()
    }
    if current == .not, text(ahead: 1) == "important" {
      reportOnce(.important, at: here.union(token(ahead: 1).span))
      return skip(2)
    }
    if isBetween, closer == .rightParenthesis, valuesWithoutCommas() { return }
    // `from: vec2(0.1) : to: vec2(0.9)`
    if current == .colon, kind(ahead: 1) == .identifier, kind(ahead: 2) == .colon {
      report(.colonForComma(Span(endOfPrevious.end, token(ahead: 1).start)), at: here)
      reinterpret(as: .comma)
      _ = take(.comma)
      return
    }
    if isBetween { return reportOnce(.missingComma, at: endOfPrevious) }
    if current == .ellipsis {
      reportOnce(.rangeAsArgument, at: here)
      return skipInList()
    }
    reportOnce(.unexpected(text(), wanted: "',' or '\(closer.rawValue)'"), at: here)
    let before = position
    skipInList()
    if position == before { skip() }
    _ = take(.comma)
  }

  /// `rgb(0.03 0.01 -0.03)`, `slope: 1.1 1 0.9`, `to bottom`, `.degrees(30)`: false for anything else.
  private mutating func valuesWithoutCommas() -> Bool {
    if text(ahead: -1) == "to", ["top", "bottom", "left", "right"].contains(text()) {
      reportOnce(.directionInWords, at: token(ahead: -1).span.union(here))
      skip()
      return true
    }
    if current == .leftParenthesis, isAdjacent(), position > 1, kind(ahead: -1) == .identifier, kind(ahead: -2) == .dot,
      let end = parenthesesEnd(ahead: 0)
    {
      let whole = Span(token(ahead: -2).start, token(ahead: end - 1).end)
      let unit = ["degrees": "deg", "radians": "rad"][text(ahead: -1)]
      let isNumber = end == 3 && kind(ahead: 1) == .number
      reportOnce(.caseWithValue(isNumber ? unit.map { text(ahead: 1) + $0 } : nil, whole: whole), at: whole)
      skip(end)
      return true
    }
    // `by: 2% 4%`, `pad(2% 4%)`, `inset(2% 4% 2%)`
    let areSides =
      kind(ahead: 1) == .percent && (kind(ahead: 2) == .number || ["pad", "crop"].contains(text(ahead: -4)))
    if current == .number, kind(ahead: -2) == .number,
      kind(ahead: -3) == .colon || areSides && kind(ahead: -3) == .leftParenthesis
    {
      let whole = token(ahead: -2).span.union(here)
      reportOnce(.severalForOne(nil, whole: whole), at: whole)
      skipInList()
      return true
    }
    guard let numbers = numbersWithoutCommas else { return false }
    let (before, after) = (kind(ahead: numbers.before), kind(ahead: numbers.count))
    if before == .leftParenthesis, after == .rightParenthesis {
      reportOnce(.missingCommas(numbers.words.joined(separator: ", "), whole: numbers.whole), at: numbers.whole)
      skip(numbers.count)
    } else if before == .leftParenthesis, after == .slash, kind(ahead: numbers.count + 1) == .number {
      reportOnce(.colorOfPages, at: numbers.whole)
      skip(numbers.count + 2)
    } else if before == .colon, after == .rightParenthesis || after == .comma, numbers.words.count < 4 {
      let written = (numbers.words.count == 2 ? "vec2(" : "rgb(") + numbers.words.joined(separator: ", ") + ")"
      reportOnce(.severalForOne(written, whole: numbers.whole), at: numbers.whole)
      skip(numbers.count)
    } else {
      return false
    }
    return true
  }

  /// Numbers that follow each other, as in CSS, from the token before this one on; `count` of their tokens are to come,
  /// and the first stands after the token at `before`.
  private var numbersWithoutCommas: (words: [String], whole: Span, before: Int, count: Int)? {
    guard kind(ahead: -1) == .number else { return nil }
    var (index, words) = (0, [text(ahead: -1)])
    while words.count < 16,
      kind(ahead: index) == .number || kind(ahead: index) == .minus && kind(ahead: index + 1) == .number
    {
      let isNegative = kind(ahead: index) == .minus
      if isNegative, !isAdjacent(ahead: index + 1) { return nil }
      words.append((isNegative ? "-" : "") + text(ahead: isNegative ? index + 1 : index))
      index += isNegative ? 2 : 1
    }
    let isNegative = position > 1 && kind(ahead: -2) == .minus
    let first = isNegative ? -2 : -1
    guard words.count > 1, position >= 1 - first else { return nil }
    if isNegative { words[0] = "-" + words[0] }
    return (words, Span(token(ahead: first).start, token(ahead: index - 1).end), first - 1, index)
  }

  /// argument = [ name, ":" ], ( list | expression ) ;  a keyword may be a label
  private mutating func argument() {
    let start = mark()
    let hasEquals = kind(ahead: 1) == .equals
    if current == .identifier || current.isKeyword {
      // `ReShade::BackBuffer` has no label.
      if kind(ahead: 1) == .colon, kind(ahead: 2) != .colon {
        take()
        take()
      } else if current == .identifier, kind(ahead: 1) == .equals, !isAdjacent(ahead: 2) || kind(ahead: 2) != .greater {
        take()
        report(.equalsForLabel(at: Span(endOfPrevious.end, here.end)), at: here)
        take()
      }
    }
    rowStart = here.start
    let value = position
    let isLabeled = kind(ahead: -1) == .colon
    expression()
    finish(.argument, since: start)
    // `contrast: 1,2`
    if isLabeled, position == value + 1, kind(ahead: -1) == .number, current == .comma, isAdjacent(),
      kind(ahead: 1) == .number, isAdjacent(ahead: 1)
    {
      let whole = token(ahead: -1).span.union(token(ahead: 1).span)
      report(.decimalComma(text(ahead: -1) + "." + text(ahead: 1), whole: whole), at: whole)
      skip(2)
    }
    if hasEquals, current == .colon, kind(ahead: 1) == .identifier, kind(ahead: 2) == .equals {
      report(.colonForComma(Span(endOfPrevious.end, token(ahead: 1).start)), at: here)
      reinterpret(as: .comma)
    }
  }
}
