import TintypeColor
package import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
package import TintypeJSON
import TintypeRecipes
import TintypeSemantics
import TintypeSyntax

/// Something that may stand at a place.
package struct CompletionItem {
  /// The kinds of the protocol that are used.
  package enum Kind: Int {
    case function = 3, field = 5, variable = 6, module = 9, property = 10, keyword = 14, snippet = 15, color = 16
    case file = 17, enumMember = 20, constant = 21, type = 25
  }

  package let label: String
  package var kind: Kind
  package var detail: String?
  package var documentation: String?
  /// With `$1` and `${1:name}` where the author goes on; nil for the label.
  package var snippet: String?
  /// Of two items the one with the lower rank comes first.
  package var rank = 5

  package init(
    label: String, kind: Kind, detail: String? = nil, documentation: String? = nil, snippet: String? = nil,
    rank: Int = 5
  ) {
    (self.label, self.kind, self.detail, self.documentation) = (label, kind, detail, documentation)
    (self.snippet, self.rank) = (snippet, rank)
  }
}

extension RecipeAnalysis {
  /// The candidates at a position, as the protocol has them.
  ///
  /// - Parameter client: what the client can do.
  package func completion(at offset: Int, for client: JSONValue) -> JSONValue {
    let (found, span) = completions(at: offset)
    // Names come from a dictionary, whose order differs from run to run.
    let items = found.sorted { ($0.rank, $0.label) < ($1.rank, $1.label) }
    let can = client["textDocument"]?["completion"]?["completionItem"]
    let hasSnippets = can?["snippetSupport"]?.truth == true
    let range = positions.range(span)
    return [
      "isIncomplete": false,
      "items": .array(
        items.map { item in
          let text = item.snippet.map { hasSnippets ? $0 : $0.withoutPlaceholders } ?? item.label
          return [
            "label": .string(item.label), "kind": JSONValue(item.kind.rawValue),
            "detail": item.detail.map { .string($0) },
            "documentation": item.documentation.map { markup($0, can?["documentationFormat"]) },
            "sortText": .string("\(item.rank)\(item.label)"), "filterText": .string(item.label),
            "insertTextFormat": hasSnippets && item.snippet != nil ? 2 : 1,
            "textEdit": ["range": range, "newText": .string(text)],
          ]
        }),
    ]
  }
}

extension JSONValue {
  /// What a page can do that shows plain text and fills in no snippets, as the protocol's `capabilities` have it.
  package static let plainTextClient: JSONValue = [
    "textDocument": [
      "completion": ["completionItem": ["snippetSupport": false, "documentationFormat": ["plaintext"]]],
      "hover": ["contentFormat": ["plaintext"]],
    ]
  ]
}

extension String {
  /// A snippet as plain text: `${1:name}` is its name, `$1` nothing.
  package var withoutPlaceholders: String {
    var (text, rest) = ("", self[...])
    while let start = rest.firstIndex(of: "$") {
      text += rest[..<start]
      rest = rest[rest.index(after: start)...]
      if rest.first == "{", let colon = rest.firstIndex(of: ":"), let end = rest.firstIndex(of: "}") {
        text += rest[rest.index(after: colon)..<end]
        rest = rest[rest.index(after: end)...]
      } else {
        rest = rest.drop { $0.isNumber }
      }
    }
    return text + rest
  }
}

extension RecipeAnalysis {
  /// The candidates at a position, and the text that they replace.
  package func completions(at offset: Int) -> (items: [CompletionItem], span: Span) {
    if let comment = tree.comments.first(where: { $0.span.start < offset && offset <= $0.span.end }) {
      return comment.kind == .documentation ? ([], Span(offset, offset)) : codes(in: comment.span, offset)
    }
    let token = tree.token(before: offset)
    if let token, token.kind == .string, isInside(token, offset) { return files(in: token, offset) }
    let isWord = token.map { ($0.kind == .identifier || $0.kind.isKeyword) && offset <= $0.span.end } ?? false
    let start = isWord ? token?.span.start ?? offset : offset
    let span = Span(start, isWord ? token?.span.end ?? offset : offset)
    let before = isWord ? token?.previous : token
    return (items(at: start, after: before), span)
  }

