import ArgumentParser
import Tintype

/// The arguments that set a look's parameters.
struct ParameterOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("Set a parameter of the look; may be repeated.", valueName: "name=value"))
  var set: [String] = []

  @Option(help: ArgumentHelp("Start from one of the look's variants; --set counts over it.", valueName: "name"))
  var variant: String?

  /// A recipe's look with these values; what is wrong with it or with them is printed.
  func look(in recipe: SourceFile) throws -> ConfiguredLook {
    try configured(try RecipeLoading.look(recipe), recipe: recipe)
  }

  /// A look with these values; what is wrong with them is printed.
  func configured(_ look: Look, recipe: SourceFile? = nil) throws -> ConfiguredLook {
    try ConfiguredLook(look, recipe: recipe).setting(texts: set, variant: try chosen(from: look))
  }

  /// Whether nothing is set.
  var isEmpty: Bool { self.set.isEmpty && variant == nil }

  /// The variant that was asked for; nil when none was.
  func chosen(from look: Look) throws -> LookVariant? { try look.chosenVariant(variant) }
}

extension Look {
  /// The variant that the command line names; nil for no name. One that does not exist is reported.
  func chosenVariant(_ name: String?) throws -> LookVariant? {
    do {
      return try variant(named: name)
    } catch {
      StandardError.print("--variant", error.message)
      throw ExitCode.validationFailure
    }
  }

  /// One of its variants; nil for no name.
  func variant(named name: String?) throws(UsageError) -> LookVariant? {
    guard let name else { return nil }
    if let found = variants.first(where: { $0.name == name }) { return found }
    let names = variants.map(\.name)
    let hint =
      nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
      ?? (names.isEmpty ? "it has none." : "there are \(names.joined(separator: ", ")).")
    throw UsageError(
      "the look '\(self.name.escapedForDisplay)' has no variant '\(name.escapedForDisplay)'; \(hint)")
  }
}

extension ConfiguredLook {
  /// The same look under settings as the command line has them; what is wrong with them is printed.
  func setting(texts: [String], variant: LookVariant? = nil) throws -> ConfiguredLook {
    do throws(InvalidSettings) {
      return try setting(texts.map { SourceFile(name: "--set", text: $0) }, variant: variant)
    } catch {
      RecipeLoading.report(error.diagnostics)
      throw ExitCode.validationFailure
    }
  }
}
