public import Tintype
import TintypeDiagnostics
public import TintypeImage
import TintypeImport
import TintypeSemantics

extension ConfiguredLook {
  /// The look that a file of another program holds: a table, a list of operators, a color decision, or a HaldCLUT.
  ///
  /// - Throws: `ImageError` for a file that cannot be read, `ImportRefusal` for one that is not understood, and
  ///   ``InvalidTable`` for a picture that is no table.
  public init(table path: FilePath) throws {
    let name = String(decoding: path.lastComponent, as: UTF8.self)
    let folder = FolderLoader(for: path.sibling("fit.tint".utf8))
    var tables: [String: SourceFile] = [:]
    let recipe: [UInt8]
    if PictureFileType(nameEnding: path.fileExtension) != nil {
      // What is wrong with the file itself.
      _ = try openPicture(path)
      recipe = TableRecipe(name: "hald", source: name, table: name).text
    } else {
      let text = try readFile(path, atMost: ImportedLook.mostBytes)
      let look = try ImportedLook(SourceFile(name: path.description, text: text), stem: "fit")
      recipe = look.recipe
      for table in look.tables {
        let name = folder.displayName(of: RecipePath(fileName: table.name))
        tables[name] = SourceFile(name: name, text: table.bytes)
      }
    }
    let (look, diagnostics) = compile(
      SourceFile(name: "fit.tint", text: recipe), loader: OverlaidFolder(tables, over: folder))
    guard let look else { throw InvalidTable(messages: diagnostics.filter { $0.severity == .error }.map(\.message)) }
    self.init(look)
  }
}

/// What is wrong with a picture that is no table, in one sentence each.
public struct InvalidTable: Error {
  /// At least one sentence.
  public let messages: [String]
}
