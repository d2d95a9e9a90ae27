import TintypeDiagnostics

extension Parser {
  /// recipe = edition, { declaration } ;
  mutating func recipe() -> SyntaxTree {
    let start = builder.mark
    skipSemicolons()
    editionAtTop()
    while current != .endOfFile {
      skipSemicolons()
      if current != .endOfFile { declaration() }
    }
    if let first = semicolons.first { report(.semicolon.andMore(semicolons.count - 1), at: first) }
    return tree(.recipe, since: start)
  }

  private mutating func editionAtTop() {
    if current == .tintype { return edition() }
    if misspelledDeclaration == TokenKind.tintype.rawValue { return declaration(TokenKind.tintype.rawValue) }
    // It stands further below, where it is either understood or reported.
    if zip(tokens, tokens.dropFirst()).contains(where: { $0.kind == .tintype && $1.kind == .number }) { return }
    let start = source.text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // Not `report`: it says nothing about the token that stands here.
    add(.missingEdition, at: Span(start, start))
  }

  /// declaration = look | use | extends | set | variant | parameter | constant | function | image | output | expect ;
  private mutating func declaration() {
    switch current {
    case let keyword where keyword.beginsDeclaration: declaration(keyword.rawValue)
    case .var:
      report(.variableOutside, at: here)
      binding(.constant)
    case .for:
      report(.loopOutside, at: here)
      isInReportedBlock = true
      loop()
      isInReportedBlock = false
    case .rightBrace where position == headerCloser: skip()
    case let closer where closer.closesBracket:
      reportOnce(.unopenedBracket(text()), at: here)
      skip()
    case .return:
      report(.returnOutside, at: here)
      output()
    case .if where beginsLine() && kind(ahead: 1) == .let:
      report(.unwrapping("'if let'"), at: here.union(token(ahead: 1).span))
      skipOutputs()
    case .if where beginsLine():
      let start = mark()
      report(.conditionalAtTop, at: here)
      isInReportedBlock = true
      if !nested({ $0.conditional() }) { skipExpression() }
      isInReportedBlock = false
      finish(.skipped, since: start)
    default:
      if current == .identifier, DeclarationWord(rawValue: text()) != nil { return declaration(text()) }
      if foreignDeclaration() { return }
      if let keyword = misspelledDeclaration { return declaration(keyword) }
      if let words = foreignFunctionWords { return foreignFunction(words) }
      if let words = foreignConstantWords {
        return isWord("uniform") && words == 3 ? foreignParameter(typeAt: 1) : foreignConstant(words)
      }
      if let words = foreignArrayWords { return foreignArray(words) }
      if let distance = foreignVariableType { return foreignParameter(typeAt: distance) }
      if foreignBlock() || declarationWithoutKeyword() { return }
      if !beginsLine(), position > 0 { return restOfValue() }
      if current == .identifier, kind(ahead: 1).assigns, beginsLine() || position == 0 {
        reportOnce(.assignmentOutside(text()), at: here)
      }
      reportOnce(current == .identifier && kind(ahead: 1) == .pipe ? .valueWithoutName : .expectedDeclaration, at: here)
      let before = position
      skipToDeclaration()
      if position == before { skip() }
    }
  }

  /// `|> blur 0.3%`, and `-blur 0.3%` as a command has it.
  private mutating func stepWithoutParentheses() {
    let isPiped = kind(ahead: -2) == .pipe
    var end = 1
    while !beginsLine(ahead: end), ![.pipe, .minus, .endOfFile].contains(kind(ahead: end)) { end += 1 }
    let setting = source.text(in: Span(here.start, token(ahead: end - 1).end))
    let whole = Span(token(ahead: isPiped ? -1 : -2).start, token(ahead: end - 1).end)
    reportOnce(
      .stepWithoutParentheses("\(isPiped ? "" : "|> ")\(text(ahead: -1))(\(setting))", whole: whole), at: whole)
  }

  /// What goes on after a declaration on its line.
  private mutating func restOfValue() {
    let literals = [LiteralWord.lut.rawValue, LiteralWord.picture.rawValue]
    switch current {
    case .identifier where kind(ahead: -1) == .rightBracket && kind(ahead: -3) == .leftBracket:
      reportOnce(.nameInBrackets, at: token(ahead: -3).span.union(token(ahead: -1).span))
    case .identifier where kind(ahead: 1) == .leftParenthesis:
      reportOnce(.missingPipe, at: Span(here.start, here.start))
    case .comma where kind(ahead: 1) == .identifier && kind(ahead: 2) == .leftParenthesis && !declares(.param):
      reportOnce(.stepAfterComma, at: here)
    case .comma: reportOnce(declares(.param) ? .severalDefaults : .settingsAfterValue, at: here)
    case .equals: reportOnce(.valueIsAssigned, at: here)
    case .leftBrace where kind(ahead: 1) == .identifier && kind(ahead: 2) == .colon:
      reportOnce(.labelsInBraces, at: here)
    case .identifier where kind(ahead: -1) == .string && literals.contains(text(ahead: -2)):
      var end = 1
      while kind(ahead: end) != .endOfFile, !beginsLine(ahead: end) { end += 1 }
      reportOnce(.wordsAfterFile(text(ahead: -2)), at: here.union(token(ahead: end - 1).span))
    case .identifier where text(ahead: -1) == LiteralWord.lut.rawValue: reportOnce(.fileInWords, at: here)
    case .identifier where text(ahead: -1) == LiteralWord.curve.rawValue: reportOnce(.curveWithoutPoints, at: here)
    case .leftBracket where text(ahead: -1) == "matrix": reportOnce(.matrixInBrackets, at: here)
    case .string where declares(.output): reportOnce(.fileOfOutput, at: here)
    case .identifier where kind(ahead: -1) == .number: reportOnce(.missingTimes, at: Span(here.start, here.start))
    case .number where kind(ahead: -1) == .identifier && [.pipe, .minus].contains(kind(ahead: -2)):
      stepWithoutParentheses()
    default: reportOnce(.valueGoesOn, at: here)
    }
    // Behind a comma a list goes on, whose opening bracket is missing.
    if current == .comma { return skipToDeclaration() }
    let start = mark()
    skipBalanced(stopsAtCloser: false) { $0.beginsLine() }
    if current.closesBracket, !beginsLine() { take() }
    finish(.skipped, since: start)
  }

