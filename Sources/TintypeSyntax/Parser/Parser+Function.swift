import TintypeDiagnostics

extension Parser {
  /// function = ( "kernel" | "function" ), name, parameters, "->", type, block ;
  mutating func function(hasKeyword: Bool = true) {
    if hasKeyword, kernelOfAnotherLanguage() { return }
    let start = mark()
    let keyword = current == .function ? "function" : "kernel"
    if hasKeyword { take() }
    let isTypeFirst = current == .identifier && kind(ahead: 1) == .identifier && kind(ahead: 2) == .leftParenthesis
    if isTypeFirst { resultBeforeName(keyword) } else { inputsWithoutTypes(keyword) }
    signature(of: keyword, hasResult: isTypeFirst || isTranslated)
    isTranslated = false
    block(of: keyword)
    finish(.function, since: start)
  }

  /// `rgb invert(…)` after `kernel`: the inputs are translated, too.
  private mutating func resultBeforeName(_ keyword: String) {
    let (type, name, end) = (foreignType(text()) ?? text(), text(ahead: 1), parenthesesEnd(ahead: 2) ?? 3)
    let parameters = kind(ahead: end) == .leftBrace ? translatedParameters(ahead: 2) : nil
    report(
      .resultBeforeName(
        type, name: name, keyword: keyword, parameters: parameters, whole: Span(here.start, token(ahead: end - 1).end)),
      at: here)
    isTranslated = parameters != nil
    skip()
  }

  /// `function warm(c, amount) {`: several types are missing, which is one error.
  private mutating func inputsWithoutTypes(_ keyword: String) {
    guard current == .identifier, kind(ahead: 1) == .leftParenthesis, let end = parenthesesEnd(ahead: 1),
      let inputs = typedInputs(ahead: 1, isKernel: keyword == TokenKind.kernel.rawValue)
    else { return }
    let hasResult = kind(ahead: end) == .arrow
    guard inputs.missing + (hasResult ? 0 : 1) > 1, kind(ahead: hasResult ? end + 2 : end) == .leftBrace else { return }
    let result = hasResult ? "" : " -> \(inputs.isColor ? "rgb" : "scalar")"
    report(
      .inputsWithoutTypes("(\(inputs.text))\(result)", of: keyword),
      at: Span(token(ahead: 1).start, token(ahead: end - 1).end))
    isTranslated = true
  }

  /// The inputs in parentheses with their types: those that have none are colors by their name, or else numbers. Nil
  /// for what is more than names, types and defaults.
  func typedInputs(ahead distance: Int, isKernel: Bool) -> (text: String, missing: Int, isColor: Bool)? {
    guard let end = parenthesesEnd(ahead: distance), end > distance + 2 else { return nil }
    var (index, missing, types, inputs) = (distance + 1, 0, [String](), [String]())
    while index < end {
      guard kind(ahead: index) == .identifier else { return nil }
      let name = text(ahead: index)
      let isColor = colorNames.contains(name.lowercased()) || isKernel && inputs.isEmpty
      var type = typeOfParameter(named: name) ?? (isColor ? "rgb" : "scalar")
      index += 1
      if kind(ahead: index) == .colon {
        type = foreignType(text(ahead: index + 1)) ?? text(ahead: index + 1)
        index += 2
      } else {
        missing += 1
      }
      let rest = index
      while index < end - 1, kind(ahead: index) != .comma { index += 1 }
      if index > rest, kind(ahead: rest) != .equals { return nil }
      let value =
        index > rest + 1
        ? " = " + source.text(in: Span(token(ahead: rest + 1).start, token(ahead: index - 1).end)) : ""
      types.append(type)
      inputs.append("\(name): \(type)\(value)")
      index += 1
    }
    return (inputs.joined(separator: ", "), missing, types.first == "rgb")
  }

  /// That of a parameter of the recipe that is declared before, by whose name a kernel often calls its input.
  private func typeOfParameter(named name: String) -> String? {
    let start = (3..<512).first {
      kind(ahead: -$0) == .param && text(ahead: 1 - $0) == name && kind(ahead: 2 - $0) == .colon
    }
    return start.flatMap { start in
      ["scalar", "rgb", "rgba", "vec2", "bool"].first { $0 == text(ahead: 3 - start) }
    }
  }

