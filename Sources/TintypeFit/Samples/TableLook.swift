public import Tintype
import TintypeDiagnostics
public import TintypeImage
import TintypeImport
import TintypeSemantics
import TintypeTables
import TintypeText

extension ConfiguredLook {
  /// The look that a file of another program holds: a table, a list of operators, a color decision, or a HaldCLUT.
  ///
  /// - Throws: `ImageError` for a file that cannot be read, `ImportRefusal` for one that is not understood, and
  ///   ``InvalidTable`` for a picture that is no table.
  public init(table path: FilePath) throws {
    let name = String(decoding: path.lastComponent, as: UTF8.self)
    var loader = TableLoader(files: FolderLoader(for: path.sibling("fit.tint".utf8)))
    let recipe: [UInt8]
    if PictureFileType(nameEnding: path.fileExtension) != nil {
      // What is wrong with the file itself.
      _ = try openPicture(path)
      recipe = TableRecipe(name: "hald", source: name, table: name).text
    } else {
      let text = try readFile(path, atMost: ImportedLook.mostBytes)
      let look = try ImportedLook(SourceFile(name: path.description, text: text), stem: "fit")
      recipe = look.recipe
      loader.tables = Dictionary(look.tables.map { ($0.name, $0.bytes) }) { $1 }
    }
    let (look, diagnostics) = compile(SourceFile(name: "fit.tint", text: recipe), loader: loader)
    guard let look else { throw InvalidTable(messages: diagnostics.filter { $0.severity == .error }.map(\.message)) }
    self.init(look)
  }
}

/// What is wrong with a picture that is no table, in one sentence each.
public struct InvalidTable: Error {
  /// At least one sentence.
  public let messages: [String]
}

/// Finds tables that are in memory, and everything else where the table is.
private struct TableLoader: RecipeLoader {
  let files: FolderLoader
  var tables: [String: [UInt8]] = [:]

  var root: RecipePath? { files.root }
  var shippedNames: [String] { files.shippedNames }

  func shipped(_ name: String) -> SourceFile? { files.shipped(name) }

  func bytes(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> [UInt8] {
    if let table = tables[path.description] { return table }
    return try files.bytes(of: path, atMost: limit)
  }

  func haldPicture(of path: RecipePath) throws(LoadFailure) -> HaldPicture { try files.haldPicture(of: path) }
  func checkPicture(at path: RecipePath) throws(LoadFailure) { try files.checkPicture(at: path) }
  func font(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> LetterFont {
    try files.font(of: path, atMost: limit)
  }
  func displayName(of path: RecipePath) -> String { files.displayName(of: path) }
  func neighbors(of path: RecipePath) -> [String] { files.neighbors(of: path) }
}
