import TintypeDiagnostics
import TintypeRecipes
import TintypeSemantics
import TintypeTables
import TintypeText

/// Finds what comes with the program; a page has no folder.
final class ShippedOnly: RecipeLoader {
  var root: RecipePath? { nil }
  var shippedNames: [String] { shippedFileNames }

  func shipped(_ name: String) -> SourceFile? { shippedFile(name) }
  func bytes(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> [UInt8] { throw none }
  func haldPicture(of path: RecipePath) throws(LoadFailure) -> HaldPicture { throw none }
  func checkPicture(at path: RecipePath) throws(LoadFailure) { throw none }
  func font(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> LetterFont { throw none }
  func displayName(of path: RecipePath) -> String { path.description }
  func neighbors(of path: RecipePath) -> [String] { [] }

  private var none: LoadFailure { LoadFailure("this recipe has no folder to look in") }
}