  private func isInside(_ token: TokenSyntax, _ offset: Int) -> Bool {
    let isClosed = token.span.end > token.span.start + 1 && file.text[token.span.end - 1] == UInt8(ascii: "\"")
    return offset < token.span.end || !isClosed && offset == token.span.end
  }

  private func items(at offset: Int, after before: TokenSyntax?) -> [CompletionItem] {
    let begins = before.map { positions.line(of: $0.span.start) < positions.line(of: offset) } ?? true
    let depth = depth(at: offset)
    if let before, before.kind == .dot { return members(before) ?? words(at: before.span.start) }
    if let key = headerKey(at: offset) { return header(key, begins, before) }
    if let before, isInVariant(before), begins || before.kind == .leftBrace { return settings }
    if begins, depth == 0, before?.kind != .pipe { return declarations }
    if let before, let promised = promises(at: offset, before) { return promised }
    if before?.text == DeclarationWord.set.rawValue, depth == 0 { return settings }
    switch before?.kind {
    case .arrow?: return types(at: offset)
    case .colon? where call(around: offset) == nil: return types(at: offset)
    case .let?, .var?, .kernel?, .function?, .param?, .image?, .for?: return []
    default: break
    }
    if let before, before.kind == .number || before.text == "unit", isInParameter(offset) { return units + clauses }
    var items = before?.kind == .pipe ? steps(at: offset) : expressions(at: offset)
    if let call = call(around: offset), let signature = signature(of: call), call.label == nil {
      items += signature.inputs.filter { !call.labels.contains($0.name) }.map { input in
        CompletionItem(
          label: input.name + ":", kind: .property, detail: input.text, documentation: input.documentation,
          snippet: "\(input.name): $1", rank: input.isRequired ? 0 : 1)
      }
    }
    if depth == 0, isInParameter(offset) { items += clauses }
    if begins, depth > 0 { items += statements }
    return items
  }

  /// How many braces and brackets are open.
  private func depth(at offset: Int) -> Int {
    var depth = 0
    for token in tree.allTokens where token.span.end <= offset {
      switch token.kind {
      case .leftBrace, .leftParenthesis, .leftBracket: depth += 1
      case .rightBrace, .rightParenthesis, .rightBracket: depth -= 1
      default: if token.kind.beginsDeclaration, token.kind != .image, token.kind != .let { depth = 0 }
      }
    }
    return max(depth, 0)
  }

  private func isInParameter(_ offset: Int) -> Bool {
    var token = tree.token(before: offset)
    while let found = token {
      if found.kind == .param { return true }
      if found.kind.beginsDeclaration { return false }
      token = found.previous
    }
    return false
  }

  // MARK: Names

  private func expressions(at offset: Int) -> [CompletionItem] {
    model.names(at: offset, in: file).map { item($0, $1) } + literals
  }

  /// What can stand after `|>`: calls that take a picture first.
  private func steps(at offset: Int) -> [CompletionItem] {
    model.names(at: offset, in: file).compactMap { name, symbol in
      guard let signature = signature(of: symbol, named: name) else { return nil }
      var item = item(name, symbol)
      item.snippet = signature.snippet(droppingFirst: true)
      return item
    }
  }

