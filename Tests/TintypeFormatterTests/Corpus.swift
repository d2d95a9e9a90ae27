import TintypeTestSupport

/// The recipes these tests set.
enum Corpus {
  /// Recipes beside these tests, each set in a way of its own.
  static let recipes = RecipeSample.all(in: "Recipes")

  /// The looks and the library of the product, and how they should be set.
  static let shipped = RecipeSample.all(in: "../../Recipes") + RecipeSample.all(in: "../../Recipes/Library")

  /// Well-formed recipes of the parser's tests.
  static let parsed = RecipeSample.all(in: "../TintypeSyntaxTests/Recipes")

  /// Recipes with errors of the parser's tests.
  static let wrongRecipes = RecipeSample.all(inTopicsOf: "../TintypeSyntaxTests/Goldens")

  /// All well-formed recipes.
  static let wellFormed = recipes + shipped + parsed
}
