package import TintypeDiagnostics
import TintypeIR
package import TintypeIntrinsics
package import TintypeJSON
import TintypeLowering
import TintypeRender
package import TintypeSemantics
package import TintypeSyntax

extension RecipeAnalysis {
  /// The hover text at a position, as the protocol has it; null where there is none.
  ///
  /// - Parameter client: what the client can do.
  package func hover(at offset: Int, for client: JSONValue) -> JSONValue {
    guard let (text, span) = hover(at: offset) else { return .null }
    return [
      "contents": markup(text, client["textDocument"]?["hover"]?["contentFormat"]), "range": positions.range(span),
    ]
  }
}

extension RecipeAnalysis {
  /// The hover text at a position, as Markdown.
  package func hover(at offset: Int) -> (text: String, span: Span)? {
    guard let token = tree.token(at: offset), offset < token.span.end || token.kind == .identifier else { return nil }
    if token.kind == .color { return (about(ColorCodes(token.text)), token.span) }
    if let (symbol, span) = symbol(at: offset) { return (about(symbol, named: file.text(in: span)), span) }
    if token.kind == .identifier, let type = ValueType(rawValue: token.text),
      tree.nodes(around: offset).last?.kind == .type
    {
      return (about(type), token.span)
    }
    if let word = documentation(of: token) { return (about(word), token.span) }
    if let entry = headerEntry(at: offset), let key = LookHeader.Key(rawValue: entry.key.text) {
      return (key.documentation, entry.key.span)
    }
    if let symbol = symbol(ofName: token) { return (about(symbol, named: token.text), token.span) }
    guard let (expression, function) = model.expression(at: offset, in: file), !expression.type.isUnknown else {
      return construction(token).map { ($0, token.span) }
    }
    let span = expression.location.span
    var text = code("\(file.text(in: span).oneLine): \(expression.type.spelled)")
    if let value = value(of: expression), value != file.text(in: span) { text += "\n\n= `\(value)`" }
    if let color = color(of: expression) { text += "\n\n" + about(color) }
    if model.rate(of: expression, inBody: function != nil) == .uniform { text += "\n\nThe same at all pixels." }
    return (text, span)
  }

  /// The symbol of a name in an expression with an error. Hover needs it, for example for a call with a wrong argument.
  private func symbol(ofName token: TokenSyntax) -> Symbol? {
    guard token.kind == .identifier, token.next?.kind != .colon, let first = token.path.first,
      first.previous?.kind != .dot
    else { return nil }
    // A step in a kernel is a mistake, and known all the same.
    return symbol(of: token.path)
      ?? PictureOperation(named: token.path.map { $0.text }.joined(separator: "."))
      .map(Symbol.operation)
  }

  /// Constructors and look-ups, which are not in a table of functions.
  private func construction(_ token: TokenSyntax) -> String? {
    guard token.next?.kind == .leftParenthesis else { return nil }
    if token.text == "lookup" { return about(Self.lookup) }
    return ValueType(rawValue: token.text).map(about)
  }

  package static let lookup = WordDocumentation("lookup(c, table)", "The color that a table holds for a color.")

  /// What a word of the language is for; nil for any other token.
  private func documentation(of token: TokenSyntax) -> WordDocumentation? {
    if let keyword = token.kind.documentation { return keyword }
    if let unit = UnitWord(rawValue: token.text), let before = token.previous,
      before.kind == .number || before.text == ClauseWord.unit.rawValue
    {
      return unit.documentation
    }
    guard token.kind == .identifier,
      let declaration = tree.nodes(around: token.span.start).first(where: { $0.kind != tree.root.kind })
    else { return nil }
    switch declaration.kind {
    case .use, .extends, .setting, .variant, .expectation:
      if token.span.start == declaration.span.start { return DeclarationWord(rawValue: token.text)?.documentation }
      return token.next?.kind == .equals ? nil : ConnectingWord(rawValue: token.text)?.documentation
    case .parameter: return token.previous?.kind == .param ? nil : ClauseWord(rawValue: token.text)?.documentation
    default: return nil
    }
  }

  private func headerEntry(at offset: Int) -> HeaderEntrySyntax? {
    for case .look(let look) in tree.recipe.declarations {
      return look.entries.first { $0.key.span.start <= offset && offset <= $0.key.span.end }
    }
    return nil
  }

  private func code(_ text: String) -> String { "```tintype\n\(text)\n```" }

  package func about(_ type: ValueType) -> String {
    code(type.rawValue) + "\n\n\(type.declaration.documentation); \(type.declaration.forms)"
  }

  package func about(_ word: WordDocumentation) -> String { code(word.form) + "\n\n" + word.meaning }

  package func about(_ symbol: Symbol, named name: String) -> String {
    var parts = [code(declaration(of: symbol, named: name))]
    if let text = model.documentation(of: symbol) { parts.append(text) }
    switch symbol {
    case .intrinsic(let intrinsic):
      parts.append(intrinsic.definition.edgeCases)
      if let text = intrinsic.definition.examples(as: name) { parts.append(text) }
    case .parameter(let index): if let text = effect(ofParameter: index) { parts.append(text) }
    case .constant(let index):
      if let value = model.constants[index].value, let text = self.value(of: value) {
        if text != value.location.file.text(in: value.location.span) { parts.append("= `\(text)`") }
        if let color = color(of: value) { parts.append(about(color)) }
      }
    case .module(let index):
      let names = model.modules[index].parameters.compactMap { model.parameters[$0].parameter?.name }
      if !names.isEmpty { parts.append("Parameters: " + names.map { "`\($0)`" }.joined(separator: ", ")) }
    case .source, .frame, .image, .function, .local, .operation: break
    }
    return parts.joined(separator: "\n\n")
  }

