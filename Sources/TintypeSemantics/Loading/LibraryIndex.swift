import TintypeDiagnostics
import TintypeSyntax

/// The files of the library that are not open yet. One is parsed when a file names something that it declares: most looks need few.
struct LibraryIndex {
  private var files: [SourceFile?] = []
  /// The files by the names that they declare.
  private var places: [String: Int] = [:]

  init(_ library: [SourceFile]) {
    for (place, file) in library.enumerated() {
      files.append(file)
      for name in declaredNames(in: file) { places[name] = place }
    }
  }

  /// The files in which something is declared that a tree or, in turn, one of these files names.
  mutating func taken(for tree: SyntaxTree) -> [RecipeSyntax] {
    var taken: [RecipeSyntax] = []
    var open = [tree]
    while let tree = open.popLast() {
      for name in tree.names {
        guard let place = places[name], let recipe = take(place) else { continue }
        taken.append(recipe)
        open.append(recipe.syntax.tree)
      }
    }
    return taken
  }

  /// All that are left.
  mutating func rest() -> [RecipeSyntax] { files.indices.compactMap { take($0) } }

  private mutating func take(_ place: Int) -> RecipeSyntax? {
    guard let file = files[place].take() else { return nil }
    return parse(file).tree.recipe
  }
}
