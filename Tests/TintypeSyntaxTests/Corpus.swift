import TintypeTestSupport

/// The files beside these tests.
enum Corpus {
  /// The well-formed recipes, in order of their names.
  static let recipes = RecipeSample.all(in: "Recipes")

  /// The wrong recipes, in order of their names.
  static let wrongRecipes = RecipeSample.all(inTopicsOf: "Goldens")
}
