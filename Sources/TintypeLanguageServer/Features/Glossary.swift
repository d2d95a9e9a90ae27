import Tintype
import TintypeDiagnostics
import TintypeEditing
import TintypeIR
import TintypeIntrinsics
import TintypeRender
import TintypeSemantics
import TintypeSyntax

/// The names of the language, with the texts that hover shows.
public struct Glossary {
  /// One meaning of a name.
  public struct Entry: Sendable {
    /// What the name is, as in "a step".
    public let kind: String
    /// The signature or form, then the meaning, in Markdown.
    public let text: String
  }

  private let analysis: RecipeAnalysis
  private let symbols: [String: Symbol]
  private let words: [(name: String, kind: String, text: String)]

  /// The language without declarations of a recipe.
  public init() {
    let recipe = "tintype 1\nlook \"Glossary\" { working linear-srgb }\noutput source\n"
    let file = SourceFile(name: "glossary.tint", text: recipe)
    let analysis = Analysis(file, at: nil, open: [:], known: nil, .utf8).editing
    self.analysis = analysis
    symbols = analysis.model.names(at: recipe.utf8.count - 1, in: file).filter { !$0.key.hasPrefix("_") }
    var words: [(name: String, kind: String, text: String)] = []
    for kind in TokenKind.allCases {
      if let word = kind.documentation { words.append((kind.rawValue, "a keyword", analysis.about(word))) }
    }
    for word in DeclarationWord.allCases {
      words.append((word.rawValue, "a declaration", analysis.about(word.documentation)))
    }
    for word in ConnectingWord.allCases {
      words.append((word.rawValue, "a word of a declaration", analysis.about(word.documentation)))
    }
    for word in ClauseWord.allCases {
      words.append((word.rawValue, "a clause of a parameter", analysis.about(word.documentation)))
    }
    for unit in UnitWord.allCases { words.append((unit.rawValue, "a unit", analysis.about(unit.documentation))) }
    for type in ValueType.allCases { words.append((type.rawValue, "a type", analysis.about(type))) }
    for type in InputType.allCases {
      words.append((type.rawValue, "a type of inputs", analysis.about(type.documentation)))
    }
    for infix in InfixOperator.allCases {
      words.append((infix.rawValue, "an operator", analysis.about(infix.documentation)))
    }
    words.append(("lookup", "a function", analysis.about(RecipeAnalysis.lookup)))
    words.append((TokenKind.pipe.rawValue, "an operator", analysis.about(InfixOperator.pipe)))
    for (word, _, meaning) in Expectation.words {
      words.append((word, "a promise of a look", analysis.about(WordDocumentation("expect \(word)", meaning))))
    }
    for measure in Expectation.Measure.allCases {
      words.append((measure.rawValue, "a promise of a look", analysis.about(measure.documentation)))
    }
    for (patch, codes) in ColorChart.patches {
      let text = analysis.about(WordDocumentation("expect lightness of \(patch) in 0...100", codes.colorLiteral))
      words.append((patch, "a color of the chart", text))
    }
    for key in LookHeader.Key.allCases {
      words.append((key.rawValue, "an entry of a look's header", key.documentation))
    }
    self.words = words
  }

  /// All names, in alphabetical order.
  public var names: [String] { Set(symbols.keys).union(words.map(\.name)).sorted() }

  /// All meanings of a name; none if it is unknown.
  public func entries(named name: String) -> [Entry] {
    let symbol = symbols[name].map { [Entry(kind: kind(of: $0), text: about($0, named: name))] } ?? []
    return symbol + words.filter { $0.name == name }.map { Entry(kind: $0.kind, text: $0.text) }
  }

  /// Names that share a word with another one, as `hueMask` and `lumaMask` do; else the nearest.
  public func names(near name: String) -> [String] {
    let wanted = Set(name.parts)
    let sharing = names.filter { $0 != name && !wanted.isDisjoint(with: $0.parts) }
    return sharing.isEmpty ? nearestName(to: name, among: names).map { [$0] } ?? [] : sharing
  }

  private func kind(of symbol: Symbol) -> String {
    switch symbol {
    case .operation: "a step"
    case .intrinsic(let intrinsic): intrinsic.isConstant ? "a constant" : "a function"
    case .function(let index):
      analysis.model.functions[index].isKernel ? "a kernel of the library" : "a function of the library"
    case .constant: "a constant of the library"
    case .source: "the photo"
    case .frame: "a number"
    case .module, .parameter, .image, .local: "a name"
    }
  }

  private func about(_ symbol: Symbol, named name: String) -> String {
    var parts = [analysis.about(symbol, named: name)]
    if let use = use(ofCall: name) { parts.append("In `\(use.look)`: `\(use.text)`") }
    if let effect = effect(ofCall: name) { parts.append(effect) }
    return parts.joined(separator: "\n\n")
  }

  /// The shortest line of a shipped look that calls a name.
  private func use(ofCall name: String) -> (look: String, text: String)? {
    let declarations: Set<TokenKind> = [.kernel, .function, .let, .param, .image]
    let uses = shippedLooks.flatMap { look in
      let tokens = parse(look).tree.allTokens
      // A recipe may have something else of that name.
      let isOther = zip(tokens, tokens.dropFirst()).contains { declarations.contains($0.kind) && $1.text == name }
      return isOther
        ? []
        : tokens.filter { token in
          token.kind == .identifier && token.text == name && token.next?.kind == .leftParenthesis
            && token.previous?.kind != .dot && !(token.previous.map { declarations.contains($0.kind) } ?? false)
        }.map { (look: look.name, text: look.line(around: $0.span.start)) }
    }
    return uses.min { ($0.text.count, $0.look, $0.text) < ($1.text.count, $1.look, $1.text) }
  }

  /// What a call that needs nothing but the photo makes of middle gray.
  private func effect(ofCall name: String) -> String? {
    let recipe = "tintype 1\nlook \"Glossary\" { working linear-srgb }\noutput source |> \(name)()\n"
    let file = SourceFile(name: "glossary.tint", text: recipe)
    guard let look = Analysis(file, at: nil, open: [:], known: nil, .utf8).look,
      let gray = BoundLook(look).middleGray
    else { return nil }
    return "With its defaults, middle gray (`#808080`) becomes `\(gray.text)`."
  }
}

extension SourceFile {
  /// The line of the text around a byte, without blanks at its ends.
  fileprivate func line(around offset: Int) -> String {
    let newline = UInt8(ascii: "\n")
    let start = text[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = text[offset...].firstIndex(of: newline) ?? text.count
    return String(decoding: text[start..<end], as: UTF8.self).oneLine
  }
}

extension String {
  /// The words that a name is made of, in lower case: those of `hueMask` are `hue` and `mask`. Words of one or two
  /// letters say too little.
  fileprivate var parts: [String] {
    var parts = [""]
    for character in self {
      if character.isUppercase || character == "_" { parts.append("") }
      parts[parts.count - 1] += character.lowercased()
    }
    return parts.filter { $0.count > 2 }
  }
}
