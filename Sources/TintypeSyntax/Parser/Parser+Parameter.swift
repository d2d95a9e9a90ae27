import TintypeDiagnostics

extension Parser {
  /// parameter = "param", name, ":", ( type, "=", expression | "picture" | "lut" ), { clause } ;
  mutating func parameter(hasKeyword: Bool = true) {
    let start = mark()
    if hasKeyword { take() }
    labelFirst()
    typeBeforeName()
    nameInTwoWords()
    declaredName(of: "param")
    if current == .question {
      report(.optionalParameter, at: here)
      skip()
    }
    let type = current == .colon ? text(ahead: 1) : ""
    let ours = textureTypes.contains(type.lowercased()) ? "picture" : foreignType(type) ?? type
    if let end = endOfTexts {
      choiceOfTexts(end)
    } else if kind(ahead: 1) == .identifier, ["picture", "lut"].contains(ours) {
      take()
      takeNode(.type)
      foreignEndOfType()
      // A picture without a default is given with each render; a table without one changes nothing.
      if current == .equals || current == .equal { assignedValue(of: "param") }
    } else {
      typeAnnotation(isRequired: true)
      if hasAnnotations { annotatedDefault() } else { assignedValue(of: "param") }
    }
    clauses()
    finish(.parameter, since: start)
  }

  /// `"Warmth" warmth: scalar` and `"Warmth": scalar`: the label is skipped, and with it a name that is missing.
  private mutating func labelFirst() {
    let hasName = kind(ahead: 1) == .identifier
    guard current == .string, hasName || [.colon, .equals].contains(kind(ahead: 1)), !beginsLine(ahead: 1) else {
      return
    }
    let label = text()
    var end = 1
    while end < 32, kind(ahead: end) != .endOfFile, !beginsLine(ahead: end) { end += 1 }
    let rest = source.text(in: Span(token(ahead: 1).start, token(ahead: end - 1).end))
    let name = hasName ? "" : SyntaxError.name(of: label.lowercased())
    let isWhole = end < 32 && !(1..<end).contains { kind(ahead: $0) == .string }
    report(
      .labelFirst(
        hasName: hasName, line: isWhole ? name.map { "\($0)\(rest)  \(label)" } : nil,
        whole: Span(here.start, token(ahead: end - 1).end)),
      at: here)
    skip()
    if !hasName { suppressHere() }
  }

  /// `paper: "warm" | "cold" = "warm"`: how many tokens stand before its default.
  private var endOfTexts: Int? {
    var end = 0
    while kind(ahead: end) == (end == 0 ? .colon : .bar), kind(ahead: end + 1) == .string { end += 2 }
    return end > 2 ? end : nil
  }

  private mutating func choiceOfTexts(_ end: Int) {
    func name(_ distance: Int) -> String { text(ahead: distance).filter { $0 != "\"" } }
    let names = stride(from: 1, to: end, by: 2).map(name)
    let hasDefault = kind(ahead: end) == .equals && kind(ahead: end + 1) == .string
    let count = hasDefault ? end + 2 : end
    let whole = Span(here.start, token(ahead: count - 1).end)
    let first = hasDefault ? name(end + 1) : names[0]
    report(.choiceOfTexts("choice = .\(first)  of \(names.joined(separator: ", "))", whole: whole), at: whole)
    skip(count)
    missing()
  }

  /// `film strength: scalar`
  private mutating func nameInTwoWords() {
    guard current == .identifier, kind(ahead: 1) == .identifier, kind(ahead: 2) == .colon, !beginsLine(ahead: 1) else {
      return
    }
    let (whole, name) = (here.union(token(ahead: 1).span), [text(), text(ahead: 1)].inCamelCase)
    namesInTwoWords.insert(name)
    report(.nameInTwoWords(name), at: whole)
    skip()
  }

  /// `float amount` after `param` or `uniform`: the type is skipped, and the parameter keeps its name.
  private mutating func typeBeforeName() {
    guard atTypeFirstParameter, foreignType(text()) != nil || commonTypes.contains(text()) else { return }
    let (type, name) = (foreignType(text()) ?? text(), text(ahead: 1))
    report(.typeFirstParameter(type, name: name, .unsafe), at: Span(token().start, token(ahead: 1).end))
    skip()
  }

  /// Whether `< ui_min = 0.0; ui_max = 1.0; >` stands behind the default that begins here.
  private var hasAnnotations: Bool {
    guard current == .equals else { return false }
    return (2..<20).contains { distance in
      kind(ahead: distance) == .less && kind(ahead: distance + 2) == .equals
        && text(ahead: distance + 1).hasPrefix("ui_")
    }
  }

  /// A default and its annotations, which are clauses here.
  private mutating func annotatedDefault() {
    take()
    operand()
    let (end, clauses) = annotations(ahead: 0)
    report(.annotations(clauses), at: Span(here.start, token(ahead: end - 1).end))
    skip(end)
  }