  mutating func signature(of keyword: String, hasResult: Bool) {
    declaredName(of: keyword)
    functionParameters(of: keyword)
    if take(.arrow) {
      if current == .leftParenthesis {
        report(.severalResults, at: here)
        return skipBrackets()
      }
      type()
      resultSemantic(isAfterType: true)
    } else if resultSemantic(isAfterType: false) {
      return
    } else if current == .colon && !beginsLine(ahead: 1) || current == .minus || atDoubleArrow || atType {
      let length = atDoubleArrow ? 2 : atType ? 0 : 1
      let sign = length > 0 ? here.union(token(ahead: length - 1).span) : endOfPrevious
      reportOnce(length > 0 ? .wrongArrow : .missingArrow, at: sign)
      skip(length)
      if atType { type() }
    } else if !hasResult {
      reportOnce(.missingResult(of: keyword), at: endOfPrevious)
    }
  }

  /// `: SV_Target`; false if there is none.
  @discardableResult
  private mutating func resultSemantic(isAfterType: Bool) -> Bool {
    guard current == .colon, text(ahead: 1).lowercased().hasPrefix("sv_") else { return false }
    reportOnce(.resultSemantic(isAfterType: isAfterType), at: here.union(token(ahead: 1).span))
    skip(2)
    return true
  }

  /// `=>`
  var atDoubleArrow: Bool { current == .equals && kind(ahead: 1) == .greater && isAdjacent(ahead: 1) }

  /// parameters = "(", [ parameter, { ",", parameter }, [ "," ] ], ")" ;
  private mutating func functionParameters(of keyword: String) {
    let start = mark()
    let opener = here
    guard take(.leftParenthesis) else {
      reportOnce(.missingParameters(of: keyword), at: endOfPrevious)
      return finish(.functionParameters, since: start)
    }
    if current == .leftBrace, kind(ahead: 1) == .identifier { inputsInBraces() }
    // What a kernel works on is its first input.
    var isColor = keyword == TokenKind.kernel.rawValue
    while current != .rightParenthesis, !atListEnd {
      functionParameter(isColor: isColor)
      isColor = false
      if !take(.comma), current != .rightParenthesis, !atListEnd { betweenParameters() }
    }
    close(.rightParenthesis, openedAt: opener)
    finish(.functionParameters, since: start)
  }

  /// `{ c, amount }`: the inputs keep their names.
  private mutating func inputsInBraces() {
    report(.inputsInBraces, at: here)
    skip()
    while current == .identifier {
      let input = mark()
      take()
      finish(.functionParameter, since: input)
      if !take(.comma) { break }
    }
    if current == .rightBrace { skip() }
  }

  private var atListEnd: Bool {
    if [.endOfFile, .leftBrace, .rightBrace, .arrow].contains(current) { return true }
    // A keyword may be meant as a name.
    return kind(ahead: 1) != .colon && (atStatementKeyword || atDeclaration)
  }

  private mutating func betweenParameters() {
    if current == .identifier {
      reportOnce(.missingComma, at: endOfPrevious)
    } else {
      reportOnce(.unexpected(text(), wanted: "',' or ')'"), at: here)
      let start = mark()
      repeat { take() } while current != .comma && current != .rightParenthesis && !atListEnd
      finish(.skipped, since: start)
      _ = take(.comma)
    }
  }

