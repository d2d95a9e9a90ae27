import Synchronization
public import TintypeDiagnostics
import TintypeSyntax

/// Files whose kernels, functions and constants are in scope of a recipe.
///
/// They are declared once, and typed when a recipe first needs them. So a host that checks many recipes makes one
/// library.
public final class RecipeLibrary: Sendable {
  /// The files.
  public let files: [SourceFile]

  /// What is known of the files, as the start of every analysis, and the trees of recipes that come with the program.
  private let known: Mutex<(analyzer: Analyzer, trees: [String: SyntaxTree])>

  /// Declares the files.
  public init(_ files: [SourceFile]) {
    self.files = files
    var analyzer = Analyzer()
    analyzer.model.modules[SemanticModel.library].isTrusted = true
    analyzer.inside(SemanticModel.library) { analyzer in
      for file in files { analyzer.declare(parse(file).tree.recipe) }
    }
    known = Mutex((analyzer, [:]))
  }

  /// An analyzer that knows the library, except for the file that is being checked.
  func analyzer(for source: SourceFile) -> Analyzer {
    guard files.contains(where: { $0.name == source.name }) else { return known.withLock(\.analyzer) }
    return RecipeLibrary(files.filter { $0.name != source.name }).known.withLock(\.analyzer)
  }

  /// Keeps what an analysis without errors has typed of the library, for the next one.
  func keepTyped(by model: SemanticModel) {
    known.withLock { known in
      let entries = (known.analyzer.model.functions.indices, known.analyzer.model.constants.indices)
      for index in entries.0 where known.analyzer.model.functions[index].body == nil {
        known.analyzer.model.functions[index] = model.functions[index]
      }
      for index in entries.1 where known.analyzer.model.constants[index].value == nil {
        known.analyzer.model.constants[index] = model.constants[index]
      }
    }
  }

  /// Parses a recipe that comes with the program; one without errors only once.
  func parsed(_ source: SourceFile) -> (tree: SyntaxTree, diagnostics: [Diagnostic]) {
    if let tree = known.withLock({ $0.trees[source.name] }), tree.source == source { return (tree, []) }
    let (tree, diagnostics) = parse(source)
    if diagnostics.isEmpty { known.withLock { $0.trees[source.name] = tree } }
    return (tree, diagnostics)
  }
}
