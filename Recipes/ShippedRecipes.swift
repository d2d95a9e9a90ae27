/// The recipes that are part of the program, embedded as bytes: an installed binary needs no files beside it.
public enum ShippedRecipes {
  /// One recipe's text.
  public struct Recipe: Sendable {
    /// The file name without `.tint`: what `render` takes as LOOK.
    public let name: String
    /// The text as UTF-8.
    public let text: [UInt8]
  }

  /// The looks, in the order in which they are listed.
  public static let looks: [Recipe] = [
    Recipe(name: "original", text: PackageResources.original_tint),
    Recipe(name: "minimal-life", text: PackageResources.minimal_life_tint),
    Recipe(name: "tumble-down", text: PackageResources.tumble_down_tint),
  ]

  /// The standard library.
  public static let library: [Recipe] = [
    Recipe(name: "color", text: PackageResources.color_tint),
    Recipe(name: "blending", text: PackageResources.blending_tint),
  ]
}