  private func item(_ name: String, _ symbol: Symbol) -> CompletionItem {
    let signature = signature(of: symbol, named: name)
    var item = CompletionItem(
      label: name, kind: .variable, detail: signature?.text, documentation: model.documentation(of: symbol))
    item.snippet = signature.map { $0.snippet(droppingFirst: false) }
    switch symbol {
    case .local(let function, let index):
      (item.rank, item.detail) = (2, model.functions[function].body?.locals[index].type.spelled)
    case .parameter(let index):
      (item.rank, item.detail) = (3, model.parameters[index].parameter?.type.rawValue)
      item.kind = .property
    case .image: (item.rank, item.detail) = (3, "image")
    case .source, .frame: item.rank = 3
    case .constant(let index):
      item.kind = .constant
      item.detail = model.constants[index].value?.type.spelled
      item.rank = model.constants[index].module == SemanticModel.recipe ? 3 : 6
    case .function(let index):
      item.kind = .function
      item.rank = model.functions[index].module == SemanticModel.recipe ? 3 : 5
    case .module: (item.kind, item.rank) = (.module, 3)
    case .operation: (item.kind, item.rank) = (.function, 4)
    case .intrinsic(let intrinsic): item.kind = intrinsic.isConstant ? .constant : .function
    }
    return item
  }

  private var literals: [CompletionItem] {
    [
      CompletionItem(label: "if", kind: .keyword, snippet: "if ${1:condition} { ${2:a} } else { ${3:b} }", rank: 7),
      CompletionItem(label: "true", kind: .keyword, rank: 7), CompletionItem(label: "false", kind: .keyword, rank: 7),
    ]
      + ValueType.allCases.filter { $0.isNumeric }.filter { $0 != .scalar }.map { type in
        CompletionItem(
          label: type.rawValue, kind: .type, detail: type.declaration.documentation, snippet: type.rawValue + "($1)",
          rank: 6)
      } + [
        CompletionItem(
          label: "matrix", kind: .type, detail: ValueType.matrix.declaration.documentation,
          snippet: "matrix((${1:1, 0, 0}), (${2:0, 1, 0}), (${3:0, 0, 1}))", rank: 6)
      ]
      + LiteralWord.allCases.map { word in
        let type = ValueType(rawValue: word.rawValue)
        return CompletionItem(
          label: word.rawValue, kind: .keyword, detail: type?.declaration.example,
          snippet: word == .curve ? "curve [(0, 0), (${1:0.5, 0.5}), (1, 1)]" : "\(word.rawValue) \"$1\"", rank: 7)
      }
  }

  /// The types that can be written at a place.
  private func types(at offset: Int) -> [CompletionItem] {
    var token = tree.token(before: offset)
    while let found = token, ![.param, .let, .var, .kernel, .function].contains(found.kind) { token = found.previous }
    let isInput = tree.token(before: offset)?.kind != .arrow
    let (place, others): (TypePlace, [InputType]) =
      switch token?.kind {
      case .param: (.setting, [])
      case .let: (depth(at: offset) == 0 ? .recipe : .pixel, [])
      case .function: (.function, InputType.allCases.filter { isInput || $0.isPicture })
      case .kernel: (.pixel, isInput ? InputType.allCases : [])
      default: (.pixel, [])
      }
    return ValueType.allCases.filter(place.allows).map {
      CompletionItem(label: $0.rawValue, kind: .type, detail: $0.declaration.documentation)
    } + others.map { CompletionItem(label: $0.rawValue, kind: .type, detail: $0.documentation.meaning) }
  }

  private var statements: [CompletionItem] {
    [
      ("let", "let ${1:name} = $2"), ("var", "var ${1:name} = $2"), ("return", "return $1"),
      ("for", "for ${1:i} in ${2:1}...${3:4} {\n  $4\n}"), ("if", "if ${1:condition} {\n  $2\n}"),
    ].map { CompletionItem(label: $0, kind: .keyword, snippet: $1, rank: 7) }
  }

  private var units: [CompletionItem] {
    UnitWord.allCases.map { CompletionItem(label: $0.rawValue, kind: .keyword, rank: 1) }
  }

