import Tintype
import TintypeDiagnostics
import TintypeImage
import TintypeSemantics
import TintypeTables
import TintypeText

/// Finds what a recipe names: what is open in the editor as it stands there, all else on disk.
struct EditedFolder: RecipeLoader {
  let folder: FolderLoader
  /// The recipes that are open, by their names.
  let open: [String: SourceFile]

  var root: RecipePath? { folder.root }
  var shippedNames: [String] { folder.shippedNames }

  func shipped(_ name: String) -> SourceFile? { folder.shipped(name) }

  func bytes(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> [UInt8] {
    if let file = open[displayName(of: path)], file.text.count <= limit { return file.text }
    return try folder.bytes(of: path, atMost: limit)
  }

  func haldPicture(of path: RecipePath) throws(LoadFailure) -> HaldPicture { try folder.haldPicture(of: path) }
  func checkPicture(at path: RecipePath) throws(LoadFailure) { try folder.checkPicture(at: path) }

  func font(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> LetterFont {
    try folder.font(of: path, atMost: limit)
  }

  func displayName(of path: RecipePath) -> String { folder.displayName(of: path) }
  func neighbors(of path: RecipePath) -> [String] { folder.neighbors(of: path) }
}
