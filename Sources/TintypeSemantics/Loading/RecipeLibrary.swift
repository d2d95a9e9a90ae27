public import TintypeDiagnostics
import TintypeSyntax
import TintypeSystem

/// Files whose kernels, functions and constants are in scope of a recipe.
///
/// A file is declared when a recipe first names something in it, and typed only as far as recipes need it. What is
/// known serves every later recipe, so a host makes one library.
public final class RecipeLibrary: Sendable {
  /// The files. Each declaration begins a line.
  public let files: [SourceFile]

  /// The files by the names that they declare.
  private let places: [String: Int]

  private struct Known {
    /// The start of every analysis.
    var analyzer = Analyzer()
    /// The files that it has declared.
    var declared: Set<Int> = []
    /// The trees of recipes that come with the program.
    var trees: [String: SyntaxTree] = [:]
  }
  private let known = Mutex(Known())

  /// Finds what each file declares.
  public init(_ files: [SourceFile]) {
    self.files = files
    var places: [String: Int] = [:]
    for (place, file) in files.enumerated() {
      for name in declaredNames(in: file) { places[name] = place }
    }
    self.places = places
    known.withLock { $0.analyzer.model.modules[SemanticModel.library].isTrusted = true }
  }

  /// The files that a tree names something of.
  func files(namedIn tree: SyntaxTree) -> Set<Int> { Set(tree.names.compactMap { places[$0] }) }

  /// An analyzer that has declared these files and those that they need, and which files it has declared.
  func analyzer(knowing wanted: Set<Int>) -> (analyzer: Analyzer, declared: Set<Int>) {
    known.withLock { known in
      var open = wanted.sorted()
      while let place = open.popLast() {
        guard known.declared.insert(place).inserted else { continue }
        let tree = parse(files[place]).tree
        known.analyzer.inside(SemanticModel.library) { $0.declare(tree.recipe) }
        open += files(namedIn: tree).sorted()
      }
      return (known.analyzer, known.declared)
    }
  }

  /// Keeps what an analysis without errors has typed of the library, for the next one.
  ///
  /// - Parameter start: the analyzer as that analysis got it.
  func keepTyped(by model: SemanticModel, from start: Analyzer) {
    known.withLock { known in
      for index in start.model.functions.indices where known.analyzer.model.functions[index].body == nil {
        known.analyzer.model.functions[index] = model.functions[index]
      }
      for index in start.model.constants.indices where known.analyzer.model.constants[index].value == nil {
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

/// The names that a file declares, without parsing it.
private func declaredNames(in source: SourceFile) -> [String] {
  let words = ["kernel ", "function ", "let "].map { Array($0.utf8) }
  return source.text.split { $0.endsLine }.compactMap { line in
    guard let word = words.first(where: line.starts) else { return nil }
    let name = line.dropFirst(word.count).prefix { byte in
      byte != UInt8(ascii: "(") && byte != UInt8(ascii: " ") && byte != UInt8(ascii: ":")
    }
    return String(decoding: name, as: UTF8.self)
  }
}