  private var clauses: [CompletionItem] {
    ClauseWord.allCases.map { word in
      let snippet =
        switch word {
        case .in, .slider: "\(word.rawValue) ${1:0}...${2:1}"
        case .step: "step ${1:0.01}"
        case .unit: "unit $1"
        case .group: "group \"$1\""
        case .of: "of $1"
        }
      return CompletionItem(label: word.rawValue, kind: .keyword, snippet: snippet, rank: 1)
    }
  }

  // MARK: Members and words

  /// The members after a dot that follows a name or a call; nil for a dot that begins a word.
  private func members(_ dot: TokenSyntax) -> [CompletionItem]? {
    guard let base = dot.previous, dot.span.start == base.span.end,
      base.kind == .identifier || base.kind == .rightParenthesis
    else { return nil }
    let names = model.names(at: base.span.start, in: file)
    if base.kind == .identifier, let symbol = names[base.text] {
      if case .module(let index) = symbol {
        return model.members(of: index).map { item($0, $1) }.sorted { $0.label < $1.label }
      }
      if symbol == .source {
        return TypedExpression.sourceMembers.map { CompletionItem(label: $0, kind: .field, rank: 1) }
          + ExpressionType.image(isBounded: true).members.map { CompletionItem(label: $0, kind: .field) }
      }
      if let type = type(of: symbol) { return type.members.map { CompletionItem(label: $0, kind: .field) } }
    }
    let type = model.expression(at: base.span.end, in: file)?.expression.type ?? .value(.rgb)
    return type.members.map { CompletionItem(label: $0, kind: .field) }
  }

  private func type(of symbol: Symbol) -> ExpressionType? {
    switch symbol {
    case .local(let function, let index): model.functions[function].body?.locals[index].type
    case .constant(let index): model.constants[index].value?.type
    case .parameter(let index): model.parameters[index].parameter.map { .value($0.type) }
    case .image: .image(isBounded: true)
    case .source, .frame, .function, .module, .intrinsic, .operation: nil
    }
  }

  /// The words that may follow a dot at a place.
  private func words(at dot: Int) -> [CompletionItem] {
    if let call = call(around: dot), let signature = signature(of: call), let active = call.active(in: signature) {
      let words = signature.inputs[active].words
      if !words.isEmpty { return words.map { wordItem(String($0.dropFirst())) } }
    }
    if isInParameter(dot), let words = listedWords(after: dot) { return words.map(wordItem) }
    if let equals = tree.token(before: dot), equals.kind == .equals, let type = equals.previous,
      type.previous?.kind == .colon, type.text == ValueType.seed.rawValue
    {
      return [wordItem(PhotoSeed.word)]
    }
    // In a setting and a comparison: the words of the parameter that is named before.
    var token = tree.token(before: dot)
    for _ in 0..<24 {
      guard let found = token else { break }
      if found.kind == .identifier, let parameter = model.parameters.first(where: { $0.parameter?.name == found.text }),
        let words = parameter.parameter?.words, !words.isEmpty
      {
        return words.map(wordItem)
      }
      if found.kind.beginsDeclaration { break }
      token = found.previous
    }
    return Set(model.parameters.flatMap { $0.parameter?.choices ?? [] }).sorted().map(wordItem)
  }

  /// The words behind `of` in the declaration around a place, which may have no default yet.
  private func listedWords(after offset: Int) -> [String]? {
    var token = tree.token(before: offset + 1)
    while let found = token, found.text != "of" {
      guard !found.kind.beginsDeclaration, found.kind != .endOfFile else { return nil }
      token = found.next
    }
    var words: [String] = []
    while let word = token?.next, word.kind == .identifier || word.kind == .string {
      words.append(word.stringValue ?? word.text)
      guard let comma = word.next, comma.kind == .comma else { break }
      token = comma
    }
    return words.isEmpty ? nil : words
  }

  private func wordItem(_ word: String) -> CompletionItem { CompletionItem(label: word, kind: .enumMember, rank: 0) }

  // MARK: Declarations and headers

