package import TintypeDiagnostics
package import TintypeSemantics
package import TintypeTables
package import TintypeText

/// Finds what a recipe names: some files as they are in memory, all else in its folder.
package final class OverlaidFolder: RecipeLoader {
  package let folder: FolderLoader
  /// The files in memory, by their names.
  package let files: [String: SourceFile]

  /// - Parameter files: by their names as `FolderLoader.displayName(of:)` has them.
  package init(_ files: [String: SourceFile], over folder: FolderLoader) {
    (self.files, self.folder) = (files, folder)
  }

  package var root: RecipePath? { folder.root }
  package var shippedNames: [String] { folder.shippedNames }

  package func shipped(_ name: String) -> SourceFile? { folder.shipped(name) }

  package func bytes(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> [UInt8] {
    if let file = files[displayName(of: path)], file.text.count <= limit { return file.text }
    return try folder.bytes(of: path, atMost: limit)
  }

  package func haldPicture(of path: RecipePath) throws(LoadFailure) -> HaldPicture { try folder.haldPicture(of: path) }
  package func checkPicture(at path: RecipePath) throws(LoadFailure) { try folder.checkPicture(at: path) }

  package func font(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> LetterFont {
    try folder.font(of: path, atMost: limit)
  }

  package func displayName(of path: RecipePath) -> String { folder.displayName(of: path) }
  package func neighbors(of path: RecipePath) -> [String] { folder.neighbors(of: path) }
}
