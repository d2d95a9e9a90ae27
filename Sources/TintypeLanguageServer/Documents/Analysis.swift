import Tintype
import TintypeDiagnostics
import TintypeEditing
import TintypeImage
import TintypeLowering
import TintypeSemantics
import TintypeSyntax

/// The analysis of one version of a recipe, with its place among files.
final class Analysis {
  /// The recipe, checked.
  let recipe: OpenRecipe
  /// What is asked of its text alone.
  let editing: RecipeAnalysis
  /// Its file; nil for an unsaved text.
  let path: FilePath?
  let loader: OverlaidFolder

  var file: SourceFile { recipe.source }
  var tree: SyntaxTree { recipe.tree }
  var model: SemanticModel { recipe.model }
  /// nil for a recipe with errors and for one without a look.
  var look: Look? { recipe.look }
  var diagnostics: [Diagnostic] { recipe.diagnostics }
  var positions: TextPositions { editing.positions }

  /// - Parameter known: the recipes that were opened last, where others share them and only this one is open.
  init(
    _ file: SourceFile, at path: FilePath?, open: [String: SourceFile], known: OpenRecipes?,
    _ encoding: PositionEncoding
  ) {
    self.path = path
    loader = OverlaidFolder(open, over: FolderLoader(for: path))
    recipe =
      known?.recipe(file, at: path) ?? OpenRecipe(file, loader: loader, unsaved: Set(open.keys))
    editing = RecipeAnalysis(
      file, recipe.tree, recipe.model, recipe.look, recipe.diagnostics, encoding, library: indexedLibrary
    ) { folder, endings in path?.files(in: folder, endingIn: endings) ?? [] }
  }

  /// Whether it is still up to date.
  func isCurrent(_ file: SourceFile, open: [String: SourceFile]) -> Bool {
    self.file.text == file.text && recipe.isCurrent
      && model.files.dropFirst().allSatisfy { used in open[used.name].map { $0 == used } ?? true }
  }

  /// The positions in one of the files of the model.
  func positions(in file: SourceFile) -> TextPositions { editing.positions(in: file) }

  /// What a name that is part of a dotted one refers to, and where only that part stands.
  func symbol(at offset: Int) -> (symbol: Symbol, span: Span)? { editing.symbol(at: offset) }
}

extension FilePath {
  /// What the recipe at this path can name in a folder: folders, and files with one of some endings.
  fileprivate func files(in folder: String, endingIn endings: [String]) -> [CompletionItem] {
    let place = self.folder.resolving(folder)
    let names = ((try? namesInFolder(place)) ?? []).map { String(decoding: $0, as: UTF8.self) }.filter {
      !$0.hasPrefix(".")
    }
    return names.sorted().compactMap { name in
      let file = place.appending(name.utf8)
      if FileStatus(file)?.kind == .folder { return CompletionItem(label: name + "/", kind: .file, rank: 2) }
      guard endings.contains(where: name.lowercased().hasSuffix), file != self else { return nil }
      return CompletionItem(label: name, kind: .file, rank: 1)
    }
  }
}
