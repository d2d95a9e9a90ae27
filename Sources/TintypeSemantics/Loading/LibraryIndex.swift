public import TintypeDiagnostics
import TintypeSyntax

/// Files whose kernels, functions and constants are in scope of a recipe, with an index of what they declare.
///
/// Making the index takes longer than checking most recipes, so a host makes it once.
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

/// The library files that have not been parsed. A file is parsed when a recipe names one of its declarations; most
/// looks need few.
struct LibraryIndex {
  private let library: RecipeLibrary
  private var isOpen: [Bool]

  /// The whole library, except for the file that is being checked.
  init(_ library: RecipeLibrary, except source: SourceFile? = nil) {
    self.library = library
    isOpen = library.files.map { $0.name == source?.name }
  }

  /// The files that declare a name of a tree, or, in turn, of one of these files.
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

  /// The files that have not been parsed.
  mutating func rest() -> [RecipeSyntax] { library.files.indices.compactMap { parsed($0) } }

  private mutating func parsed(_ place: Int) -> RecipeSyntax? {
    guard !isOpen[place] else { return nil }
    isOpen[place] = true
    return parse(library.files[place]).tree.recipe
  }
}
