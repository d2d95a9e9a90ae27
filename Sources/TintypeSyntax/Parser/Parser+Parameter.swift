import TintypeDiagnostics

extension Parser {
  /// parameter = "param", name, ":", ( type, "=", expression | "picture" | "lut" ), { clause } ;
  mutating func parameter() {
    let start = mark()
    take()
    typeBeforeName()
    declaredName(of: "param")
    if current == .colon, kind(ahead: 1) == .identifier, ["picture", "lut"].contains(text(ahead: 1)) {
      take()
      takeNode(.type)
      // A picture without a default is given with each render; a table without one changes nothing.
      if current == .equals || current == .equal { assignedValue(of: "param") }
    } else {
      typeAnnotation(isRequired: true)
      assignedValue(of: "param")
    }
    clauses()
    finish(.parameter, since: start)
  }

  /// `float amount` after `param` or `uniform`: the type is skipped, and the parameter keeps its name.
  private mutating func typeBeforeName() {
    guard atTypeFirstParameter, foreignTypes[text()] != nil || commonTypes.contains(text()) else { return }
    let (type, name) = (foreignTypes[text()] ?? text(), text(ahead: 1))
    report(.typeFirstParameter(type, name: name, .unsafe), at: Span(token().start, token(ahead: 1).end))
    skip()
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
    return current == .identifier ? ClauseWord(rawValue: text())?.clause : nil
  }

  private mutating func clause(_ kind: SyntaxKind) {
    if !takeText() { take() }
    switch kind {
    case .inClause, .sliderClause: range()
    case .stepClause: expression()
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
    let (start, opener) = (mark(), current == .leftBracket ? here : nil)
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
      !(beginsLine() && [.colon, .equals].contains(kind(ahead: 1)))
    {
      report(.unknownClause(text()), at: here)
      let start = mark()
      repeat { take() } while !atUnknownClauseEnd
      finish(.skipped, since: start)
    }
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
