import Tintype
import TintypeImage
import TintypeTables
import TintypeTestSupport

/// Finds what the samples of a folder name beside them, and calls it by the path in the recipe.
struct SampleLoader: RecipeLoader {
  private let folder: FolderLoader

  init(_ name: String, in folder: String = "Goldens", testFile: String = #filePath) {
    self.folder = FolderLoader(for: FilePath(TestFiles.folder(ofTarget: testFile) + "/\(folder)/\(name)"))
  }

  var root: RecipePath? { folder.root }
  func shipped(_ name: String) -> SourceFile? { folder.shipped(name) }
  var shippedNames: [String] { folder.shippedNames }
  func displayName(of path: RecipePath) -> String { path.description }
  func neighbors(of path: RecipePath) -> [String] { folder.neighbors(of: path) }

  func bytes(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> [UInt8] {
    try folder.bytes(of: path, atMost: limit)
  }

  func haldPicture(of path: RecipePath) throws(LoadFailure) -> HaldPicture { try folder.haldPicture(of: path) }
}
