import TintypeDiagnostics

// What other languages declare and a recipe does not: each is one error, and skipped as a whole.
extension Parser {
  /// A declaration of another language, or words before one; false if none begins here.
  mutating func foreignDeclaration() -> Bool {
    if current == .leftBracket, kind(ahead: 1) == .leftBracket { return attribute() }
    if atSwitch {
      report(.foreignSwitch(text(), switchCondition), at: here)
      skipOutputs()
      return true
    }
    if atMarkup {
      markup()
      return true
    }
    if current == .minus, kind(ahead: 1) == .minus, kind(ahead: 2) == .identifier, kind(ahead: 3) == .colon {
      customProperty()
      return true
    }
    if atDocumentationText {
      report(
        .documentationText(text(ahead: 1).filter { $0 != "\"" }), at: here.union(token(ahead: 2).span))
      skip(3)
      return true
    }
    guard current == .identifier, beginsLine() || position == 0 else { return false }
    if let construct = foreignConstructs[text()], atForeignConstruct {
      let line = (1..<16).prefix { !beginsLine(ahead: $0) }
      let path = line.first { kind(ahead: $0) == .string }.map { text(ahead: $0) }
      report(.foreignConstruct(construct, text(), path: path), at: here)
      if construct == .type || construct == .enumeration { foreignTypes.insert(text(ahead: 1)) }
      skipForeignConstruct()
      return true
    }
    if isWord("extern"), kind(ahead: 1) == .string, !beginsLine(ahead: 1) {
      let place = here.union(token(ahead: 1).span)
      skip(2)
      declarationStart = position
      if foreignFunctionWords == nil { report(.extraWord("extern"), at: place) }
      return true
    }
    if isWord("export"), text(ahead: 1) == "default", !beginsLine(ahead: 1) {
      report(.exportedOutput, at: here.union(token(ahead: 1).span))
      skip()
      reinterpret(as: .output)
      output()
      return true
    }
    if isWord("DEFINE_UI_PARAMS") || isWord("DEFINE_LUT"), kind(ahead: 1) == .leftParenthesis {
      declarationMacro()
      return true
    }
    return pythonFunction() || extraWords()
  }

  /// `--amount: 0.5;`
  private mutating func customProperty() {
    let end = (5..<24).first { kind(ahead: $0) == .semicolon || beginsLine(ahead: $0) } ?? 5
    let value = source.text(in: Span(token(ahead: 4).start, token(ahead: end - 1).end))
    let last = kind(ahead: end) == .semicolon ? end : end - 1
    report(.customProperty(text(ahead: 2), value), at: Span(here.start, token(ahead: last).end))
    let start = mark()
    skip(2)
    declaredName(of: "let")
    skip(end - 3)
    if current == .semicolon { skip() }
    missing()
    finish(.constant, since: start)
  }

  /// A choice between outputs, which are the look's, through its last brace.
  mutating func skipOutputs() {
    let start = mark()
    var depth = 0
    repeat {
      if current.opensBracket { depth += 1 }
      if current.closesBracket { depth -= 1 }
      take()
    } while current != .endOfFile && (depth > 0 || kind(ahead: -1) != .rightBrace || current == .else)
    finish(.skipped, since: start)
    missing()
    finish(.output, since: start)
    suppressHere()
  }

  /// `\"\"\"Fades a little.\"\"\"` on a line of its own.
  private var atDocumentationText: Bool {
    text() == "\"\"" && kind(ahead: 1) == .string && isAdjacent(ahead: 1) && text(ahead: 2) == "\"\""
      && isAdjacent(ahead: 2) && beginsLine(ahead: 3)
  }

  /// `import { warm } from "warm.tint"`, but not `import "warm.tint"`, and no name that is used.
  private var atForeignConstruct: Bool {
    switch kind(ahead: 1) {
    case .identifier where isWord("uniform"): kind(ahead: 2) == .leftBrace
    case .identifier, .leftBrace, .star, .less: !beginsLine(ahead: 1)
    case .leftParenthesis: isWord("layout") || isWord("from")
    case .string: (isWord("from") || isWord("import") && isForeignModule(ahead: 1)) && !beginsLine(ahead: 1)
    default: false
    }
  }

  /// `"ACESlib.Utilities"`, but not `"warm"` or `"warm.tint"`.
  private func isForeignModule(ahead distance: Int) -> Bool {
    let name = text(ahead: distance).filter { $0 != "\"" }
    return name.mentions(".") && !name.mentions("/") && !name.hasSuffix(".tint")
  }

