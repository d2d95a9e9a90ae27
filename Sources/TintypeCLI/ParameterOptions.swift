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
    try ConfiguredLook(look, recipe: recipe).setting(texts: self.set, variant: variant)
  }

  /// Whether nothing is set.
  var isEmpty: Bool { self.set.isEmpty && variant == nil }
}

extension Look {
  /// One of its variants; nil for no name.
  func variant(named name: String?) throws(UsageError) -> LookVariant? {
    guard let name else { return nil }
    if let found = variants.first(where: { $0.name == name }) { return found }
    throw UsageError(
      "the look '\(self.name.escapedForDisplay)' has no variant '\(name.escapedForDisplay)'; "
        + hint(for: name, among: variants.map(\.name)))
  }
}

extension ConfiguredLook {
  /// The same look under a variant and settings as the command line has them; what is wrong with them is printed.
  func setting(texts: [String], variant: String?) throws -> ConfiguredLook {
    do {
      return try setting(
        texts.map { SourceFile(name: "--set", text: $0) }, variant: try look.variant(named: variant))
    } catch let error as UsageError {
      StandardError.print("--variant", error.message)
    } catch let error as InvalidSettings {
      RecipeLoading.report(error.diagnostics)
    }
    throw ExitCode.validationFailure
  }
}
