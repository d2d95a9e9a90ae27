import TintypeDiagnostics
import TintypeJSON

extension Analysis {
  /// What is wrong with the recipe, or with one of the files that it uses, as the protocol has it.
  func published(for workspace: Workspace, in other: SourceFile? = nil) -> [JSONValue] {
    let file = other ?? self.file
    return diagnostics.filter { $0.primary.location.file == file }.map { diagnostic in
      let related = diagnostic.related.compactMap { label in
        place(label.location, workspace).map { ["location": $0, "message": .string(label.text)] as JSONValue }
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

  /// The `Location` of a place; nil in what comes with the program.
  func place(_ location: SourceLocation, _ workspace: Workspace) -> JSONValue? {
    workspace.uri(of: location.file).map {
      ["uri": .string($0), "range": positions(in: location.file).range(location.span)]
    }
  }
}
