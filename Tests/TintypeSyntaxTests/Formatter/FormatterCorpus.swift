import TintypeTestSupport

/// The recipes that these tests format.
enum FormatterCorpus {
  /// Recipes with goldens, one per formatting rule.
  static let recipes = RecipeSample.all(in: "Formatter/Recipes")

  /// The shipped looks, library and templates and the recipes of the manual, which are already formatted.
  static let shipped =
    RecipeSample.all(inTopicsOf: "../../Recipes")
    + ["Diagnostics.md", "Language.md", "Tutorial.md", "Cookbook.md", "ComingFrom.md"].flatMap {
      RecipeSample.all(inPage: $0)
    }

  /// All well-formed recipes.
  static let wellFormed = recipes + shipped + Corpus.recipes
}
