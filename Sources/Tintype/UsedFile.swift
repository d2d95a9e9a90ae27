import TintypeIR
import TintypeTables
import TintypeText

/// A file besides the recipe itself on which the bytes of a result depend: a recipe that it leads to, a table of
/// colors, or a font.
///
/// What comes with the program is none of these: the version says what it was.
public struct UsedFile: Hashable, Sendable {
  /// The path below the recipe's folder; of a table that a setting gave, the path there.
  public let name: String

  /// What tells its content from another: the SHA-256 of a recipe's text, the fingerprint of a table's numbers, or
  /// the beginning of the SHA-256 of a font's file.
  public let digest: String
}

extension Look {
  /// The files that it was made from besides its recipe: recipes, tables, fonts, then tables that settings gave, in the
  /// order in which they were met.
  public func usedFiles(besides recipe: SourceFile) -> [UsedFile] {
    let folder = recipe.name.lastIndex(of: "/").map { recipe.name[...$0] } ?? ""
    let recipes = files.filter { $0 != recipe && !shippedLooks.contains($0) && !standardLibrary.contains($0) }
    return recipes.map { file in
      let name = file.name.hasPrefix(folder) ? String(file.name.dropFirst(folder.count)) : file.name
      return UsedFile(name: name, digest: ContentHash.digits(of: file.text))
    } + program.tables.dropLast(givenTableCount).filter { $0 != .identity }.map(UsedFile.init)
      + program.fonts.map { UsedFile(name: $0.name, digest: String($0.fingerprint, radix: 16)) }
      + program.tables.suffix(givenTableCount).map(UsedFile.init)
  }

  /// Where these files and the pictures that the recipes name lie, from where the program runs.
  ///
  /// - Parameter root: the folder that the path of the recipe does not leave.
  public func usedPaths(besides recipe: SourceFile, below root: RootFolder? = nil) -> [FilePath] {
    let folder = FilePath(recipe.name, below: root).folder
    let pictures = program.pictures.compactMap(\.file)
    return (usedFiles(besides: recipe).dropLast(givenTableCount).map(\.name) + pictures).map {
      folder.appending($0.utf8)
    }
  }
}

extension UsedFile {
  fileprivate init(_ table: ColorTable) {
    self.init(name: table.name, digest: String(table.fingerprint, radix: 16))
  }
}
