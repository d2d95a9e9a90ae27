import TintypeRecipes

/// A template for a new recipe.
public struct RecipeTemplate: Sendable {
  /// The name on the command line.
  public let name: String

  /// What it makes, in a few words.
  public let about: String

  private let template: ShippedTemplates.Template

  /// The templates, in the order in which they are listed.
  public static let all = ShippedTemplates.all.map { RecipeTemplate(name: $0.name, about: $0.about, template: $0) }

  /// The files of a new recipe: the recipe itself, then what it names.
  ///
  /// - Parameter path: of the recipe, ending in `.tint`; the look is called as the file is.
  public func files(at path: FilePath) -> [(path: FilePath, bytes: [UInt8])] {
    let stem = String(decoding: path.stem, as: UTF8.self)
    let recipe = recipe(named: stem)
    guard let table = template.table else { return [(path, recipe)] }
    return [(path, recipe), (path.sibling("\(stem).cube".utf8), Self.named(table, "a mild table"))]
  }

  /// The recipe of a look of a name.
  package func recipe(named name: String) -> [UInt8] { Self.named(template.recipe, name.escapedForText) }

  private static func named(_ bytes: [UInt8], _ name: String) -> [UInt8] {
    Array(String(decoding: bytes, as: UTF8.self).replacing(ShippedTemplates.placeholder, with: name).utf8)
  }
}

extension String {
  /// The text as it stands between quotes in a recipe.
  fileprivate var escapedForText: String { String(String(prefix(200)).quotedForDisplay.dropFirst().dropLast()) }
}
