import TintypeImage

/// A look with the files that it reads, to be written as one file.
///
/// Looks and library files that come with the program are not among them, and neither are pictures that are given at
/// each render.
public struct LookPack: Sendable {
  /// The paths of the files below the recipe's folder: the recipe, then the others, sorted.
  public let names: [String]

  private let recipe: SourceFile

  /// The pack of a recipe that ``findRecipe(_:)`` found in a file or in another pack.
  ///
  /// - Throws: what is wrong with the recipe.
  public init(_ recipe: SourceFile) throws(InvalidRecipe) {
    let loader = FolderLoader(for: recipe)
    _ = try Look(recipe, loader: loader)
    let others = loader.loaded.map(\.description).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    names = [String(decoding: FilePath(recipe.name).lastComponent, as: UTF8.self)] + others
    self.recipe = recipe
  }

  /// Writes the pack, which appears complete under its name or not at all. Equal files give equal bytes.
  ///
  /// - Throws: `.limit` for more than 256 MiB, `.unsupported` for names that no pack may have, what reading a file
  ///   throws, and what creating the pack throws.
  public func write(to path: FilePath, ifExists: RenderOptions.IfExists) throws(ImageError) -> RenderOutcome {
    try ifExists.write(path) { descriptor throws(ImageError) in
      try PackedFolder.write(names, to: descriptor) { name, limit throws(ImageError) in
        if name == names[0] { return recipe.text }
        do throws(ImageError) {
          return try readFile(
            below: FilePath(recipe.name).folder, name.split(separator: "/").map(String.init), atMost: limit)
        } catch {
          throw ImageError(error.kind, "'\(name.escapedForDisplay)': \(error.message)")
        }
      }
      return []
    }
  }
}