  /// `technique Warm { pass { … } }`, `effect "warm" { … }`
  mutating func foreignBlock() -> Bool {
    guard current == .identifier, beginsLine() || position == 0 else { return false }
    let isNamed = [.identifier, .string].contains(kind(ahead: 1))
    guard kind(ahead: isNamed ? 2 : 1) == .leftBrace, !(isNamed && beginsLine(ahead: 1)) else { return false }
    report(.foreignConstruct(.block, text(), path: nil), at: here)
    skipForeignConstruct()
    return true
  }

  /// Takes a declaration of another language: to the end of its line or of its braces.
  private mutating func skipForeignConstruct() {
    let start = mark()
    var depth = 0
    while current != .endOfFile {
      let closes = current == .rightBrace
      if current.opensBracket { depth += 1 } else if current.closesBracket { depth = max(0, depth - 1) }
      let ends = depth == 0 && (closes && kind(ahead: 1) != .identifier || current == .semicolon)
      take()
      if ends || depth == 0 && beginsLine() && current != .leftBrace || missingBraces != 0 && atDeclaration { break }
    }
    if current == .semicolon { take() }
    finish(.skipped, since: start)
    suppressHere()
  }

  /// `[[stitchable]]`
  private mutating func attribute() -> Bool {
    let start = here
    skipBrackets()
    if current == .rightBracket { skip() }
    report(.extraWord("[[…]]"), at: Span(start.start, endOfPrevious.end))
    return true
  }

  /// `private let`, `export const`
  private mutating func extraWords() -> Bool {
    guard (foreignFunctionWords ?? foreignConstantWords ?? foreignArrayWords) == nil else { return false }
    let count = kind(ahead: 1) == .identifier ? 2 : 1
    for words in 1...count where !beginsLine(ahead: words) {
      let isKeyword = kind(ahead: words).beginsDeclaration && kind(ahead: words) != .tintype
      let isForeign = kind(ahead: words) == .identifier && foreignKeywords[text(ahead: words)] != nil
      guard isKeyword || isForeign && kind(ahead: words + 1) == .identifier else { continue }
      let place = Span(here.start, token(ahead: words - 1).end)
      let isPrivate = ["private", "fileprivate", "internal"].contains(text()) && kind(ahead: words + 1) == .identifier
      let declaration = isPrivate ? (text(ahead: words), text(ahead: words + 1)) : nil
      report(.extraWord(source.text(in: place), before: declaration), at: place)
      skip(words)
      declarationStart = position
      return true
    }
    return false
  }

