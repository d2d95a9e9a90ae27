import ArgumentParser
import Tintype
import TintypeImage
import TintypeRender

/// Finds and checks the recipes that a command line names.
enum RecipeLoading {
  /// What LOOK may be, for help.
  static let lookHelp: ArgumentHelp =
    "A shipped look, the path of a recipe or pack (with a '/', or ending in .tint or .tintpack), or -e EXPRESSION."

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
    try TintypeCLI.reporting(on: path) { () throws(ImageError) in try SourceFile(reading: FilePath(path), as: path) }
  }

  /// The look of a recipe; nil for a file of functions. Errors are printed.
  ///
  /// Warnings are for the author of a recipe. Rendering does not repeat them.
  ///
  /// - Throws: 65 if there are errors, 75 if a limit is exceeded.
  static func lookIfAny(_ source: SourceFile) throws -> Look? {
    do {
      return try Look(source)
    } catch  where error.stop == nil && error.diagnostics.isEmpty {
      return nil
    } catch {
      throw reported(error)
    }
  }

  /// The look of a recipe that has to hold one. What is wrong with it is printed.
  ///
  /// - Parameter memory: the most that compiling may take; nil for no limit.
  /// - Throws: 65 if it has no look or has errors, 75 if a limit is exceeded.
  static func look(_ source: SourceFile, memory: ByteCount? = nil) throws -> Look {
    try reporting { () throws(InvalidRecipe) in try Look(source, within: CompileBudget(memory: memory)) }
  }

  /// Runs something that compiles a recipe. What is wrong with it is printed.
  static func reporting<Result>(_ body: () throws(InvalidRecipe) -> Result) throws -> Result {
    do throws(InvalidRecipe) {
      return try body()
    } catch {
      throw reported(error)
    }
  }

  /// Prints what is wrong with a recipe.
  private static func reported(_ error: InvalidRecipe) -> ExitCode {
    guard !error.diagnostics.isEmpty else {
      return failure(error.name, error.stop?.messageWithWayOut ?? error.sentence, error.status)
    }
    report(error.diagnostics)
    return error.status.exitCode
  }

  /// Says that a recipe is a file of functions for others.
  static func reportNoLook(_ name: String) {
    StandardError.print(name.escapedForDisplay, InvalidRecipe.noLook)
  }

  /// Prints diagnostics as a person reads them.
  static func report(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { StandardError.print(diagnostic.rendered) }
  }
}
