import TintypeDiagnostics

// Syntax of C, Metal, GLSL, Swift and Python: it is reported, and parsed as what it means here.
extension Parser {
  /// The declaration a misspelled or foreign word at the start of a line was meant to begin.
  var misspelledDeclaration: String? {
    guard current == .identifier, beginsLine() || position == declarationStart, !beginsLine(ahead: 1) else {
      return nil
    }
    guard [.identifier, .string, .number].contains(kind(ahead: 1)), foreignConstantWords != 3, foreignArrayWords == nil
    else { return nil }
    let word = text()
    if word == ClauseWord.slider.rawValue, kind(ahead: 2) == .colon { return TokenKind.param.rawValue }
    guard ClauseWord(rawValue: word) == nil, DeclarationWord(rawValue: word) == nil else { return nil }
    // `kernal a(…)`, but not `float f(…)` or `float x = …`: those are C, and said to be.
    let keyword = foreignKeywords[word] ?? nearestName(to: word, among: declarationWords)
    if let word = keyword.flatMap(DeclarationWord.init) {
      return word.followers.contains(kind(ahead: 1)) ? keyword : nil
    }
    return keyword == TokenKind.tintype.rawValue || kind(ahead: 1) != .number ? keyword : nil
  }

  /// `float luma(` or `static float luma(`: how many words stand before the `(`, when there are at least two in a
  /// line.
  var foreignFunctionWords: Int? { words(before: .leftParenthesis) }

  /// Whether something begins here that is no clause of the parameter before it.
  var atForeignDeclaration: Bool {
    misspelledDeclaration != nil || (beginsLine() && (foreignFunctionWords ?? foreignConstantWords) != nil)
  }

  /// `float x =` or `const float x =`: how many words stand before the `=`, when there are at least two in a line.
  var foreignConstantWords: Int? { words(before: .equals) }

  /// `float x[` or `const float x[`: how many words stand before the `[`.
  var foreignArrayWords: Int? { words(before: .leftBracket) }

  private func words(before follower: TokenKind) -> Int? {
    var words = 0
    while words < 4, kind(ahead: words) == .identifier, words == 0 || !beginsLine(ahead: words) { words += 1 }
    return words >= 2 && kind(ahead: words) == follower ? words : nil
  }

  /// `float x = 1`, parsed as `let x = 1`.
  mutating func foreignConstant(_ words: Int) {
    let start = mark()
    let before = Span(token().start, token(ahead: words - 2).end)
    let (name, type) = (text(ahead: words - 1), text(ahead: words - 2))
    // `float3 x = float3(…)`
    let call = text(ahead: words + 1) == type && kind(ahead: words + 2) == .leftParenthesis ? foreignType(type) : nil
    let whole = Span(before.start, token(ahead: words + 1).end)
    report(.foreignConstant(name, call.map { ("let \(name) = \($0)", whole) }), at: before)
    skip(words - 1)
    declaredName(of: "let")
    assignedValue(of: "let")
    finish(.constant, since: start)
    moreNames(.constant)
  }

  /// `rgb d{0, 1, 2}` in a block: how many tokens it has.
  var constructedEnd: Int? {
    guard foreignType(text()) != nil || commonTypes.contains(text()), words(before: .leftBrace) == 2 else { return nil }
    return (3..<64).first { kind(ahead: $0) == .rightBrace }.map { $0 + 1 }
  }

  mutating func constructedValue(_ end: Int) {
    let type = foreignType(text()) ?? text()
    let parts = source.text(in: Span(token(ahead: 2).end, token(ahead: end - 1).start))
    let value = type == "scalar" ? parts : "\(type)(\(parts))"
    let whole = Span(here.start, token(ahead: end - 1).end)
    report(.constructedValue("let \(text(ahead: 1)) = \(value)"), at: whole)
    let start = mark()
    skip()
    declaredName(of: "let")
    skip(end - 2)
    missing()
    finish(.constant, since: start)
  }

