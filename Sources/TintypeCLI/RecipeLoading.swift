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
  /// - Parameter memory: the most that compiling may take; nil for no limit.
  /// - Throws: 65 when there are errors, 75 when a limit is in the way.
  static func compiled(_ source: SourceFile, withLints: Bool = false, memory: ByteCount? = nil) throws -> Look? {
    let budget = CompileBudget(memory: memory)
    let (look, diagnostics) = try reporting(on: source.name) { () throws(ImageError) in
      do throws(CompileBudget.Stop) {
        return try compile(source, loader: FolderLoader(for: source), withLints: withLints, within: budget)
      } catch {
        throw ImageError(error)
      }
    }
    report(diagnostics.filter { withLints || $0.severity == .error })
    if diagnostics.contains(where: { $0.severity == .error }) { throw Status(diagnostics).exitCode }
    return look
  }

  /// Checks a recipe that has to hold a look.
  ///
  /// - Throws: 65 when it holds none, or errors, 75 when a limit is in the way.
  static func look(_ source: SourceFile, memory: ByteCount? = nil) throws -> Look {
    if let look = try compiled(source, memory: memory) { return look }
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
