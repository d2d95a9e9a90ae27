import TintypeDiagnostics

// What people write who come from C, Metal, GLSL, Swift or Python: understood, reported, and parsed on.
extension Parser {
  /// The declaration keyword a misspelt or foreign word at the start of a line was meant to be.
  var misspeltDeclaration: TokenKind? {
    guard current == .identifier, beginsLine(), !beginsLine(ahead: 1) else { return nil }
    guard [.identifier, .string, .number].contains(kind(ahead: 1)) else { return nil }
    let word = text()
    guard ClauseWord(rawValue: word) == nil else { return nil }
    // `kernal a(…)`, but not `float f(…)` or `float x = …`: those are C, and said to be.
    let keyword = foreignKeywords[word] ?? nearestName(to: word, among: declarationKeywords)
    guard let meant = keyword.flatMap({ keywordKinds[$0] }) else { return nil }
    return kind(ahead: 1) == .number && meant != .tintype ? nil : meant
  }

  /// `float luma(`
  var atForeignFunction: Bool {
    current == .identifier && kind(ahead: 1) == .identifier && kind(ahead: 2) == .leftParenthesis
      && !beginsLine(ahead: 1)
  }

  /// Whether something begins here that is no clause of the parameter before it.
  var atForeignDeclaration: Bool {
    misspeltDeclaration != nil || (beginsLine() && (atForeignFunction || foreignConstantWords != nil))
  }

  /// `float x =` or `const float x =`: how many words stand before the `=`, when there are at least two in a line.
  var foreignConstantWords: Int? {
    var words = 0
    while words < 4, kind(ahead: words) == .identifier, words == 0 || !beginsLine(ahead: words) { words += 1 }
    return words >= 2 && kind(ahead: words) == .equals ? words : nil
  }

  /// `float x = 1`, with `let x = 1` understood.
  mutating func foreignConstant(_ words: Int) {
    let start = mark()
    let before = Span(token().start, token(ahead: words - 2).end)
    report(.foreignConstant(source.text(in: before), name: text(ahead: words - 1), at: location(before)))
    skip(words - 1)
    declaredName(of: "let")
    assignedValue(of: "let")
    finish(.constant, since: start)
  }

  /// `x = 1` or `x += 1`
  var atAssignment: Bool {
    guard current == .identifier else { return false }
    if kind(ahead: 1) == .equals { return true }
    return [.plus, .minus, .star, .slash].contains(kind(ahead: 1)) && kind(ahead: 2) == .equals && isAdjacent(ahead: 2)
  }

  /// `x = 1`, with `let x = 1` understood; `x += 1` is only skipped, since it would have changed `x`.
  mutating func assignment() {
    let start = mark()
    let changes = kind(ahead: 1) != .equals
    let place = location(Span(token().start, token().start))
    report(.assignment(to: text(), changes: changes, at: here, insertion: place))
    take()
    if changes { take() }
    take()
    expression()
    finish(changes ? .skipped : .constant, since: start)
  }

  /// `retrun x`
  var atMisspeltReturn: Bool {
    guard kind(ahead: 1) == .identifier || kind(ahead: 1) == .number, !beginsLine(ahead: 1) else { return false }
    return text() != "return" && nearestName(to: text(), among: ["return"]) != nil
  }

  /// `for (…)`, `while x`
  var atLoop: Bool {
    guard current == .identifier, ["for", "while"].contains(text()) else { return false }
    return kind(ahead: 1) == .identifier || kind(ahead: 1) == .leftParenthesis
  }

  /// A loop up to the end of its block.
  mutating func loop() {
    report(.loop(text(), at: here))
    let start = mark()
    take()
    var depth = 0
    while current != .endOfFile, !atDeclaration {
      if current == .rightBrace, depth <= 1 {
        if depth == 1 { take() }
        break
      }
      if current == .leftBrace { depth += 1 }
      if current == .rightBrace { depth -= 1 }
      take()
    }
    finish(.skipped, since: start)
  }

  /// `c ? a : b` behind its condition.
  mutating func ternary(since start: TreeBuilder.Mark) {
    let question = here
    let condition = source.text(in: span(since: start))
    take()
    let a = mark()
    deeper { $0.expression() }
    let first = source.text(in: span(since: a))
    var second: String?
    if take(.colon) {
      let b = mark()
      deeper { $0.expression() }
      second = source.text(in: span(since: b))
    }
    add(.ternary(condition, first, second, at: question, whole: location(span(since: start))))
    finish(.missing, since: start)
  }

  /// Whether `and` or `or` stands between operands.
  var atSpelledOperator: Bool {
    guard isWord("and") || isWord("or") else { return false }
    switch kind(ahead: 1) {
    case .identifier, .number, .true, .false, .leftParenthesis, .not: return true
    default: return false
    }
  }

  /// Whether `not` stands before an operand; `not(x)` may be a call.
  var atSpelledNot: Bool {
    guard isWord("not") else { return false }
    switch kind(ahead: 1) {
    case .identifier, .number, .true, .false: return true
    default: return false
    }
  }

  /// Our spelling of an operator that is spelt as elsewhere.
  var operatorMeant: String? {
    switch current {
    case .ampersand: "&&"
    case .bar: "||"
    case .identifier: text() == "and" ? "&&" : "||"
    default: nil
    }
  }
}

/// Types people write most, to tell `c rgb` from `float3 c`; which types there are is the checker's to say.
let everydayTypes: Set = ["scalar", "vec2", "rgb", "rgba", "bool", "image", "mask"]

private let declarationKeywords = TokenKind.allCases.filter(\.beginsDeclaration).map(\.rawValue)

/// Words of other languages and what they are here.
private let foreignKeywords = [
  "func": "function", "fn": "function", "def": "function", "fun": "function", "shader": "kernel",
  "var": "let", "const": "let", "val": "let", "uniform": "param", "parameter": "param", "img": "image",
  "layer": "image",
]
