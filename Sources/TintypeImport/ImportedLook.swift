public import TintypeDiagnostics
import TintypeImage
import TintypeTables

/// A look of another program as a recipe, and the tables that it names.
public struct ImportedLook: Sendable {
  /// A kind of file, as the end of its name says it.
  public enum Kind: String, CaseIterable, Sendable {
    case cube, clf, ctf, cdl, cc, ccc, xmp
  }

  /// A table that the recipe names, to be written beside it.
  public struct Table: Sendable {
    /// The name of the file.
    public let name: String
    /// The bytes of a `.cube` file.
    public let bytes: [UInt8]
  }

  /// The text of the recipe.
  public let recipe: [UInt8]
  /// The tables that have to be written beside the recipe.
  public let tables: [Table]
  /// What it left out of the file, in one sentence each.
  public private(set) var notes: [String] = []

  /// The largest file that is read: as large as a table of the language may be.
  public static let mostBytes = 128 << 20

  /// Reads a file of another program.
  ///
  /// - Parameters:
  ///   - file: its text, and the name that messages give it, whose end says its kind.
  ///   - stem: the name of the recipe's file without `.tint`: the look's name where the file has none, and the
  ///     beginning of the tables' names.
  ///   - table: for a `.cube`, how the recipe names it; nil for a copy beside the recipe.
  ///   - correction: the `id` of the one correction that is wanted of several.
  /// - Throws: what is wrong with the file, or not understood of it, with its place.
  public init(
    _ file: SourceFile, stem: String, table: String? = nil, correction: String? = nil
  ) throws(ImportRefusal) {
    let name = FilePath(file.name)
    guard let kind = Kind(rawValue: String(decoding: name.fileExtension, as: UTF8.self).lowercased()) else {
      throw .unknownKind(file.name)
    }
    let source =
      "Imported from \(String(decoding: name.lastComponent, as: UTF8.self)), "
      + "SHA-256 \(ContentHash.digits(of: file.text))"
    if kind == .cube {
      if let correction { throw .unknownCorrection(correction, known: []) }
      if case .failure(let complaint) = CubeFileReader.read(file, name: file.name) { throw .table(complaint) }
      let copy = "\(stem).cube"
      recipe = TableRecipe(name: stem, source: source, table: table ?? copy).text
      tables = table == nil ? [Table(name: copy, bytes: file.text)] : []
      return
    }
    let root = try XMLReader.root(of: file)
    if kind == .xmp {
      if let correction { throw .unknownCorrection(correction, known: []) }
      let preset = try DevelopRecipe(DevelopSettings(root, in: file), stem: stem, source: source)
      (recipe, tables, notes) = (preset.text, [], preset.notes)
      return
    }
    if root.name == "ProcessList" {
      if let correction { throw .unknownCorrection(correction, known: []) }
      let content = try CommonLUTReader.content(of: root, in: file)
      let made = OperatorRecipe(content: content, stem: stem, source: source)
      (recipe, tables) = (made.text, made.tables)
      if root.children("LUT3D").contains(where: { $0["interpolation"] == "trilinear" }) {
        notes.append("recipes look tables up by tetrahedra, and this file asks for trilinear interpolation")
      }
    } else {
      let values = XMLValues(file: file)
      var decisions = try values.decisions(root)
      if let correction {
        guard let chosen = decisions.first(where: { $0.id == correction }) else {
          throw .unknownCorrection(correction, known: decisions.compactMap(\.id))
        }
        decisions = [chosen]
      }
      guard decisions.count <= DecisionRecipe.mostDecisions else {
        throw values.refusal(
          "a recipe holds at most \(DecisionRecipe.mostDecisions) corrections, and the file has \(decisions.count); "
            + "choose one by --id", root)
      }
      recipe = DecisionRecipe(decisions: decisions, stem: stem, source: source).text
      tables = []
    }
  }
}