  /// `[unroll]` on a line of its own: how many tokens it has.
  var attributeEnd: Int? {
    guard current == .leftBracket, kind(ahead: 1) == .identifier,
      let closer = (2..<8).first(where: { kind(ahead: $0) == .rightBracket }),
      beginsLine(ahead: closer + 1), [.for, .if].contains(kind(ahead: closer + 1))
    else { return nil }
    return closer + 1
  }

  /// `if let iso = source.iso { … } else { … }`, taken as a whole.
  mutating func conditionalBinding() {
    let start = mark()
    report(.unwrapping("'if let'"), at: here.union(token(ahead: 1).span))
    repeat {
      skip()
      skipBalanced { $0.current == .leftBrace }
      if current == .leftBrace { skipBrackets() }
    } while current == .else
    finish(.missing, since: start)
  }

  /// `if(x > 0.5, 1, 0)`; false for an `if` that is none.
  mutating func choiceAsCall() -> Bool {
    guard kind(ahead: 1) == .leftParenthesis, isAdjacent(ahead: 1), let end = parenthesesEnd(ahead: 1),
      kind(ahead: end) != .leftBrace
    else { return false }
    var (depth, places) = (0, [2])
    for distance in 2..<max(2, end - 1) {
      switch kind(ahead: distance) {
      case let opener where opener.opensBracket: depth += 1
      case let closer where closer.closesBracket: depth -= 1
      case .comma where depth == 0: places.append(distance + 1)
      default: break
      }
    }
    let ends = places.dropFirst().map { $0 - 2 } + [end - 2]
    guard places.count == 3, zip(places, ends).allSatisfy({ $0 <= $1 }) else { return false }
    let arguments = zip(places, ends).map { source.text(in: token(ahead: $0).span.union(token(ahead: $1).span)) }
    report(.choiceAsCall(arguments, whole: here.union(token(ahead: end - 1).span)), at: here)
    skipMissing(end)
    return true
  }

  /// `w in weights {`: the body uses the element.
  mutating func loopOverList(_ name: String, _ list: String, index: String = "i", at place: Span, brace: Int) {
    let line = "\n" + String(repeating: " ", count: indentation() + 2)
    if name == index {
      // `weights[i]`: the name is a number already.
      return report(.loopOverList("\(index) in 0...\(list).count - 1", "", header: place, through: nil), at: place)
    }
    // A body on the line of its brace goes on below.
    let element = line + "let \(name) = \(list)[\(index)]" + (beginsLine(ahead: brace + 1) ? "" : line)
    let end = kind(ahead: brace) == .leftBrace ? token(ahead: brace).end : nil
    report(.loopOverList("\(index) in 0...\(list).count - 1", element, header: place, through: end), at: place)
  }

  /// `for i, w in enumerate(weights)`
  var atLoopOverPairs: Bool {
    kind(ahead: 1) == .identifier && kind(ahead: 2) == .comma && kind(ahead: 3) == .identifier
      && text(ahead: 4) == ClauseWord.in.rawValue && text(ahead: 5) == "enumerate" && kind(ahead: 7) == .identifier
      && kind(ahead: 8) == .rightParenthesis && kind(ahead: 9) == .leftBrace
  }

  /// The loop is skipped as a whole, since its body uses both names.
  mutating func loopOverPairs() {
    let header = Span(token(ahead: 1).start, token(ahead: 8).end)
    loopOverList(text(ahead: 3), text(ahead: 7), index: text(ahead: 1), at: header, brace: 9)
    skip(9)
    skipBrackets()
  }

  /// `float x[3] = {1, 2, 1}`: the name is kept, since others use it.
  mutating func foreignArray(_ words: Int) {
    let start = mark()
    report(.foreignArray(text(ahead: words - 1)), at: Span(token().start, token(ahead: words - 1).end))
    skip(words - 1)
    declaredName(of: "let")
    skipBalanced { $0.beginsLine() || $0.current == .semicolon }
    missing()
    finish(.constant, since: start)
  }

