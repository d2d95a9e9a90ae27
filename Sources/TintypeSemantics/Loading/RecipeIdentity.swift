/// The identity of a recipe file, independent of the text that names it.
enum RecipeIdentity: Hashable {
  /// The main recipe, if it has no path.
  case given
  /// A file in or below the folder of the main recipe.
  case file(RecipePath)
  /// A shipped recipe.
  case shipped(String)
}
