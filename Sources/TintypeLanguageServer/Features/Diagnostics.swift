import TintypeDiagnostics
import TintypeEditing
import TintypeJSON

extension Analysis {
  /// What is wrong with the recipe, or with one of the files that it uses, as the protocol has it.
  func published(for workspace: Workspace, in other: SourceFile? = nil) -> [JSONValue] {
    editing.published(in: other) { place($0, workspace) }
  }

  /// The `Location` of a place; nil in what comes with the program.
  func place(_ location: SourceLocation, _ workspace: Workspace) -> JSONValue? {
    workspace.uri(of: location.file).map {
      ["uri": .string($0), "range": positions(in: location.file).range(location.span)]
    }
  }
}
