import TintypeDiagnostics

extension Parser {
  /// parameter = "param", name, ":", type, "=", expression, { clause } ;
  mutating func parameter() {
    let start = mark()
    take()
    declaredName(of: "param")
    typeAnnotation(isRequired: true)
    assignedValue(of: "param")
    clauses()
    finish(.parameter, since: start)
  }

  /// clause = range | slider | step | unit | group | choices | label ;  each at most once
  private mutating func clauses() {
    var seen: [(kind: SyntaxKind, span: Span)] = []
    while true {
      skipUnknownClauses()
      guard let kind = clauseKind else { return }
      let start = mark()
      clause(kind)
      let span = span(since: start)
      if let earlier = seen.first(where: { $0.kind == kind })?.span {
        // Not `report`: what stands here now is another matter.
        add(.duplicateClause(clauseName(kind), earlier: location(earlier), at: location(span)))
        // Taken out of the views' sight: the first one counts.
        finish(.skipped, since: start)
      } else {
        seen.append((kind, span))
        finish(kind, since: start)
      }
    }
  }

  private var clauseKind: SyntaxKind? {
    if current == .string { return .labelClause }
    guard current == .identifier else { return nil }
    switch ClauseWord(rawValue: text()) {
    case .in: return .inClause
    case .slider: return .sliderClause
    case .step: return .stepClause
    case .unit: return .unitClause
    case .group: return .groupClause
    case .of: return .choicesClause
    case nil: return nil
    }
  }

  private func clauseName(_ kind: SyntaxKind) -> String {
    switch kind {
    case .inClause: "in"
    case .sliderClause: "slider"
    case .stepClause: "step"
    case .unitClause: "unit"
    case .groupClause: "group"
    case .choicesClause: "of"
    default: "label"
    }
  }

  private mutating func clause(_ kind: SyntaxKind) {
    take()
    switch kind {
    case .inClause, .sliderClause: range()
    case .stepClause: expression()
    case .unitClause: unit()
    case .choicesClause: choices()
    case .groupClause: if !take(.string) { reportOnce(.missingText(of: "group", at: behind)) }
    default: break
    }
  }

  /// choices = name, { ",", name } ;
  private mutating func choices() {
    repeat {
      if current == .string {
        if text().hasPrefix("\"") { report(.quotedChoice(text(), at: here)) }
        take()
        continue
      }
      if current == .dot, kind(ahead: 1) == .identifier {
        report(.dottedChoice(at: here))
        skip()
      }
      declaredName(of: "of")
    } while take(.comma)
  }

  /// range = sum, "...", sum ;
  ///
  /// `isCounted`: a loop goes through its whole numbers.
  mutating func range(isCounted: Bool = false) {
    sum()
    let dots = token().span
    if take(.ellipsis) {
      return current == .less ? halfOpenRange(dots, isCounted: isCounted) : sum()
    }
    reportOnce(.missingEllipsis(at: behind))
    let separates = current == .comma || current == .minus || isWord("to")
    if separates { skip() }
    if atOperand, separates || current == .number { sum() } else { missing() }
  }

  /// `0..<10` behind `..`. Only of whole numbers is it known which one is the last.
  private mutating func halfOpenRange(_ dots: Span, isCounted: Bool) {
    skip()
    let start = mark()
    sum()
    let upper = source.text(in: span(since: start))
    let whole = location(Span(dots.start, behind.span.end))
    add(.halfOpenRange(upper, isCounted: isCounted, at: whole))
  }

  /// unit = "unit", ( word | "%" ) ;
  private mutating func unit() {
    if current == .identifier {
      word()
    } else if current == .percent {
      let start = mark()
      take()
      finish(.word, since: start)
    } else {
      reportOnce(.missingUnit(at: behind))
    }
  }

  /// Words that begin no clause, each with what belongs to it.
  private mutating func skipUnknownClauses() {
    while clauseKind == nil, current == .identifier, !atDeclarationWord, !atForeignDeclaration {
      report(.unknownClause(text(), at: here))
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