  /// parameter = name, ":", type, [ "=", expression ] ;
  private mutating func functionParameter(isColor: Bool) {
    let start = mark()
    var qualifiers = 0
    // A few: a long run of such words is not looked through for each of them.
    while qualifiers < 4, inputQualifiers.contains(text(ahead: qualifiers)), kind(ahead: qualifiers + 1) == .identifier
    {
      qualifiers += 1
    }
    if qualifiers > 0, kind(ahead: qualifiers + 1) == .colon {
      let words = here.union(token(ahead: qualifiers - 1).span)
      report(isWord("out") ? .outInput : .inputQualifier(source.text(in: words)), at: words)
      skip(qualifiers)
    }
    if kind(ahead: 1) == .colon, kind(ahead: 3) == .leftBracket, kind(ahead: 4) == .leftBracket {
      return inputWithAttribute(start)
    }
    if let distance = nameAfterForeignType {
      let type = foreignType(text(ahead: inputQualifiers.contains(text()) ? 1 : 0)) ?? ""
      let whole = Span(here.start, token(ahead: distance).end)
      report(.typeFirstParameter(type, name: text(ahead: distance), .safe), at: whole)
      skip(distance)
      declaredName(of: "parameter")
      return finish(.functionParameter, since: start)
    }
    if atTypeFirstParameter, foreignType(text()) != nil, kind(ahead: 2) == .leftBracket, kind(ahead: 3) == .leftBracket
    {
      return inputWithAttribute(start, hasTypeFirst: true)
    }
    // `float4 color : COLOR`
    if atTypeFirstParameter, foreignType(text()) != nil, kind(ahead: 2) == .colon, kind(ahead: 3) == .identifier {
      let whole = Span(token().start, token(ahead: 3).end)
      report(.typeFirstParameter(foreignType(text()) ?? text(), name: text(ahead: 1), .safe), at: whole)
      skip()
      declaredName(of: "parameter")
      skip(2)
      return finish(.functionParameter, since: start)
    }
    if atTypeFirstParameter {
      if kind(ahead: 2) != .colon { return typeFirstParameter(start) }
      report(.argumentLabel, at: here)
      skip()
    }
    declaredName(of: "parameter")
    if current == .question, kind(ahead: 1) == .colon, kind(ahead: 2) == .identifier {
      let whole = Span(here.start, token(ahead: 2).end)
      report(.optionalInput(foreignType(text(ahead: 2)) ?? text(ahead: 2), whole: whole), at: whole)
      skip()
    }
    typeAnnotation(isRequired: !isTranslated, otherwise: isColor ? .colorWithoutType : .parameterWithoutType)
    let isOptional = kind(ahead: -1) == .question
    if take(.equals) { if isOptional, text() == "nil" { skipMissing(1) } else { expression() } }
    finish(.functionParameter, since: start)
    if builder.nextToken == start.token { skip() }
  }

  /// `gid: uint2 [[thread_position_in_grid]]`
  private mutating func inputWithAttribute(_ start: TreeBuilder.Mark, hasTypeFirst: Bool = false) {
    let isPosition = text(ahead: hasTypeFirst ? 4 : 5).mentions("position") && text(ahead: 2) != "position"
    let (first, type) = (here, hasTypeFirst ? foreignType(text()) : nil)
    if hasTypeFirst { skip() }
    let name = text()
    declaredName(of: "parameter")
    if !hasTypeFirst { skip(2) }
    let brackets = here
    skipBrackets()
    if current == .rightBracket { skip() }
    let written = type.map { "\(name): \(isPosition ? "position" : $0)" }
    add(
      .inputAttribute(isPosition: isPosition, name: name, written),
      at: (hasTypeFirst ? first : brackets).union(endOfPrevious))
    finish(.functionParameter, since: start)
  }

  /// Where the name is in `constant float &amount`, `device float *weights` and `const float amount`.
  private var nameAfterForeignType: Int? {
    let type = inputQualifiers.contains(text()) && kind(ahead: 1) == .identifier ? 1 : 0
    guard current == .identifier || type == 1, foreignType(text(ahead: type)) != nil else { return nil }
    let isReference = kind(ahead: type + 1) == .ampersand || kind(ahead: type + 1) == .star
    let name = type + (isReference ? 2 : 1)
    return name > 1 && kind(ahead: name) == .identifier ? name : nil
  }

  /// `float3 c`, but not `c rgb`, where only the colon is missing.
  var atTypeFirstParameter: Bool {
    current == .identifier && kind(ahead: 1) == .identifier && !beginsLine(ahead: 1)
      && !commonTypes.contains(text(ahead: 1))
  }

  /// `float3 c`: the type before the name.
  private mutating func typeFirstParameter(_ start: TreeBuilder.Mark) {
    let both = Span(token().start, token(ahead: 1).end)
    if !isTranslated {
      report(.typeFirstParameter(foreignType(text()) ?? text(), name: text(ahead: 1), .safe), at: both)
    }
    skip()
    declaredName(of: "parameter")
    finish(.functionParameter, since: start)
  }
}