  /// `< ui_min = 0.0; ui_max = 1.0; >`, which begins so far ahead: where it ends, and the clauses that it is here.
  func annotations(ahead first: Int) -> (end: Int, clauses: String) {
    var (values, index) = ([String: String](), first + 1)
    while ![.greater, .endOfFile].contains(kind(ahead: index)), !declarationKeyword(ahead: index), index < first + 96 {
      if kind(ahead: index) == .identifier, kind(ahead: index + 1) == .equals {
        let name = text(ahead: index)
        index += 2
        let first = index
        while ![.semicolon, .greater, .endOfFile].contains(kind(ahead: index)), index < first + 96 { index += 1 }
        if index > first {
          values[name] = source.text(in: Span(token(ahead: first).start, token(ahead: index - 1).end))
        }
      } else {
        index += 1
      }
    }
    let range = values["ui_min"].flatMap { low in values["ui_max"].map { " in \(low)...\($0)" } }
    let clauses = [range, values["ui_step"].map { " step \($0)" }, values["ui_label"].map { "  \($0)" }]
    return (kind(ahead: index) == .greater ? index + 1 : index, clauses.compactMap { $0 }.joined())
  }

  private func declarationKeyword(ahead distance: Int) -> Bool {
    beginsLine(ahead: distance) && kind(ahead: distance).beginsDeclaration
  }

  /// clause = range | slider | step | unit | group | choices | label ;  each at most once
  private mutating func clauses() {
    var seen: [(kind: SyntaxKind, span: Span)] = []
    while true {
      skipUnknownClauses()
      guard let kind = clauseKind else { return }
      let start = mark()
      let name = clauseKind == .labelClause ? "label" : text()
      clause(kind)
      let span = span(since: start)
      if let earlier = seen.first(where: { $0.kind == kind })?.span {
        // Not `report`: the error is not about the next token.
        add(.duplicateClause(name, earlier: earlier), at: span)
        // Skipped, so that the views use the first one.
        finish(.skipped, since: start)
      } else {
        seen.append((kind, span))
        finish(kind, since: start)
      }
    }
  }

  private var clauseKind: SyntaxKind? {
    if current == .string || current == .textHead { return .labelClause }
    if atChoicesAfterIn { return .choicesClause }
    return current == .identifier ? ClauseWord(rawValue: text())?.clause : nil
  }

  /// `in soft, hard`, which is meant as `of soft, hard`.
  private var atChoicesAfterIn: Bool {
    isWord(ClauseWord.in.rawValue) && kind(ahead: 1) == .identifier && kind(ahead: 2) == .comma
      && kind(ahead: 3) == .identifier
  }

  private mutating func clause(_ kind: SyntaxKind) {
    if atChoicesAfterIn { report(.choicesAfterIn, at: here) }
    if !takeText() { take() }
    switch kind {
    case .inClause, .sliderClause: range()
    case .stepClause:
      let start = mark()
      expression()
      if skipDecimals() { finish(.missing, since: start) }
    case .unitClause: unit()
    case .choicesClause: choices()
    case .groupClause: if !takeText() { reportOnce(.missingText(of: "group"), at: endOfPrevious) }
    default: break
    }
  }

  /// choices = name, { ",", name } ;
  private mutating func choices() {
    repeat {
      if current == .string {
        if text().hasPrefix("\"") { report(.quotedChoice(text()), at: here) }
        take()
        continue
      }
      if current == .dot, kind(ahead: 1) == .identifier {
        report(.dottedChoice, at: here)
        skip()
      }
      declaredName(of: "of")
      if current == .bar {
        report(.foreignOperator("|", ours: ","), at: here)
        reinterpret(as: .comma)
      }
    } while take(.comma)
  }

  /// range = sum, "...", sum ;
  ///
  /// `isCounted`: whether a loop counts over its integers.
  mutating func range(isCounted: Bool = false) {
    if isCounted, atCountedRange { return countedRange() }
    let (start, opener) = (mark(), current == .leftBracket ? here : nil)
    // `in 0-1`
    if !isCounted, current == .number, kind(ahead: 1) == .minus, kind(ahead: 2) == .number, isAdjacent(ahead: 1),
      kind(ahead: 3) != .ellipsis
    {
      take()
      report(.missingEllipsis(separator: here), at: here)
      skip()
      sum()
      return finish(.missing, since: start)
    }
    sum()
    if let opener, current != .ellipsis {
      reportOnce(.missingEllipsis(separator: nil), at: opener)
      return finish(.missing, since: start)
    }
    let dots = here
    if take(.ellipsis) {
      return current == .less ? halfOpenRange(dots, isCounted: isCounted) : sum()
    }
    let separates = current == .comma || isWord("to")
    reportOnce(
      .missingEllipsis(separator: separates ? Span(endOfPrevious.end, token(ahead: 1).start) : nil), at: endOfPrevious)
    if separates { skip() }
    if atOperand, separates || current == .number { sum() }
    // The range is unknown.
    finish(.missing, since: start)
  }