  /// `x++`, `++x` or, where it can be nothing else, `x--`
  var atIncrement: Bool {
    if current == .plus { return kind(ahead: 1) == .plus && isAdjacent(ahead: 1) && kind(ahead: 2) == .identifier }
    let sign = nameLength
    guard current == .identifier, kind(ahead: sign) == kind(ahead: sign + 1), isAdjacent(ahead: sign + 1) else {
      return false
    }
    switch kind(ahead: sign) {
    case .plus: return kind(ahead: sign + 2) != .number
    case .minus: return !mayBeOperand(ahead: sign + 2)
    default: return false
    }
  }

  /// The tokens of `c` or `c.g`.
  private var nameLength: Int { kind(ahead: 1) == .dot && kind(ahead: 2) == .identifier ? 3 : 1 }

  private func mayBeOperand(ahead distance: Int) -> Bool {
    switch kind(ahead: distance) {
    case .rightBrace, .semicolon, .let, .var, .for, .return: false
    case .identifier: !isAssigned(ahead: distance)
    default: true
    }
  }

  mutating func increment() {
    let isBefore = current != .identifier
    let count = isBefore ? 1 : nameLength
    let first = isBefore ? 2 : 0
    let name = source.text(in: token(ahead: first).span.union(token(ahead: first + count - 1).span))
    let operation = kind(ahead: isBefore ? 1 : count) == .minus ? "-" : "+"
    report(.increment(name, operation), at: here.union(token(ahead: count + 1).span))
    skip(count + 2)
  }

  /// `f(c) = 1`, after `f(c)`.
  mutating func assignmentToValue(_ start: TreeBuilder.Mark) {
    reportOnce(.assignmentToValue(source.text(in: span(since: start))), at: here)
    let rest = mark()
    take()
    expression()
    finish(.skipped, since: rest)
  }

  /// `retrun x`
  var atMisspelledReturn: Bool {
    guard kind(ahead: 1) == .identifier || kind(ahead: 1) == .number, !beginsLine(ahead: 1) else { return false }
    return text() != "return" && nearestName(to: text(), among: ["return"]) != nil
  }

  /// `while x`
  var atForeignLoop: Bool {
    guard isWord("while") || isWord("foreach") else { return false }
    switch kind(ahead: 1) {
    case .identifier, .true, .not: return true
    case .leftParenthesis: return braceFollowsParentheses
    default: return false
    }
  }

  /// Whether `{` follows the parentheses after this word, so that it is no call. Only near ones are looked for.
  private var braceFollowsParentheses: Bool {
    var depth = 0
    for distance in 1..<64 {
      switch kind(ahead: distance) {
      case .leftParenthesis: depth += 1
      case .rightParenthesis:
        depth -= 1
        if depth == 0 { return kind(ahead: distance + 1) == .leftBrace }
      default: break
      }
    }
    return false
  }

  /// `(int i = 0; i < 3; i++)` or `(i in 0...3)` after `for`; the name is kept, since the body uses it.
  mutating func countingLoopHeader() {
    let name = countedName
    let end = parenthesesEnd(ahead: 0) ?? 1
    let whole = Span(here.start, token(ahead: end - 1).end)
    if let name, text(ahead: name + 1) == "of", kind(ahead: name + 3) == .rightParenthesis {
      loopOverList(text(ahead: name), text(ahead: name + 2), at: whole, brace: end)
    } else {
      report(
        .countingLoop(
          name.map { text(ahead: $0) } ?? "i", range: name.flatMap { countedRange(of: $0) }, whole: whole), at: here)
    }
    if let name {
      skip(name)
      take()
      skipBalanced { $0.current == .leftBrace }
      if current == .rightParenthesis { skip() }
    } else {
      skipBrackets()
    }
    let range = mark()
    missing()
    finish(.inClause, since: range)
  }

