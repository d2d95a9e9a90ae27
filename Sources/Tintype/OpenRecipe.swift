import Synchronization
import TintypeIR
package import TintypeImage
package import TintypeSyntax

/// A recipe that is read and checked once for all its users: an editor, or the text pane, the controls and the pictures
/// of the studio.
package final class OpenRecipe: Sendable {
  /// Its text.
  package let source: SourceFile

  /// What its text says.
  package let tree: SyntaxTree

  /// Its names and types, also where it has errors.
  package let model: SemanticModel

  /// What is wrong with it, warnings as well.
  package let diagnostics: [Diagnostic]

  /// Its look; nil for a recipe with errors, and for one that holds none.
  package let look: Look?

  /// The other files that it was made from, with their state at that time.
  private let files: [(path: FilePath, status: FileStatus?)]

  /// Checks a recipe as an editor needs it.
  ///
  /// - Parameters:
  ///   - source: the text, under the name that messages call it.
  ///   - loader: finds what it names.
  ///   - unsaved: the names of files that `loader` has in memory.
  package init(_ source: SourceFile, loader: any RecipeLoader, unsaved: Set<String> = []) {
    self.source = source
    tree = parse(source).tree
    (model, look, diagnostics) = compileForEditing(source, loader: loader)
    let recipes = model.files.filter { $0 != source && isRecipePath($0.name) && !unsaved.contains($0.name) }
    let named = look?.usedPaths(besides: source).filter { !unsaved.contains($0.description) } ?? []
    files = (recipes.map { FilePath($0.name) } + named).map { ($0, FileStatus($0)) }
  }

  /// Whether the files that it was made from are as they were.
  package var isCurrent: Bool { files.allSatisfy { FileStatus($0.path) == $0.status } }

  /// Its look.
  ///
  /// - Throws: what is wrong with it.
  package func requireLook() throws(InvalidRecipe) -> Look {
    guard let look else { throw InvalidRecipe(source.name, diagnostics) }
    return look
  }
}

/// A cache of the last recipes, each checked once.
package final class OpenRecipes: Sendable {
  private struct State {
    /// The one that was asked for last stands last.
    var recipes: [OpenRecipe] = []
    var checks = 0
  }

  private let state = Mutex(State())

  /// As many as a page shows looks at once; each holds its tree and its types.
  private static let most = 96

  package init() {}

  /// How often a recipe was checked.
  package var checks: Int { state.withLock(\.checks) }

  /// The recipe of a text; threads that want the same wait for the one that checks it.
  ///
  /// Texts of one name lie in one file.
  ///
  /// - Parameter path: its file; nil for a text that sees no folder.
  package func recipe(_ source: SourceFile, at path: FilePath?) -> OpenRecipe {
    state.withLock { state in
      if let index = state.recipes.firstIndex(where: { $0.source == source }) {
        let known = state.recipes.remove(at: index)
        if known.isCurrent {
          state.recipes.append(known)
          return known
        }
      }
      state.checks += 1
      let recipe = OpenRecipe(source, loader: FolderLoader(for: path))
      if state.recipes.count >= Self.most { state.recipes.removeFirst() }
      state.recipes.append(recipe)
      return recipe
    }
  }
}
