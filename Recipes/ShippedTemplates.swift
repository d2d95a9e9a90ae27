/// Starting points for new recipes. Their comments explain each part.
public enum ShippedTemplates {
  /// A template.
  public struct Template: Sendable {
    /// The name on the command line.
    public let name: String
    /// A short description for lists.
    public let about: String
    /// The recipe's text as UTF-8, with ``placeholder`` for its name.
    public let recipe: [UInt8]
    /// The color table that the recipe uses.
    public var table: [UInt8]?
  }

  /// The word in a template that is replaced by the name of the new recipe.
  public static let placeholder = "NAME"

  /// The templates in listing order.
  public static let all: [Template] = [
    Template(
      name: "blank", about: "the frame of a recipe without an effect", recipe: PackageResources.template_blank_tint),
    Template(
      name: "negative", about: "color negative film, printed warm", recipe: PackageResources.template_negative_tint),
    Template(
      name: "slide", about: "slide film: dense shadows and rich color", recipe: PackageResources.template_slide_tint),
    Template(
      name: "black-and-white", about: "black and white through a colored filter, with grain",
      recipe: PackageResources.template_black_and_white_tint),
    Template(
      name: "cine", about: "tungsten cinema, with a glow around lamps", recipe: PackageResources.template_cine_tint),
    Template(name: "instant", about: "a square instant print", recipe: PackageResources.template_instant_tint),
    Template(
      name: "stock", about: "a film by its numbers, which 'tintype fit' finds from pictures",
      recipe: PackageResources.template_stock_tint),
    Template(
      name: "lut", about: "a color table from another program, at any strength",
      recipe: PackageResources.template_lut_tint,
      table: PackageResources.template_lut_cube),
  ]
}
