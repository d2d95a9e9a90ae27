import Tintype
import TintypeTables
import TintypeTestSupport
import TintypeText

/// Files that are there for the recipes of the corpus, without the places of this computer.
final class MemoryLoader: RecipeLoader {
  let root: RecipePath?
  private let files: [String: [UInt8]]
  private let pictures: [String: HaldPicture]

  init(for name: String, files: [String: [UInt8]], pictures: [String: HaldPicture] = [:]) {
    root = RecipePath(fileName: name)
    self.files = files
    self.pictures = pictures
  }

  /// The files that stand in folders below that of the corpus, and a picture that is no table.
  convenience init(for name: String, in folders: [String], of corpus: String) {
    let path = TestFiles.packageRoot + "/Tests/TintypeSemanticsTests/\(corpus)/"
    var files: [String: [UInt8]] = [:]
    for folder in folders {
      for file in TestFiles.names(in: path + folder, endingIn: "") {
        files["\(folder)/\(file)"] = TestFiles.bytes(of: path + "\(folder)/\(file)")
      }
    }
    files[name] = TestFiles.bytes(of: path + name)
    let picture = HaldPicture(width: 6, height: 4, largestCode: 255, codes: Array(repeating: 128, count: 72))
    self.init(for: name, files: files, pictures: ["tables/picture.png": picture])
  }

  func shipped(_ name: String) -> SourceFile? { FolderLoader(for: nil).shipped(name) }

  var shippedNames: [String] { FolderLoader(for: nil).shippedNames }

  func bytes(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> [UInt8] {
    if path.components.last == "link.tint" { throw LoadFailure("is a symbolic link, which may lead anywhere") }
    guard let bytes = files[path.description] else { throw LoadFailure("there is none", isMissing: true) }
    return bytes
  }

  func haldPicture(of path: RecipePath) throws(LoadFailure) -> HaldPicture {
    guard let picture = pictures[path.description] else { throw LoadFailure("there is none", isMissing: true) }
    return picture
  }

  func checkPicture(at path: RecipePath) throws(LoadFailure) {
    guard files[path.description] != nil || pictures[path.description] != nil else {
      throw LoadFailure("there is none", isMissing: true)
    }
  }

  /// What a text file says of the font that it stands for.
  func font(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> LetterFont {
    let word = String(decoding: try bytes(of: path, atMost: limit), as: UTF8.self)
    if word.hasPrefix("squares") { return SampleFont.squares }
    if word.hasPrefix("broken") { return LetterFont(name: path.description, fingerprint: 1) { _ in nil } }
    throw LoadFailure("it is neither TrueType nor OpenType")
  }

  func displayName(of path: RecipePath) -> String { path.description }

  func neighbors(of path: RecipePath) -> [String] {
    let folder = path.components.dropLast()
    return files.keys.map { $0.split(separator: "/").map(String.init) }.filter { $0.dropLast() == folder }
      .compactMap(\.last)
  }
}
