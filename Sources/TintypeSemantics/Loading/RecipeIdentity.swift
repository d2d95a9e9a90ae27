/// Which file a recipe is, however it is named.
enum RecipeIdentity: Hashable {
  /// What was given to check, where it has no place of its own.
  case given
  /// A file below the folder of the recipe that was asked for.
  case file(RecipePath)
  /// One that comes with the program.
  case shipped(String)
}