  /// A declaration as it is written, of a kernel or function without the body; of what is built in, how it is called.
  package func declaration(of symbol: Symbol, named name: String) -> String {
    if case .local(let function, let index) = symbol, let local = model.functions[function].body?.locals[index] {
      let word =
        switch local.role {
        case .variable: "var ";
        case .constant: "let ";
        case .input, .counter: ""
        }
      return "\(word)\(local.name): \(local.type.spelled)"
    }
    if case .function(let index) = symbol, let signature = signature(of: symbol, named: name) {
      return (model.functions[index].isKernel ? "kernel " : "function ") + signature.text
    }
    if case .module(let index) = symbol { return "look \"\(model.modules[index].name)\"" }
    if let place = model.declaration(of: symbol), let syntax = Self.declaration(at: place) {
      return syntax.text.oneLine
    }
    return signature(of: symbol, named: name)?.text ?? name
  }

  // MARK: Values

  /// The value of an expression that depends on nothing but the text, as the language writes it.
  package func value(of expression: TypedExpression) -> String? {
    guard case .value(let type) = expression.type, type != .lut, type != .picture, type != .choice, type != .curve,
      let lanes = model.constantLanes(of: expression, in: model.recipe.header.workingSpace)
    else { return nil }
    var parameter = Parameter(name: "", type: type, defaultValue: lanes)
    if type.isQuantity {
      guard let unit = type.usualUnit(for: lanes) else { return nil }
      parameter.unit = unit
    }
    let rounded = type.isColor ? lanes : lanes.map { ($0 * 1e6).rounded() / 1e6 }
    return parameter.listed(rounded, in: model.recipe.header.workingSpace)
  }

  /// The color that an expression is.
  package func color(of expression: TypedExpression) -> ColorCodes? {
    guard case .value(.rgb) = expression.type,
      let lanes = model.constantLanes(of: expression, in: model.recipe.header.workingSpace)
    else { return nil }
    return ColorCodes(lanes, in: model.recipe.header.workingSpace)
  }

  /// A color in familiar color spaces.
  private func about(_ color: ColorCodes) -> String {
    func row(_ name: String, _ numbers: [Double]) -> String {
      "| \(name) | \(numbers.map { ($0 * 1e4).rounded() / 1e4 }.map { "\($0)" }.joined(separator: ", ")) |"
    }
    return [
      "| | |", "|---|---|", "| on the screen | `\(color.text)` |", row("display", color.shown),
      row("linear", color.light), row("Oklab", oklab(color)),
    ].joined(separator: "\n")
  }

  /// Lightness and the two opponents of Oklab, as the library's function has it.
  private func oklab(_ color: ColorCodes) -> [Double] {
    let light = color.light.map { "\($0)" }.joined(separator: ", ")
    let text = "tintype 1\nlook \"color\" { working linear-srgb }\nlet lab = oklab(rgb(\(light)))\noutput source\n"
    let model = analyze(SourceFile(name: "color", text: text), library: library)
    guard case .constant(let index)? = model.recipe.steps.first else { return [] }
    return model.constants[index].numbers(in: .linearSRGB) ?? []
  }

  /// The effect of a parameter on middle gray: a patch is rendered at both ends of its range.
  private func effect(ofParameter index: Int) -> String? {
    guard let look, model.parameters[index].module == SemanticModel.recipe,
      let parameter = look.parameters.first(where: { $0.name == model.parameters[index].parameter?.name }),
      parameter.type.isSingleNumber, let range = parameter.sliderRange ?? parameter.hardRange
    else { return nil }
    guard let place = look.parameters.firstIndex(where: { $0.name == parameter.name }) else { return nil }
    let values = [range.lowerBound, parameter.defaultValue[0], range.upperBound]
    let cells = Set(values).sorted().compactMap { value -> String? in
      var bound = BoundLook(look)
      bound.values[place] = [value]
      guard let gray = bound.middleGray else { return nil }
      return "`\(gray.text)` at \(parameter.spelled([value]))"
    }
    return cells.isEmpty ? nil : "Middle gray (`#808080`) becomes " + cells.joined(separator: ", ") + "."
  }
}

extension ValueType {
  /// The unit in which a quantity has one number; nil for a length of several units.
  fileprivate func usualUnit(for lanes: [Double]) -> String? {
    switch self {
    case .length:
      let used = lanes.indices.filter { lanes[$0] != 0 }
      return used.count > 1 ? nil : ["%", "um", "px"][used.first ?? 0]
    case .angle: return "deg"
    case .ev: return "ev"
    case .kelvin: return "k"
    default: return nil
    }
  }
}

extension String {
  /// The text with every run of blanks and line ends as one space.
  package var oneLine: String { split { $0 == " " || $0 == "\t" || $0.isNewline }.joined(separator: " ") }
}
