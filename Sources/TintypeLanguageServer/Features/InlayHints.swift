import TintypeDiagnostics
import TintypeEditing
import TintypeJSON
import TintypeSemantics
import TintypeSyntax

extension LanguageServer {
  func inlayHints(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let analysis = try analysis(parameters)
    let wanted = analysis.positions.span(parameters["range"]) ?? Span(0, analysis.file.text.count)
    return .array(
      analysis.hints.filter { wanted.start <= $0.offset && $0.offset <= wanted.end }.map { hint in
        [
          "position": analysis.positions.position(of: hint.offset), "label": .string(hint.text),
          "kind": hint.isArgument ? 2 : 1, "paddingLeft": .bool(!hint.isArgument),
          "paddingRight": .bool(hint.isArgument),
        ]
      })
  }

  func documentLinks(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let analysis = try analysis(parameters)
    return .array(
      analysis.links.map { ["range": analysis.positions.range($0.span), "target": .string($0.target)] })
  }
}

extension Analysis {
  /// A remark that an editor shows inside of a line.
  struct Hint {
    let offset: Int
    let text: String
    /// The name of an argument; if not, a type or a value.
    let isArgument: Bool
  }

  /// The names of arguments that are given by position, the types of constants, and their values.
  var hints: [Hint] {
    var hints: [Hint] = []
    model.forEachExpression { expression, _ in
      guard expression.location.file == file else { return }
      hints += argumentHints(expression)
    }
    for index in model.constants.indices {
      let name = model.declaration(of: .constant(index))
      guard let name, name.file == file, let value = model.constants[index].value else { continue }
      hints += valueHints(value, behind: name)
    }
    for function in model.functions where function.location.file == file {
      for local in function.body?.locals ?? [] where local.role != .input {
        let type = Analysis.hasType(after: local.location, in: tree) ? "" : local.type.spelled
        if !type.isEmpty { hints.append(Hint(offset: local.location.span.end, text: ": " + type, isArgument: false)) }
      }
    }
    return hints.sorted { $0.offset < $1.offset }
  }

  private func valueHints(_ value: TypedExpression, behind name: SourceLocation) -> [Hint] {
    var hints: [Hint] = []
    if !Analysis.hasType(after: name, in: tree), !value.type.spelled.isEmpty {
      hints.append(Hint(offset: name.span.end, text: ": " + value.type.spelled, isArgument: false))
    }
    if let text = editing.value(of: value), text != file.text(in: value.location.span).oneLine, !value.isLiteral {
      hints.append(Hint(offset: value.location.span.end, text: "= " + text, isArgument: false))
    }
    return hints
  }

  private static func hasType(after name: SourceLocation, in tree: SyntaxTree) -> Bool {
    tree.token(before: name.span.end)?.next?.kind == .colon
  }

  private func argumentHints(_ expression: TypedExpression) -> [Hint] {
    let arguments: [(name: String, value: TypedExpression)]
    switch expression.kind {
    case .call(let function, let inputs, _):
      arguments = inputs.map { (model.functions[function].inputs[$0.index].name, $0.value) }
    case .operation(let call): arguments = call.arguments.map { ($0.input.name.description, $0.value) }
    default: return []
    }
    // The first argument is what the call is about.
    return arguments.dropFirst().compactMap { name, value in
      let start = value.location.span.start
      guard value.location.file == file, tree.token(before: start)?.kind != .colon,
        file.text(in: value.location.span) != name, !file.text(in: value.location.span).hasPrefix(".")
      else { return nil }
      return Hint(offset: start, text: name + ":", isArgument: true)
    }
  }
}

extension TypedExpression {
  /// Whether it is self-explanatory.
  fileprivate var isLiteral: Bool {
    switch kind {
    case .constant, .color, .converted, .word: true
    default: false
    }
  }
}
