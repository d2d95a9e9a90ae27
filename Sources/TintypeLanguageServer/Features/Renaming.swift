import Tintype
import TintypeDiagnostics
import TintypeSemantics

/// The places where a name is to be replaced.
struct Renaming {
  let name: String
  /// The recipes with the spans of the old name, in the order of each text.
  private(set) var files: [(file: SourceFile, spans: [Span])] = []

  init(name: String) { self.name = name }

  mutating func add(_ place: SourceLocation) {
    guard let index = files.firstIndex(where: { $0.file.name == place.file.name }) else {
      return files.append((place.file, [place.span]))
    }
    guard !files[index].spans.contains(place.span) else { return }
    files[index].spans.append(place.span)
    files[index].spans.sort { $0.start < $1.start }
  }

  /// The spans in a recipe.
  private func spans(in file: SourceFile) -> [Span] { files.first { $0.file.name == file.name }?.spans ?? [] }

  /// A recipe with the new name.
  func text(of file: SourceFile) -> SourceFile { file.replacing(spans(in: file).map { ($0, name) }) }

  /// Where what begins at a place begins with the new name.
  fileprivate func moved(_ place: SourceLocation) -> Binding.Place {
    let before = spans(in: place.file).prefix { $0.start < place.span.start }
    let growth = before.reduce(0) { $0 + name.utf8.count - ($1.end - $1.start) }
    return Binding.Place(file: place.file.name, offset: place.span.start + growth)
  }
}

/// A name in a text, and what it stands for.
private struct Binding: Hashable {
  struct Place: Hashable {
    let file: String
    let offset: Int
  }

  let name: Place
  /// Where it is declared; nil for what is built in.
  let declaration: Place?
  let builtIn: Symbol?
}

extension Analysis {
  /// Whether every name still refers to the same symbol after a rename, without new errors.
  func keepsMeaning(after renaming: Renaming) -> Bool {
    let open = renaming.files.reduce(into: loader.files) { $0[$1.file.name] = renaming.text(of: $1.file) }
    let renamed = compileForEditing(
      renaming.text(of: file), loader: OverlaidFolder(open, over: loader.folder))
    return renamed.diagnostics.errorCount <= diagnostics.errorCount
      && bindings(of: renamed.model) { Binding.Place(file: $0.file.name, offset: $0.span.start) }
        == bindings(of: model, renaming.moved)
  }

  /// The names in the recipe and in the files that it names. Bodies that come with the program are typed on demand, so
  /// what is known of them differs from one analysis to the next.
  private func bindings(of model: SemanticModel, _ moved: (SourceLocation) -> Binding.Place) -> Set<Binding> {
    var bindings: Set<Binding> = []
    model.forEachName { symbol, place in
      guard place.file.name == file.name || place.file.name.hasPrefix("/") else { return }
      let declaration = model.declaration(of: symbol).map(moved)
      bindings.insert(
        Binding(name: moved(place), declaration: declaration, builtIn: declaration == nil ? symbol : nil))
    }
    return bindings
  }
}

extension SourceFile {
  /// The text after edits, which are in its order and do not overlap.
  func replacing(_ edits: [(span: Span, text: String)]) -> SourceFile {
    var replaced: [UInt8] = []
    var end = 0
    for (span, new) in edits {
      replaced += text[end..<span.start] + Array(new.utf8)
      end = span.end
    }
    return SourceFile(name: name, text: replaced + text[end...])
  }
}

extension [Diagnostic] {
  var errorCount: Int { count { $0.severity == .error } }
}