  /// `0...3` of `i = 0; i < 4; i++` and of `i in 0...3`.
  private func countedRange(of name: Int) -> String? {
    guard kind(ahead: name + 1) == .equals, kind(ahead: name + 2) == .number, kind(ahead: name + 3) == .semicolon,
      text(ahead: name + 4) == text(ahead: name), kind(ahead: name + 7) == .semicolon
    else { return nil }
    let (first, last) = (text(ahead: name + 2), text(ahead: name + 6))
    switch kind(ahead: name + 5) {
    case .less: return "\(first)...\(Int64(last).map { "\($0 - 1)" } ?? "\(last) - 1")"
    case .lessOrEqual: return "\(first)...\(last)"
    default: return nil
    }
  }

  /// How far ahead `i` stands in `(int i = 0` and `(i in 0...3`.
  private var countedName: Int? {
    (1..<4).first { distance in
      kind(ahead: distance) == .identifier
        && (kind(ahead: distance + 1) == .equals || ["in", "of"].contains(text(ahead: distance + 1)))
    }
  }

  /// A loop up to the end of its block.
  mutating func foreignLoop() {
    report(.foreignLoop(text()), at: here)
    skip()
    skipBalanced { $0.current == .leftBrace }
    if current == .leftBrace { skipBrackets() }
  }

  /// `c ? a : b` after its condition.
  mutating func ternary(since start: TreeBuilder.Mark) {
    let question = here
    if kind(ahead: 1) == .colon, isAdjacent(ahead: 1) {
      report(.foreignOperator("?:", ours: "??"), at: here.union(token(ahead: 1).span))
      skip(2)
      deeper { $0.expression() }
      return finish(.missing, since: start)
    }
    let condition = source.text(in: span(since: start))
    take()
    let a = mark()
    openTernaries += 1
    deeper { $0.expression() }
    openTernaries -= 1
    let first = source.text(in: span(since: a))
    var second: String?
    if take(.colon) {
      let b = mark()
      deeper { $0.expression() }
      second = source.text(in: span(since: b))
    }
    choice(condition, first, second, at: question, since: start)
  }

  /// Whether `if c else b` follows on the line of a value. An `if` with a block begins a statement.
  var atTrailingCondition: Bool {
    guard current == .if, position > 0, !beginsLine() else { return false }
    var distance = 1
    while distance < 64, !beginsLine(ahead: distance), ![.leftBrace, .endOfFile, .else].contains(kind(ahead: distance))
    {
      distance += 1
    }
    return kind(ahead: distance) == .else && !beginsLine(ahead: distance)
  }

  /// `a if c else b` after its first value.
  mutating func trailingCondition(since start: TreeBuilder.Mark) {
    let word = here
    let first = source.text(in: span(since: start))
    take()
    let c = mark()
    deeper { $0.expression() }
    let condition = source.text(in: span(since: c))
    var second: String?
    if take(.else) {
      let b = mark()
      deeper { $0.expression() }
      second = source.text(in: span(since: b))
    }
    choice(condition, first, second, at: word, since: start)
  }

  /// Reports a choice that is written in another order, at its word or sign.
  private mutating func choice(
    _ condition: String, _ first: String, _ second: String?, at place: Span, since start: TreeBuilder.Mark
  ) {
    let whole = span(since: start)
    let isOneLine = !source.text[whole.start..<whole.end].contains { $0.endsLine }
    let sign = source.text(in: place)
    add(.ternary(sign, condition, first, second, whole: whole, isOneLine: isOneLine), at: place)
    finish(.missing, since: start)
  }

  /// `guard c else { return a }`.
  mutating func guardStatement() {
    let (start, word) = (mark(), here)
    skip()
    let c = mark()
    expression()
    add(.guardStatement(source.text(in: span(since: c))), at: word)
    _ = take(.else)
    block(of: "if")
    finish(.conditional, since: start)
  }