  /// `DEFINE_UI_PARAMS(gain, Gain, DCTLUI_SLIDER_FLOAT, 1.0, 0.0, 4.0, 0.01)`: the name is kept, since others use it.
  private mutating func declarationMacro() {
    let start = mark()
    guard let end = parenthesesEnd(ahead: 1), kind(ahead: 2) == .identifier else {
      report(.declarationMacro(text(), nil, whole: here), at: here)
      return skip()
    }
    let whole = Span(here.start, token(ahead: end - 1).end)
    let inner = source.text(in: Span(token(ahead: 2).start, token(ahead: end - 1).start))
    let parts = inner.split(separator: ",").map { part in
      String(part.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
    report(.declarationMacro(text(), declaration(ofMacro: text(), parts), whole: whole), at: whole)
    skip(2)
    declaredName(of: "let")
    skip(end - 3)
    missing()
    finish(.constant, since: start)
  }

  // MARK: Functions

  /// Whether a function with these words before its name and these parentheses is one that a shader begins with, or
  /// has inputs that cannot be translated.
  private func isShaderFunction(words: Int) -> Bool {
    let name = text(ahead: words - 1)
    if ["main", "mainImage", "transform"].contains(name) || text(ahead: words - 2) == "void" { return true }
    return (0..<words).contains { ["fragment", "vertex", "compute"].contains(text(ahead: $0)) }
      || translatedParameters(ahead: words) == nil
  }

  /// `float luma(…) { … }`, parsed as a `function`, or skipped where it is the function of a shader.
  mutating func foreignFunction(_ words: Int) {
    let (type, name) = (text(ahead: words - 2), text(ahead: words - 1))
    let before = here.union(token(ahead: words - 2).span)
    if isShaderFunction(words: words) {
      report(.shaderFunction(name), at: before)
      return skipForeignConstruct()
    }
    let start = mark()
    let parameters = translatedParameters(ahead: words) ?? ""
    let end = parenthesesEnd(ahead: words) ?? words + 1
    let header = "function \(name)(\(parameters)) -> \(foreignType(type) ?? type)"
    report(
      .foreignFunction(
        header, whole: kind(ahead: end) == .leftBrace ? Span(before.start, token(ahead: end - 1).end) : nil),
      at: before)
    skip(words - 1)
    isTranslated = true
    signature(of: "function", hasResult: true)
    isTranslated = false
    block(of: "function")
    finish(.function, since: start)
  }

  /// `def warm(c, amount=0.5):` and the indented lines below; false for anything else.
  private mutating func pythonFunction() -> Bool {
    guard isWord("def"), kind(ahead: 1) == .identifier, kind(ahead: 2) == .leftParenthesis,
      let end = parenthesesEnd(ahead: 2), let inputs = typedInputs(ahead: 2, isKernel: false)
    else { return false }
    let type = kind(ahead: end) == .arrow ? text(ahead: end + 1) : inputs.isColor ? "rgb" : "scalar"
    let body = (kind(ahead: end) == .arrow ? end + 2 : end) + 1
    guard kind(ahead: body - 1) == .colon, beginsLine(ahead: body) else { return false }
    let outer = indentation()
    func isInside(_ distance: Int) -> Bool {
      kind(ahead: distance) != .endOfFile
        && (!beginsLine(ahead: distance)
          || source.text.indentation(ofLineAt: token(ahead: distance).start) > outer)
    }
    var next = body
    while isInside(next) { next += 1 }
    guard next > body else { return false }
    let lines = source.text(in: Span(token(ahead: body - 1).end, token(ahead: next - 1).end))
    let header = "function \(text(ahead: 1))(\(inputs.text)) -> \(foreignType(type) ?? type)"
    report(
      .pythonFunction(header, lines, whole: Span(here.start, token(ahead: next - 1).end)),
      at: Span(here.start, token(ahead: body - 1).end))
    let start = mark()
    skip()
    isTranslated = true
    signature(of: "function", hasResult: true)
    isTranslated = false
    suppressHere()
    block(of: "function")
    finish(.function, since: start)
    return true
  }

  /// `kernel void invert(…) { … }`; false if the words before the parentheses are those of a recipe.
  mutating func kernelOfAnotherLanguage() -> Bool {
    guard kind(ahead: 1) == .identifier, kind(ahead: 2) == .identifier, kind(ahead: 3) == .leftParenthesis,
      isShaderFunction(words: 3)
    else { return false }
    report(.shaderFunction(text(ahead: 2)), at: token(ahead: 1).span)
    skipForeignConstruct()
    return true
  }

  /// `vec3 c, float k` as `c: rgb, k: scalar`; nil for what is more than types and names.
  func translatedParameters(ahead distance: Int) -> String? {
    guard let end = parenthesesEnd(ahead: distance) else { return nil }
    var parameters: [String] = []
    var words: [String] = []
    for index in (distance + 1)..<end {
      switch kind(ahead: index) {
      case .identifier, .image: words.append(text(ahead: index))
      case .colon where words.count == 1 && kind(ahead: index + 1) != .colon:
        words.insert(text(ahead: index + 1), at: 0)
      case .comma, .rightParenthesis:
        if words.count == 3, words[0] == words[2] { words.removeLast() }
        guard words.count > 1 || words.isEmpty && kind(ahead: index) == .rightParenthesis else { return nil }
        if let name = words.last {
          parameters.append("\(name): \(foreignType(words[words.count - 2]) ?? words[words.count - 2])")
        }
        words = []
      default: return nil
      }
    }
    return parameters.joined(separator: ", ")
  }

  // MARK: Values

  /// `uniform float amount;`, and `float amount;` or `float amount : register(c0)` at the top.
  mutating func foreignParameter(typeAt distance: Int) {
    let (type, name) = (text(ahead: distance), text(ahead: distance + 1))
    let place = Span(here.start, token(ahead: distance + 1).end)
    if textureTypes.contains(type.lowercased()) {
      report(.foreignTexture(type), at: place)
      return skipForeignConstruct()
    }
    if let (end, written) = annotated(name, foreignType(type) ?? type, from: distance + 2) {
      report(.annotatedParameter(written, whole: Span(here.start, token(ahead: end - 1).end)), at: place)
      let start = mark()
      skip(distance + 1)
      declaredName(of: "let")
      skip(end - distance - 2)
      if current == .semicolon { skip() }
      missing()
      return finish(.constant, since: start)
    }
    let isWhole = kind(ahead: distance + 2) == .semicolon || beginsLine(ahead: distance + 2)
    report(
      .foreignParameter(
        name, foreignType(type) ?? type, isWhole: isWhole, hasValue: kind(ahead: distance + 2) == .equals),
      at: place)
    let start = mark()
    skip(distance + 1)
    declaredName(of: "let")
    if current == .equals {
      assignedValue(of: "param")
    } else {
      let rest = mark()
      while current != .endOfFile, current != .semicolon, !beginsLine() { take() }
      finish(.skipped, since: rest)
      missing()
    }
    finish(.constant, since: start)
  }

  /// `< ui_min = 0.0; ui_max = 1.0; > = 0.5` behind the name of a uniform: how far ahead it ends, and the parameter.
  private func annotated(_ name: String, _ type: String, from first: Int) -> (end: Int, written: String)? {
    guard kind(ahead: first) == .less else { return nil }
    let (close, clauses) = annotations(ahead: first)
    guard kind(ahead: close) == .equals else { return nil }
    let rest = close + 1..<close + 32
    let end = rest.first { $0 > rest.lowerBound && (kind(ahead: $0) == .semicolon || beginsLine(ahead: $0)) }
    guard let end else { return nil }
    let value = source.text(in: Span(token(ahead: close).end, token(ahead: end - 1).end))
    return (end, "param \(name): \(type) =\(value)\(clauses)")
  }

  /// `float x` without a value, at the top or in a block: how far ahead the type stands.
  var foreignVariableType: Int? {
    for distance in 0..<3 where kind(ahead: distance) == .identifier && kind(ahead: distance + 1) == .identifier {
      let isType =
        foreignType(text(ahead: distance)) != nil || textureTypes.contains(text(ahead: distance).lowercased())
      guard isType, !beginsLine(ahead: distance + 1), distance == 0 || !beginsLine(ahead: distance) else { continue }
      switch kind(ahead: distance + 2) {
      case .semicolon, .colon, .endOfFile, .rightBrace: return distance
      case .comma where kind(ahead: distance + 3) == .identifier: return distance
      default: return beginsLine(ahead: distance + 2) ? distance : nil
      }
    }
    return nil
  }

  /// `float x;` in a block.
  mutating func foreignVariable(typeAt distance: Int) {
    let type = foreignType(text(ahead: distance)) ?? "scalar"
    var end = distance + 2
    while kind(ahead: end) == .comma, kind(ahead: end + 1) == .identifier { end += 2 }
    let names = stride(from: distance + 1, to: end, by: 2).map { text(ahead: $0) }
    let line = "\n" + String(repeating: " ", count: indentation())
    report(.foreignVariables(names, type, line), at: Span(here.start, token(ahead: end - 1).end))
    skip(distance)
    for _ in names {
      let start = mark()
      skip()
      declaredName(of: "var")
      missing()
      finish(.variable, since: start)
    }
  }

  /// `, b = 2` after `let a = 1`.
  mutating func moreNames(_ node: SyntaxKind) {
    while current == .comma, kind(ahead: 1) == .identifier, kind(ahead: 2) == .equals {
      report(.severalValues(node == .constant ? "let" : "var", indentation: indentation()), at: here)
      skip()
      let start = mark()
      declaredName(of: "let")
      assignedValue(of: "let")
      finish(node, since: start)
    }
  }

  /// `let r, g, b = c` or `let (a, b) = …`: how far ahead the `=` stands.
  var destructuredEnd: Int? {
    let inParentheses = kind(ahead: 1) == .leftParenthesis || kind(ahead: 1) == .leftBrace
    let first = inParentheses ? 2 : 1
    guard kind(ahead: first) == .identifier, kind(ahead: first + 1) == .comma, kind(ahead: first + 2) == .identifier
    else { return nil }
    var end = first + 1
    while kind(ahead: end) == .comma, kind(ahead: end + 1) == .identifier { end += 2 }
    if inParentheses, kind(ahead: end).closesBracket { end += 1 }
    return kind(ahead: end) == .equals ? end : nil
  }

  /// The names are kept, since others use them.
  mutating func destructured(_ node: SyntaxKind, end: Int) {
    let first = kind(ahead: 1) == .identifier ? 1 : 2
    report(.destructuring(text(ahead: first)), at: Span(token(ahead: 1).start, token(ahead: end - 1).end))
    skip()
    while current != .equals {
      guard current == .identifier else {
        skip()
        continue
      }
      let start = mark()
      declaredName(of: "let")
      missing()
      finish(node, since: start)
    }
    let rest = mark()
    repeat { take() } while current != .endOfFile && current != .semicolon && !beginsLine()
    finish(.skipped, since: rest)
  }
}