  private var declarations: [CompletionItem] {
    let hasHeader = tree.recipe.declarations.contains { if case .look = $0 { true } else { false } }
    var items = [
      ("param", "param ${1:name}: ${2:scalar} = ${3:0.5} in ${4:0}...${5:1} \"${6:Label}\""),
      ("let", "let ${1:name} = $2"),
      ("kernel", "kernel ${1:name}(${2:c}: ${3:rgb}) -> ${4:rgb} {\n  return ${5:c}\n}"),
      ("function", "function ${1:name}(${2:x}: ${3:scalar}) -> ${4:scalar} {\n  return ${5:x}\n}"),
      ("image", "image ${1:name} = ${2:source}"), ("output", "output ${1:source}"),
      ("use", "use \"$1\" as ${2:name}"), ("extends", "extends \"$1\""), ("set", "set ${1:name} = $2"),
      ("variant", "variant \"${1:name}\" {\n  $2\n}"), ("expect", "expect ${1:neutral} within ${2:1}"),
    ].map { CompletionItem(label: $0, kind: .keyword, snippet: $1, rank: 3) }
    if tree.recipe.edition == nil {
      items.append(CompletionItem(label: "tintype", kind: .keyword, snippet: "tintype 1\n", rank: 0))
    }
    if !hasHeader {
      items.append(
        CompletionItem(
          label: "look", kind: .keyword, detail: "the header of a look",
          snippet: "look \"${1:name}\" {\n  about \"${2:What it looks like.}\"\n  working ${3:linear-srgb}\n}\n",
          rank: tree.recipe.edition == nil ? 2 : 0))
    }
    return items
  }

  /// The key of the header's line at a place: empty where a line begins; nil outside of a header.
  private func headerKey(at offset: Int) -> String? {
    var token = tree.token(before: offset)
    let line = positions.line(of: offset)
    var key: String?
    while let found = token {
      switch found.kind {
      case .rightBrace: return nil
      case .leftBrace:
        guard found.previous?.kind == .string, found.previous?.previous?.kind == .look else { return nil }
        return key ?? ""
      default: if positions.line(of: found.span.start) == line, found.span.end < offset { key = found.text }
      }
      token = found.previous
    }
    return nil
  }

  private func header(_ key: String, _ begins: Bool, _ before: TokenSyntax?) -> [CompletionItem] {
    if begins || before?.kind == .leftBrace {
      return LookHeader.keys.map { name in
        let value = ["about", "author", "after", "inspired-by", "license"].contains(name) ? " \"$1\"" : " $1"
        return CompletionItem(label: name, kind: .property, snippet: name + value, rank: 0)
      }
    }
    switch key {
    case "working": return WorkingSpace.allCases.map { wordItem($0.rawValue) }
    case "input": return InputSpace.allCases.map { wordItem($0.rawValue) }
    case "format": return FilmFormat.allCases.map { wordItem($0.rawValue) }
    default: return []
    }
  }

  // MARK: Settings and promises

  /// Whether a token stands in the braces of a variant, or is the first of them.
  private func isInVariant(_ before: TokenSyntax) -> Bool {
    var token: TokenSyntax? = before
    while let found = token, found.kind != .leftBrace {
      if found.kind == .rightBrace || found.kind.beginsDeclaration { return false }
      token = found.previous
    }
    return token?.previous?.previous?.text == DeclarationWord.variant.rawValue
  }

  /// The parameters with `=`.
  private var settings: [CompletionItem] {
    model.parameters.compactMap { $0.parameter }.map { parameter in
      CompletionItem(
        label: parameter.name, kind: .property, detail: parameter.type.rawValue, snippet: "\(parameter.name) = $1",
        rank: 0)
    }
  }

