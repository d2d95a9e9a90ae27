import ArgumentParser
import Tintype
import TintypeImage

/// The options of every command that writes a recipe.
struct RecipeOutput: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The recipe, ending in .tint; '-' for standard output.", valueName: "out"),
    completion: .file(extensions: ["tint"]))
  var output: String

  @Option(help: "What to do when the output exists: error, skip or overwrite.")
  var ifExists = IfNameExists.error

  func validate() throws {
    guard isStandardOutput || (path.fileExtension == Array("tint".utf8) && !path.stem.isEmpty) else {
      throw ValidationError("The output is a recipe: it ends in .tint.")
    }
    guard let stem = String(validating: path.stem, as: UTF8.self), stem.escapedForDisplay == stem, stem.count < 100,
      stem.isPlainPath
    else { throw ValidationError("The recipe names its look after itself: choose a shorter or plainer name.") }
  }

  /// The file.
  var path: FilePath { FilePath(output) }

  /// Whether the recipe goes to standard output.
  var isStandardOutput: Bool { output == "-" }
}
