/// Recipes to begin a new one with: they check, render well, and say in comments what each part is for.
public enum ShippedTemplates {
  /// One template.
  public struct Template: Sendable {
    /// What it is called on the command line.
    public let name: String
    /// What it makes, in a few words.
    public let about: String
    /// The recipe's text as UTF-8; ``placeholder`` stands where its own name goes.
    public let recipe: [UInt8]
    /// The table of colors that the recipe names, which lies beside it.
    public var table: [UInt8]?
  }

  /// The word in a template that the new recipe's name replaces.
  public static let placeholder = "NAME"

  /// The templates, in the order in which they are listed.
  public static let all: [Template] = [
    Template(
      name: "blank", about: "the frame of a recipe, and nothing in it", recipe: PackageResources.template_blank_tint),
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
      name: "lut", about: "a table of colors from another program, at any strength",
      recipe: PackageResources.template_lut_tint,
      table: PackageResources.template_lut_cube),
  ]
}
