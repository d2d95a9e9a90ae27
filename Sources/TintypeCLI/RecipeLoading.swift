import ArgumentParser
import Tintype
import TintypeImage

/// Finds and checks the recipes that a command line names.
enum RecipeLoading {
  /// The recipe that LOOK means: standard input for `-`, a path when it holds a slash or ends in `.tint`, else the name of a
  /// shipped look.
  static func source(named look: String) throws -> SourceFile {
    if look == "-" { return try StandardStreams.recipe() }
    if isPath(look) { return try file(look) }
    if let shipped = shippedLooks.first(where: { $0.name == look }) { return shipped }
    let names = shippedLooks.map(\.name)
    let hint =
      nearestName(to: look, among: names).map { "did you mean '\($0)'?" }
      ?? "there are \(names.joined(separator: ", "))."
    StandardError.print(
      displayed(look), "there is no look of this name; \(hint) A recipe of your own is named with its .tint")
    throw Status.noInput.exitCode
  }

  /// Whether LOOK names a file.
  static func isPath(_ look: String) -> Bool { look.contains("/") || look.hasSuffix(".tint") }

  /// Finds what a recipe names: beside it, if it is a file and no shipped look.
  static func loader(for source: SourceFile) -> FolderLoader {
    FolderLoader(for: isPath(source.name) ? FilePath(source.name) : nil)
  }

  /// A recipe file.
  static func file(_ path: String) throws -> SourceFile {
    do throws(ImageError) {
      return try SourceFile(reading: FilePath(path), as: path)
    } catch {
      StandardError.print(displayed(path), error.message)
      throw Status(error.kind).exitCode
    }
  }

  /// Checks a recipe and prints its errors, and on request its warnings; nil for a file of kernels.
  ///
  /// Warnings are for the author of a recipe. Rendering does not repeat them.
  ///
  /// - Throws: 65 when there are errors.
  static func compiled(_ source: SourceFile, withLints: Bool = false) throws -> Look? {
    let (look, diagnostics) = compile(source, loader: loader(for: source), withLints: withLints)
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