  /// `range(10)` or `range(1, 10)` of Python, in a loop.
  private var atCountedRange: Bool {
    ["range", "xrange", "arange"].contains(text()) && kind(ahead: 1) == .leftParenthesis
      && parenthesesEnd(ahead: 1).map { kind(ahead: $0) == .leftBrace || kind(ahead: $0) == .colon } == true
  }

  private mutating func countedRange() {
    let start = mark()
    let end = parenthesesEnd(ahead: 1) ?? 2
    let whole = Span(here.start, token(ahead: end - 1).end)
    let bounds = source.text(in: Span(token(ahead: 2).start, token(ahead: end - 1).start))
      .split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    let last = bounds.count > 1 ? bounds[1] : bounds.first ?? "10"
    let upper = Int64(last).map { "\($0 - 1)" } ?? "\(last) - 1"
    report(.countedRange("\(bounds.count > 1 ? bounds[0] : "0")...\(upper)"), at: whole)
    skip(end)
    finish(.missing, since: start)
  }

  /// `0..<10` after `..`. The last number is known for integers only.
  private mutating func halfOpenRange(_ dots: Span, isCounted: Bool) {
    skip()
    let start = mark()
    sum()
    let upper = source.text(in: span(since: start))
    add(.halfOpenRange(upper, isCounted: isCounted), at: Span(dots.start, endOfPrevious.end))
  }

  /// unit = "unit", ( word | "%" ) ;
  private mutating func unit() {
    if current == .identifier {
      word()
    } else if current == .percent {
      takeNode(.word)
    } else {
      reportOnce(.missingUnit, at: endOfPrevious)
    }
  }

  /// Skips words that begin no clause, each with the tokens that belong to it.
  private mutating func skipUnknownClauses() {
    while clauseKind == nil, current == .identifier, !atDeclarationWord, !atForeignDeclaration,
      !(beginsLine() && beginsLikeDeclaration)
    {
      if ["from", "min", "max", "minimum", "maximum", "between", "range", "limits"].contains(text()) {
        rangeClause()
        continue
      }
      report(.unknownClause(text()), at: here)
      let start = mark()
      repeat { take() } while !atUnknownClauseEnd
      finish(.skipped, since: start)
    }
  }

  /// `from 0 to 1` or `min 0 max 1`, of which the numbers are kept for the fix.
  private mutating func rangeClause() {
    let (start, from) = (mark(), here.start)
    var numbers: [String] = []
    let places = 0..<10
    var count = 1
    for distance in places.dropFirst() where count == distance && !beginsLine(ahead: distance) {
      switch kind(ahead: distance) {
      case .number:
        let first = kind(ahead: distance - 1) == .minus ? distance - 1 : distance
        let hasUnit =
          !beginsLine(ahead: distance + 1)
          && (kind(ahead: distance + 1) == .percent || UnitWord(rawValue: text(ahead: distance + 1)) != nil)
        numbers.append(
          source.text(in: Span(token(ahead: first).start, token(ahead: hasUnit ? distance + 1 : distance).end)))
        count += 1
      case .identifier where ClauseWord(rawValue: text(ahead: distance)) == nil: count += 1
      case .minus, .percent, .comma, .colon, .equals, .ellipsis: count += 1
      default: break
      }
    }
    let clause = numbers.count == 2 ? "in \(numbers[0])...\(numbers[1])" : nil
    report(.rangeClause(clause), at: Span(from, token(ahead: count - 1).end))
    for _ in 0..<count { take() }
    finish(.skipped, since: start)
  }

  /// Whether what begins a line is no clause: a declaration, also one whose name has no quotes, or another language's.
  private var beginsLikeDeclaration: Bool {
    [.colon, .equals, .leftParenthesis].contains(kind(ahead: 1)) || kind(ahead: 1).beginsDeclaration
      || foreignType(text()) != nil
      || DeclarationWord(rawValue: text()) != nil
  }

  private var atUnknownClauseEnd: Bool {
    clauseKind != nil || current == .identifier || current == .endOfFile || current == .semicolon
      || current.beginsDeclaration || current == .var || current == .for
  }
}

extension ClauseWord {
  /// The node of the clause.
  fileprivate var clause: SyntaxKind {
    switch self {
    case .in: .inClause
    case .slider: .sliderClause
    case .step: .stepClause
    case .unit: .unitClause
    case .group: .groupClause
    case .of: .choicesClause
    }
  }
}