  /// What goes on in the line of `expect`; nil elsewhere.
  private func promises(at offset: Int, _ before: TokenSyntax) -> [CompletionItem]? {
    let line = positions.line(of: offset)
    guard positions.line(of: before.span.start) == line else { return nil }
    var first = before
    while let previous = first.previous, positions.line(of: previous.span.start) == line { first = previous }
    guard first.text == DeclarationWord.expect.rawValue else { return nil }
    if before.span == first.span {
      return Expectation.words.map { wordItem($0.word) }
        + Expectation.Measure.allCases.map { measure in
          CompletionItem(
            label: measure.rawValue, kind: .enumMember,
            snippet: "\(measure.rawValue) of ${1:lightSkin} in ${2:0}...${3:100}", rank: 1)
        }
        + [
          CompletionItem(
            label: Expectation.distanceWord, kind: .enumMember,
            snippet: "\(Expectation.distanceWord) from \"${1:original}\" in ${2:0}...${3:5}", rank: 1)
        ]
    }
    if before.text == ClauseWord.of.rawValue {
      return ColorChart.patches.map { CompletionItem(label: $0.name, kind: .color, rank: 0) }
    }
    if before.text == ConnectingWord.with.rawValue || before.kind == .comma { return settings }
    return [ConnectingWord.within, .with].map { CompletionItem(label: $0.rawValue, kind: .keyword, rank: 0) }
  }

  // MARK: Files and codes

  private func files(in token: TokenSyntax, _ offset: Int) -> (items: [CompletionItem], span: Span) {
    let isClosed = file.text[token.span.end - 1] == UInt8(ascii: "\"") && token.span.end > token.span.start + 1
    let typed = file.text(in: Span(token.span.start + 1, offset))
    let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let span = Span(token.span.start + 1 + folder.utf8.count, token.span.end - (isClosed ? 1 : 0))
    let endings: [String]
    switch token.previous?.text {
    case "use", "extends": endings = [".tint"]
    case "lut": endings = [".cube", ".png"]
    case "picture": endings = [".png", ".jpg", ".jpeg"]
    case ":" where token.previous?.previous?.text == "font": endings = [".ttf", ".otf"]
    default: return ([], span)
    }
    var items = namedFiles(folder, endings)
    if endings == [".tint"], folder.isEmpty {
      items += shippedLooks.map { source in
        CompletionItem(
          label: source.name, kind: .module, detail: "a look that comes with the program",
          documentation: about(source), rank: 3)
      }
    }
    return (items, span)
  }

  private func about(_ source: SourceFile) -> String? {
    for case .look(let look) in parse(source).tree.recipe.declarations {
      return look.entries.first { $0.key.text == "about" }?.values.first?.value
    }
    return nil
  }

  /// The codes of warnings in `// allow: …`.
  private func codes(in comment: Span, _ offset: Int) -> (items: [CompletionItem], span: Span) {
    let typed = file.text(in: Span(comment.start, offset))
    guard typed.dropFirst(2).drop(while: { $0 == " " }).hasPrefix(SuppressionComment.opening), !typed.contains("(")
    else { return ([], Span(offset, offset)) }
    let word = typed.reversed().prefix { $0.isLetter || $0 == "-" }
    let codes = Warning.allCases.filter { $0.isSuppressible }
    return (
      codes.map { CompletionItem(label: $0.rawValue, kind: .enumMember, snippet: "\($0.rawValue) ($1)") },
      Span(offset - String(word).utf8.count, offset)
    )
  }
}

extension Signature {
  /// A call with the required inputs to fill in: the first by position, the others by name.
  func snippet(droppingFirst: Bool) -> String {
    let wanted = inputs.enumerated().filter { $0.element.isRequired && !(droppingFirst && $0.offset == 0) }
    let parts = wanted.enumerated().map { number, input in
      let place = "${\(number + 1):\(input.element.name)}"
      return input.offset == 0 || isIntrinsic ? place : "\(input.element.name): \(place)"
    }
    return "\(head)(\(parts.joined(separator: ", ")))"
  }

  /// The operands of a function of the table have names for people; calls give them by position.
  private var isIntrinsic: Bool { tail.isEmpty && inputs.allSatisfy { $0.text == $0.name } }
}
