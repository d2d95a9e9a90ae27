public import Tintype
import TintypeEditing
import TintypeImage
import TintypeImport
import TintypeSyntax

/// A new look for what happens to colors: curves and steps by hue, or a film where that is much nearer.
public struct NewLookFit {
  /// The recipe.
  public let recipe: [UInt8]
  /// How far the colors are apart before.
  public let before: ColorError
  /// How far the recipe is from the colors after, rendered.
  public let after: ColorError
  /// The residual error at each color.
  public let residuals: [Residual]
  /// Where the recipe is a film: what curves and steps by hue would have left.
  public let withoutFilm: ColorError?

  /// By how much dE2000 a film has to be nearer, since it has more numbers.
  private static let muchNearer = 0.2

  /// Fits to pairs of pictures.
  ///
  /// - Parameters:
  ///   - pairs: at least one.
  ///   - name: of the look.
  ///   - source: what it is fitted to, in a few words.
  public init(to pairs: [PhotoPair], named name: String, from source: String) throws(ImageError) {
    try self.init(insteadOf: ModelFit(to: pairs, named: name, from: source), name, source) {
      (look, held) throws(ImageError) in try LookFit(look, holding: held, to: pairs)
    }
  }

  /// Fits to a look of which nothing depends on a place or on neighbors, such as a table.
  public init(to table: ConfiguredLook, named name: String, from source: String) throws(ImageError) {
    try self.init(insteadOf: ModelFit(to: table, named: name, from: source), name, source) {
      (look, held) throws(ImageError) in try LookFit(look, holding: held, toTable: table)
    }
  }

  private init(
    insteadOf model: ModelFit, _ name: String, _ source: String,
    _ fit: (ConfiguredLook, Set<String>) throws(ImageError) -> LookFit
  ) throws(ImageError) {
    before = model.before
    if model.after.mean > Self.muchNearer {
      let film = Self.film(named: name)
      let found = try fit(film.look, ["grain", "strength"])
      if found.after.mean < model.after.mean - Self.muchNearer {
        recipe = Self.recipe(of: film.source, found, source)
        (after, residuals, withoutFilm) = (found.after, found.residuals, model.after)
        return
      }
    }
    (recipe, after, residuals, withoutFilm) = (model.recipe, model.after, model.residuals, nil)
  }

  /// The film of the template `stock`, without its grain.
  private static func film(named name: String) -> (source: SourceFile, look: ConfiguredLook) {
    guard let text = RecipeTemplate.all.first(where: { $0.name == "stock" })?.recipe(named: name) else {
      preconditionFailure("there is a template 'stock'")
    }
    let source = SourceFile(name: "fitted.tint", text: text)
    guard let look = compile(source).look,
      let still = try? ConfiguredLook(look).setting([SourceFile(name: "fitted.tint", text: "grain = 0")])
    else { preconditionFailure("the template 'stock' is a look with a parameter 'grain'") }
    return (source, still)
  }

  /// The template with the values that were found, but its own grain.
  private static func recipe(of template: SourceFile, _ fit: LookFit, _ source: String) -> [UInt8] {
    let values = fit.changes.filter { $0.name != "grain" }
    let changes = Dictionary(uniqueKeysWithValues: values.map { ($0.name, $0.value) })
    guard let fitted = try? parse(template).tree.text(of: template, changing: changes) else {
      preconditionFailure("a look declares its parameters")
    }
    let comment = "tintype 1\n\n" + comments(["Fitted to \(source): dE2000 \(fit.after.summary)."])
    return formattedRecipe(
      String(decoding: fitted, as: UTF8.self).replacing("tintype 1\n", with: comment, maxReplacements: 1))
  }
}
