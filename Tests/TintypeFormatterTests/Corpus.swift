import TintypeTestSupport

/// The recipes that these tests format.
enum Corpus {
  /// Recipes with goldens, one per formatting rule.
  static let recipes = RecipeSample.all(in: "Recipes")

  /// The shipped looks, library and templates and the recipes of the manual, which are already formatted.
  static let shipped =
    RecipeSample.all(inTopicsOf: "../../Recipes")
    + ["Diagnostics.md", "Language.md", "Tutorial.md", "Cookbook.md", "ComingFrom.md"].flatMap {
      RecipeSample.all(inPage: $0)
    }

  /// Well-formed recipes of the parser's tests.
  static let parsed = RecipeSample.all(in: "../TintypeSyntaxTests/Recipes")

  /// Recipes with errors of the parser's tests.
  static let wrongRecipes = RecipeSample.all(inTopicsOf: "../TintypeSyntaxTests/Goldens")

  /// All well-formed recipes.
  static let wellFormed = recipes + shipped + parsed
}