  /// Whether the line begins with a keyword.
  private func declares(_ keyword: TokenKind) -> Bool {
    var distance = 0
    while position + distance > 0, !beginsLine(ahead: distance) { distance -= 1 }
    return kind(ahead: distance) == keyword
  }

  /// A declaration whose first token is its keyword, or a misspelling of it.
  private mutating func declaration(_ keyword: String) {
    if keyword == TokenKind.param.rawValue, text() != keyword, kind(ahead: 2) == .identifier, !beginsLine(ahead: 2),
      foreignType(text(ahead: 1)) != nil || commonTypes.contains(text(ahead: 1))
        || textureTypes.contains(text(ahead: 1).lowercased())
    {
      return foreignParameter(typeAt: 1)
    }
    if text() != keyword {
      let isTypo = foreignKeywords[text()] == nil
      // `const warm = (c) => …` is reported at its arrow.
      let isFunction = (1..<24).contains { kind(ahead: $0) == .equals && kind(ahead: $0 + 1) == .greater }
      // `@State var` is reported already.
      if !text().hasPrefix("@"), !isFunction || isTypo {
        report(.misspelledKeyword(text(), keyword: keyword, isTypo: isTypo), at: here)
      }
      if let kind = keywordKinds[keyword] { reinterpret(as: kind) }
    }
    switch DeclarationWord(rawValue: keyword) {
    case .use: use()
    case .extends: extends()
    case .set: set()
    case .variant: variant()
    case .expect: expectation()
    case nil: keywordDeclaration()
    }
  }

  private mutating func keywordDeclaration() {
    switch current {
    case .tintype:
      if hasEdition || position > 0 && diagnostics.isEmpty { add(.misplacedEdition, at: here) }
      edition()
    case .look: look()
    case .param: parameter()
    case .let: binding(.constant)
    case .kernel, .function: function()
    case .image: image()
    default: output()
    }
  }

  /// edition = "tintype", number ;
  private mutating func edition() {
    let start = mark()
    hasEdition = true
    take()
    let number = text()
    if take(.number) {
      skipWord(after: number)
    } else {
      if current == .identifier, !beginsLine(), text().hasPrefix("v") {
        report(.wordForEdition, at: here)
        return skip()
      }
      reportOnce(.missingEditionNumber, at: endOfPrevious)
    }
    finish(.edition, since: start)
  }

  /// constant = "let", name, [ ":", type ], "=", expression ;
  /// variable = "var", name, [ ":", type ], "=", expression ;
  mutating func binding(_ kind: SyntaxKind) {
    if let end = destructuredEnd { return destructured(kind, end: end) }
    let start = mark()
    let word = kind == .constant ? "let" : "var"
    take()
    typeBeforeName()
    let name = text()
    declaredName(of: word)
    if current == .leftBracket, self.kind(ahead: 1) == .number, self.kind(ahead: 2) == .rightBracket {
      report(.foreignArray(name), at: here.union(token(ahead: 2).span))
      skipBalanced { $0.beginsLine() || $0.current == .semicolon }
      missing()
      return finish(kind, since: start)
    }
    typeAnnotation(isRequired: false)
    assignedValue(of: word)
    finish(kind, since: start)
    moreNames(kind)
  }

  /// `float3` of `let float3 weights = …`
  private mutating func typeBeforeName() {
    guard current == .identifier, kind(ahead: 1) == .identifier, kind(ahead: 2) == .equals, !beginsLine(ahead: 1),
      let type = foreignType(text()) ?? (commonTypes.contains(text()) ? text() : nil)
    else { return }
    report(.typeBeforeName(type, name: text(ahead: 1)), at: here.union(token(ahead: 1).span))
    skip()
  }

  /// image = "image", name, "=", expression ;
  private mutating func image() {
    let start = mark()
    take()
    declaredName(of: "image")
    assignedValue(of: "image")
    finish(.image, since: start)
  }

  /// output = "output", expression ;
  mutating func output(hasKeyword: Bool = true) {
    let start = mark()
    if hasKeyword { take() }
    if current == .equals || current == .colon {
      report(.outputPunctuation(text()), at: here)
      skip()
    }
    expression()
    finish(.output, since: start)
  }

  /// `= expression`, with `==` understood.
  mutating func assignedValue(of what: String) {
    if current == .equal {
      report(.comparisonForEquals, at: here)
      take()
      expression()
    } else if take(.equals) {
      let start = mark()
      expression()
      if skipDecimals() { finish(.missing, since: start) }
    } else {
      // `param a: scalar in 0...1` goes on with a clause.
      let atValue = atOperand && !(what == "param" && current == .identifier && ClauseWord(rawValue: text()) != nil)
      reportOnce(.missingEquals(of: what, valueFollows: atValue), at: endOfPrevious)
      if atValue && !beginsLine() { expression() } else { missing() }
    }
  }
}