  /// A declaration in a block.
  mutating func skipNestedDeclaration() {
    let isFunction = current == .kernel || current == .function
    if !isInReportedBlock { report(isFunction ? .nestedFunction(text()) : .nestedDeclaration(text()), at: here) }
    let first = position
    skip()
    skipBalanced { $0.current == .leftBrace || !isFunction && $0.position != first && $0.beginsLine() }
    if current == .leftBrace { skipBrackets() }
  }

  /// `c ^ 2`, `c ** 2` or `c % 2` after `c`.
  mutating func powerOrRemainder(since start: TreeBuilder.Mark) {
    let isStars = current == .star && kind(ahead: 1) == .star && isAdjacent(ahead: 1)
    guard current == .caret || current == .percent || isStars, !beginsLine() else { return }
    let isPower = current != .percent
    let sign = isStars ? here.union(token(ahead: 1).span) : here
    let left = source.text(in: span(since: start))
    if current == .percent, beginsLine(ahead: 1) || [.comma, .rightParenthesis].contains(kind(ahead: 1)) {
      report(.percentOfName(left, whole: span(since: start).union(here)), at: here)
      skip()
      return finish(.missing, since: start)
    }
    let isText = kind(ahead: -1) == .string
    skip(isStars ? 2 : 1)
    let exponent = mark()
    guard countOperator() else { return finish(.missing, since: start) }
    deeper { $0.operand() }
    let (right, whole) = (source.text(in: span(since: exponent)), span(since: start))
    if isText {
      add(.textWithPercent, at: sign)
    } else if !right.isEmpty {
      add(isPower ? .power(left, right, whole: whole) : .remainder(left, right, whole: whole), at: sign)
    }
    finish(.missing, since: start)
  }

  /// Whether `and` or `or` stands between operands.
  var atSpelledOperator: Bool {
    let operands: [TokenKind] = [.identifier, .number, .true, .false, .leftParenthesis, .not]
    return (isWord("and") || isWord("or")) && operands.contains(kind(ahead: 1))
  }

  /// Whether `not` stands before an operand; `not(x)` may be a call.
  var atSpelledNot: Bool {
    guard isWord("not") else { return false }
    switch kind(ahead: 1) {
    case .identifier:
      // `not` may be a name with a clause, a statement or a declaration after it.
      let word = text(ahead: 1)
      return ClauseWord(rawValue: word) == nil && DeclarationWord(rawValue: word) == nil && !beginsLine(ahead: 1)
        && !isAssigned(ahead: 1)
    case .number, .true, .false: return true
    default: return false
    }
  }

  /// Whether a name, which may be dotted, is followed by what assigns to it.
  private func isAssigned(ahead distance: Int) -> Bool {
    var end = distance + 1
    while kind(ahead: end) == .dot, kind(ahead: end + 1) == .identifier { end += 2 }
    return kind(ahead: end).assigns
  }

  /// `4:3`, and not the second half of `c ? 4:3`
  var atRatio: Bool {
    openTernaries == 0 && current == .colon && kind(ahead: 1) == .number && isAdjacent() && isAdjacent(ahead: 1)
      && tokens[significant[position - 1]].kind == .number
  }

  /// `,5` after `0`, with its unit.
  mutating func skipDecimals() -> Bool {
    guard current == .comma, kind(ahead: 1) == .number, isAdjacent(), isAdjacent(ahead: 1) else { return false }
    report(.decimalComma, at: here)
    skip(2)
    if isAdjacent(), current == .identifier || current == .percent { skip() }
    return true
  }

  /// `source | blur(…)` or `source -> blur(…)`
  var atForeignPipe: Bool {
    (current == .bar || current == .arrow) && kind(ahead: 1) == .identifier && kind(ahead: 2) == .leftParenthesis
  }
}
