import Tintype
import TintypeTestSupport

/// Files that are there for the recipes of the corpus, without the places of this computer.
struct MemoryLoader: RecipeLoader {
  let root: RecipePath?
  private let files: [String: [UInt8]]

  init(for name: String, files: [String: [UInt8]]) {
    root = RecipePath(fileName: name)
    self.files = files
  }

  /// The files that stand in a folder below that of the corpus.
  init(for name: String, in folder: String, of corpus: String) {
    let path = TestFiles.packageRoot + "/Tests/TintypeCheckerTests/\(corpus)/"
    var files = Dictionary(
      uniqueKeysWithValues: TestFiles.names(in: path + folder, endingIn: ".tint").map {
        ("\(folder)/\($0)", TestFiles.bytes(of: path + "\(folder)/\($0)") ?? [])
      })
    files[name] = TestFiles.bytes(of: path + name)
    self.init(for: name, files: files)
  }

  func shipped(_ name: String) -> SourceFile? { FolderLoader(for: nil).shipped(name) }

  var shippedNames: [String] { FolderLoader(for: nil).shippedNames }

  func bytes(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> [UInt8] {
    if path.components.last == "link.tint" { throw LoadFailure("is a symbolic link, which may lead anywhere") }
    guard let bytes = files[path.description] else { throw LoadFailure("there is none", isMissing: true) }
    return bytes
  }

  func displayName(of path: RecipePath) -> String { path.description }

  func neighbors(of path: RecipePath) -> [String] {
    let folder = path.components.dropLast()
    return files.keys.map { $0.split(separator: "/").map(String.init) }.filter { $0.dropLast() == folder }
      .compactMap(\.last)
  }
}
