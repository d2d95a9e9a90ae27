package import TintypeDiagnostics
package import TintypeJSON
import TintypeSemantics
import TintypeSyntax

extension RecipeAnalysis {
  /// The diagnostics of the recipe itself.
  package var own: [Diagnostic] { diagnostics.filter { $0.primary.location.file == file } }

  /// What is wrong with the recipe, or with one of the files that it uses, as the protocol has it.
  ///
  /// - Parameter location: the `Location` of a place; nil in what comes with the program.
  package func published(
    in other: SourceFile? = nil, _ location: (SourceLocation) -> JSONValue? = { _ in nil }
  ) -> [JSONValue] {
    let file = other ?? self.file
    return diagnostics.filter { $0.primary.location.file == file }.map { diagnostic in
      let related = diagnostic.related.compactMap { label in
        location(label.location).map { ["location": $0, "message": .string(label.text)] as JSONValue }
      }
      // A remark under the carets and notes have no place of their own in the protocol.
      let remarks = [diagnostic.primary.text].filter { !$0.isEmpty } + diagnostic.notes
      let isUnneeded = diagnostic.code.hasPrefix("unused-") || diagnostic.code == "unreachable"
      return [
        "range": positions(in: file).range(diagnostic.primary.location.span),
        "severity": diagnostic.severity == .error ? 1 : 2,
        "code": .string(diagnostic.code), "source": "tintype",
        "message": .string(([diagnostic.message] + remarks).joined(separator: "\n")),
        "tags": isUnneeded ? [1] : nil,
        "relatedInformation": related.isEmpty ? nil : .array(related),
      ]
    }
  }

  /// The ways out of a problem of the recipe, as code actions of the protocol.
  ///
  /// - Parameters:
  ///   - problem: the diagnostic as it was published.
  ///   - uri: the recipe, as the client writes it.
  package func fixes(of diagnostic: Diagnostic, published problem: JSONValue, _ uri: String) -> [JSONValue] {
    var actions = diagnostic.fixIts.filter { $0.location.file == file }.map { fix -> JSONValue in
      [
        "title": .string(fix.text.capitalizedFirst), "kind": "quickfix", "diagnostics": [problem],
        "isPreferred": .bool(fix.applicability == .safe || diagnostic.fixIts.count == 1),
        "edit": edit(uri, [(fix.location.span, fix.replacement)]),
      ]
    }
    if diagnostic.severity == .warning, Warning(rawValue: diagnostic.code)?.isSuppressible == true {
      let line = positions.line(of: diagnostic.primary.location.span.start)
      let start = positions.line(line).start
      let text = file.text(in: positions.line(line))
      let indent = text.prefix { $0 == " " || $0 == "\t" }
      actions.append([
        "title": .string("Allow \(diagnostic.code) here"), "kind": "quickfix", "diagnostics": [problem],
        "edit": edit(
          uri, [(Span(start, start), "\(indent)// allow: \(diagnostic.code) (the reason)\(file.text.lineEnd)")]),
      ])
    }
    return actions
  }

  /// A `WorkspaceEdit` of one recipe.
  package func edit(_ uri: String, _ edits: [(span: Span, text: String)]) -> JSONValue {
    let changes = edits.map { ["range": positions.range($0.span), "newText": .string($0.text)] as JSONValue }
    return ["changes": .object([uri: .array(changes)])]
  }
}
