import ArgumentParser
import Tintype
import TintypeImage

/// Finds and checks the recipes that a command line names.
enum RecipeLoading {
  /// What LOOK may be, for help.
  static let lookHelp: ArgumentHelp =
    "A shipped look, the path of a recipe (with a '/' or ending in .tint), or -e EXPRESSION."

  /// The recipe that LOOK means: standard input for `-`, else what `findRecipe` finds.
  static func source(named look: String) throws -> SourceFile {
    if look == "-" { return try StandardStreams.recipe() }
    do throws(ImageError) {
      return try findRecipe(look)
    } catch {
      throw failure(look, error.message, Status(error.kind))
    }
  }

  /// A recipe file.
  static func file(_ path: String) throws -> SourceFile {
    try reporting(on: path) { () throws(ImageError) in try SourceFile(reading: FilePath(path), as: path) }
  }

  /// Checks a recipe and prints its errors, and on request its warnings; nil for a file of kernels.
  ///
  /// Warnings are for the author of a recipe. Rendering does not repeat them.
  ///
  /// - Throws: 65 when there are errors.
  static func compiled(_ source: SourceFile, withLints: Bool = false) throws -> Look? {
    let (look, diagnostics) = compile(source, loader: FolderLoader(for: source), withLints: withLints)
    report(diagnostics.filter { withLints || $0.severity == .error })
    if diagnostics.contains(where: { $0.severity == .error }) { throw Status.data.exitCode }
    return look
  }

  /// Checks a recipe that has to hold a look.
  ///
  /// - Throws: 65 when it holds none, or errors.
  static func look(_ source: SourceFile, withLints: Bool = false) throws -> Look {
    if let look = try compiled(source, withLints: withLints) { return look }
    reportNoLook(source.name)
    throw Status.data.exitCode
  }

  /// Says that a recipe is a file of kernels.
  static func reportNoLook(_ name: String) {
    StandardError.print(name.escapedForDisplay, "holds no look: it has no 'look' and no 'output'")
  }

  /// Prints diagnostics as a person reads them.
  static func report(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { StandardError.print(diagnostic.rendered) }
  }
}
