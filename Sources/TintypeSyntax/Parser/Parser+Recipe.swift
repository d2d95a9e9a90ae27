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
    if let first = subscripts.first { report(.subscripted(first.index).andMore(subscripts.count - 1), at: first.place) }
    return tree(.recipe, since: start)
  }

  private mutating func editionAtTop() {
    if current == .tintype { return edition() }
    if let meant = misspelledDeclaration, meant == .keyword(.tintype) { return declaration(meant) }
    let start = source.text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // Not `report`: it says nothing about the token that stands here.
    add(.missingEdition, at: Span(start, start))
  }

  /// declaration = look | use | extends | set | variant | parameter | constant | function | image | output | expect ;
  private mutating func declaration() {
    switch current {
    case .tintype, .look, .param, .let, .kernel, .function, .image, .output:
      declaration(.keyword(current))
    case .var:
      report(.variableOutside, at: here)
      binding(.constant)
    case .for:
      report(.loopOutside, at: here)
      loop()
    case .rightBrace, .rightParenthesis, .rightBracket:
      reportOnce(.unopenedBracket(text()), at: here)
      skip()
    case .return:
      report(.returnOutside, at: here)
      output()
    default:
      if current == .identifier, let word = DeclarationWord(rawValue: text()) { return declaration(.word(word)) }
      if let meant = misspelledDeclaration { return declaration(meant) }
      if let words = foreignFunctionWords { return foreignFunction(words) }
      if let words = foreignConstantWords { return foreignConstant(words) }
      reportOnce(.expectedDeclaration, at: here)
      let before = position
      skipToDeclaration()
      if position == before { skip() }
    }
  }

  /// A declaration whose first token is its word, or was meant to be.
  private mutating func declaration(_ word: DeclarationStart) {
    if text() != word.spelling {
      let isTypo = foreignKeywords[text()] == nil
      report(.misspelledKeyword(text(), keyword: word.spelling, isTypo: isTypo), at: here)
      if case .keyword(let keyword) = word { reinterpret(as: keyword) }
    }
    switch word {
    case .keyword(.tintype):
      if position > 0 { add(.misplacedEdition, at: here) }
      edition()
    case .keyword(.look): look()
    case .keyword(.param): parameter()
    case .keyword(.let): binding(.constant)
    case .keyword(.kernel), .keyword(.function): function()
    case .keyword(.image): image()
    case .keyword: output()
    case .word(.use): use()
    case .word(.extends): extends()
    case .word(.set): set()
    case .word(.variant): variant()
    case .word(.expect): expectation()
    }
  }

  /// edition = "tintype", number ;
  private mutating func edition() {
    let start = mark()
    take()
    let number = text()
    if take(.number) {
      stuck(to: number)
    } else {
      reportOnce(.missingEditionNumber, at: behind)
    }
    finish(.edition, since: start)
  }

  /// constant = "let", name, [ ":", type ], "=", expression ;
  /// variable = "var", name, [ ":", type ], "=", expression ;
  mutating func binding(_ kind: SyntaxKind) {
    let start = mark()
    let word = kind == .constant ? "let" : "var"
    take()
    declaredName(of: word)
    typeAnnotation(isRequired: false)
    assignedValue(of: word)
    finish(kind, since: start)
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
  private mutating func output() {
    let start = mark()
    take()
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
      reportOnce(.missingEquals(of: what, valueFollows: atOperand), at: behind)
      if atOperand && !beginsLine() { expression() } else { missing() }
    }
  }
}
