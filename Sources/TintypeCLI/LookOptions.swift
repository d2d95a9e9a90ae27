import ArgumentParser
import Tintype

/// The arguments of every command that asks about one look.
struct LookOptions: ParsableArguments {
  @Argument(help: "A shipped look, or the path of a recipe (with a '/' or ending in .tint).")
  var look: String

  @Option(name: .long, help: ArgumentHelp("Set a parameter of the look; may be repeated.", valueName: "name=value"))
  var set: [String] = []

  /// The value of each parameter; what is wrong with the settings is printed.
  func values(for look: Look) throws -> [[Double]] {
    let (values, diagnostics) = parameterValues(of: look, settings: set.map { SourceFile(name: "--set", text: $0) })
    RecipeLoading.report(diagnostics)
    if !diagnostics.isEmpty { throw ExitCode.validationFailure }
    return values
  }
}
