package import TintypeDiagnostics
import TintypeIntrinsics
package import TintypeJSON
import TintypeSemantics
import TintypeSyntax

/// A colored word of the text.
package struct SemanticToken {
  /// The kinds, in the order of the legend.
  package enum Kind: String, CaseIterable {
    case keyword, type, function, parameter, variable, property, enumMember, namespace, number, string, comment
    case `operator`
  }

  /// In the order of their bits.
  package enum Modifier: String, CaseIterable {
    case declaration, readonly, defaultLibrary, documentation, modification
  }

  package let span: Span
  package let kind: Kind
  package var modifiers: [Modifier] = []
}

extension RecipeAnalysis {
  /// The colored words of a span, or of the text, as the protocol has them.
  package func semanticTokens(in span: Span? = nil) -> JSONValue {
    let wanted = span ?? Span(0, file.text.count)
    let (kinds, modifiers) = (SemanticToken.Kind.allCases, SemanticToken.Modifier.allCases)
    var data: [JSONValue] = []
    var (lastLine, lastColumn) = (0, 0)
    for token in semanticTokens where token.span.end >= wanted.start && token.span.start <= wanted.end {
      let line = positions.line(of: token.span.start)
      let column = positions.width(positions.line(line).start, token.span.start)
      let length = positions.width(token.span.start, token.span.end)
      let bits = token.modifiers.reduce(0) { $0 | 1 << (modifiers.firstIndex(of: $1) ?? 0) }
      data += [line - lastLine, line == lastLine ? column - lastColumn : column, length].map { JSONValue($0) }
      data += [JSONValue(kinds.firstIndex(of: token.kind) ?? 0), JSONValue(bits)]
      (lastLine, lastColumn) = (line, column)
    }
    return ["data": .array(data)]
  }
}

extension RecipeAnalysis {
  /// The words that have a color, in the order of the text; none spans a line end.
  package var semanticTokens: [SemanticToken] {
    var found = tree.comments.map { comment in
      SemanticToken(
        span: comment.span, kind: .comment, modifiers: comment.kind == .documentation ? [.documentation] : [])
    }
    let symbols = names
    for token in tree.allTokens {
      guard let kind = kind(of: token, symbols) else { continue }
      found.append(SemanticToken(span: token.span, kind: kind.kind, modifiers: kind.modifiers))
    }
    return found.filter { !$0.span.isEmpty && positions.line(of: $0.span.start) == positions.line(of: $0.span.end) }
      .sorted { $0.span.start < $1.span.start }
  }

  /// The symbol of each name of the text, by its start offset.
  private var names: [Int: (symbol: Symbol, isDeclaration: Bool)] {
    var names: [Int: (symbol: Symbol, isDeclaration: Bool)] = [:]
    model.forEachName { symbol, place in
      guard place.file == file, let span = tree.lastName(in: place.span) else { return }
      names[span.start] = (symbol, model.declaration(of: symbol)?.span.start == span.start)
    }
    return names
  }

  private func kind(
    of token: TokenSyntax, _ names: [Int: (symbol: Symbol, isDeclaration: Bool)]
  ) -> (kind: SemanticToken.Kind, modifiers: [SemanticToken.Modifier])? {
    switch token.kind {
    case .number, .color: return (.number, [])
    case .string, .textHead, .textMiddle, .textTail: return (.string, [])
    case .identifier: break
    default: return token.kind.isKeyword ? (.keyword, []) : nil
    }
    if let (symbol, isDeclaration) = names[token.span.start] {
      let (kind, modifiers) = kind(of: symbol)
      return (kind, modifiers + (isDeclaration ? [.declaration] : []))
    }
    let text = token.text
    if alias(token, in: file) != nil { return (.namespace, []) }
    if token.previous?.kind == .dot {
      let isWord = token.previous?.previous.map { $0.kind != .identifier && $0.kind != .rightParenthesis } ?? true
      return (isWord ? .enumMember : .property, [])
    }
    if ValueType(rawValue: text) != nil || InputType(rawValue: text) != nil { return (.type, []) }
    if token.next?.kind == .colon { return (.property, []) }
    let words =
      ClauseWord.allCases.map { $0.rawValue } + DeclarationWord.allCases.map { $0.rawValue }
      + ConnectingWord.allCases.map { $0.rawValue } + LiteralWord.allCases.map { $0.rawValue }
    if words.contains(text) { return (.keyword, []) }
    if UnitWord(rawValue: text) != nil, token.previous?.kind == .number { return (.keyword, []) }
    return nil
  }

  private func kind(of symbol: Symbol) -> (SemanticToken.Kind, [SemanticToken.Modifier]) {
    switch symbol {
    case .intrinsic(let intrinsic) where intrinsic.isConstant: (.variable, [.readonly, .defaultLibrary])
    case .source, .frame: (.variable, [.readonly, .defaultLibrary])
    case .parameter: (.parameter, [.readonly])
    case .image: (.variable, [.readonly])
    case .constant(let index):
      (.variable, [.readonly] + (isOfLibrary(model.constants[index].module) ? [.defaultLibrary] : []))
    case .function(let index): (.function, isOfLibrary(model.functions[index].module) ? [.defaultLibrary] : [])
    case .module: (.namespace, [])
    case .local(let function, let index):
      switch model.functions[function].body?.locals[index].role {
      case .input: (.parameter, [.readonly])
      case .variable: (.variable, [])
      case .constant, .counter, nil: (.variable, [.readonly])
      }
    case .intrinsic, .operation: (.function, [.defaultLibrary])
    }
  }

  private func isOfLibrary(_ module: Int) -> Bool { module == 0 }
}

extension Span {
  fileprivate var isEmpty: Bool { start == end }
}
