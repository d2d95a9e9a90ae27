public import TintypeDiagnostics
import TintypeSyntax

/// Files whose kernels, functions and constants are in scope of a recipe, with an index of what they declare.
///
/// The index takes longer to make than most recipes take to check, so a host makes it once.
public struct RecipeLibrary: Sendable {
  /// The files.
  public let files: [SourceFile]
  /// The files by the names that they declare.
  fileprivate let places: [String: Int]

  /// Finds what each file declares.
  public init(_ files: [SourceFile]) {
    self.files = files
    var places: [String: Int] = [:]
    for (place, file) in files.enumerated() {
      for name in declaredNames(in: file) { places[name] = place }
    }
    self.places = places
  }
}

/// What of the library is not open yet. A file is parsed when a recipe names something that it declares: most looks
/// need few.
struct LibraryIndex {
  private let library: RecipeLibrary
  private var isOpen: [Bool]

  /// All of the library but the file that is checked itself.
  init(_ library: RecipeLibrary, except source: SourceFile? = nil) {
    self.library = library
    isOpen = library.files.map { $0.name == source?.name }
  }

  /// The files in which something is declared that a tree or, in turn, one of these files names.
  mutating func needed(by tree: SyntaxTree) -> [RecipeSyntax] {
    var needed: [RecipeSyntax] = []
    var open = [tree]
    while let tree = open.popLast() {
      for name in tree.names {
        guard let place = library.places[name], let recipe = parsed(place) else { continue }
        needed.append(recipe)
        open.append(recipe.syntax.tree)
      }
    }
    return needed
  }

  /// The files that are not open yet.
  mutating func rest() -> [RecipeSyntax] { library.files.indices.compactMap { parsed($0) } }

  private mutating func parsed(_ place: Int) -> RecipeSyntax? {
    guard !isOpen[place] else { return nil }
    isOpen[place] = true
    return parse(library.files[place]).tree.recipe
  }
}
