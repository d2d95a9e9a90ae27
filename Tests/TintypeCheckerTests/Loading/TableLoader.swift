import Tintype
import TintypeTables

/// Has tables under every name: cubes that change nothing, of the smallest size there is.
struct TableLoader: RecipeLoader {
  var root: RecipePath? { RecipePath(fileName: "recipe.tint") }
  func shipped(_ name: String) -> SourceFile? { nil }
  var shippedNames: [String] { [] }
  func displayName(of path: RecipePath) -> String { path.description }
  func neighbors(of path: RecipePath) -> [String] { [] }

  func bytes(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> [UInt8] {
    let rows = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }
    return Array(("LUT_3D_SIZE 2\n" + rows.joined()).utf8)
  }

  /// Level 2: four entries along each axis.
  func haldPicture(of path: RecipePath) throws(LoadFailure) -> HaldPicture {
    let codes = (0..<64).flatMap { [$0 & 3, $0 >> 2 & 3, $0 >> 4].map { UInt16($0 * 85) } }
    return HaldPicture(width: 8, height: 8, largestCode: 255, codes: codes)
  }
}
