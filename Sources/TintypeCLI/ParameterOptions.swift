import ArgumentParser
import Tintype

/// The arguments that set a look's parameters.
struct ParameterOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("Set a parameter of the look; may be repeated.", valueName: "name=value"))
  var set: [String] = []

  @Option(help: ArgumentHelp("Start from one of the look's variants; --set counts over it.", valueName: "name"))
  var variant: String?

  /// The value of each parameter; what is wrong with the settings is printed.
  func values(for look: Look) throws -> [[Double]] { try Self.values(for: look, variant: variant, set) }

  /// The value of each parameter of a look under a variant and settings over it.
  static func values(for look: Look, variant: String?, _ settings: [String]) throws -> [[Double]] {
    let settings = settings.map { SourceFile(name: "--set", text: $0) }
    let variant = try variant.map { try look.variant(named: $0) }
    let (values, diagnostics) = parameterValues(of: look, variant: variant, settings: settings)
    RecipeLoading.report(diagnostics)
    if !diagnostics.isEmpty { throw ExitCode.validationFailure }
    return values
  }

  /// Whether nothing is set.
  var isEmpty: Bool { self.set.isEmpty && variant == nil }

  /// The variant that was asked for; nil when none was.
  func chosen(from look: Look) throws -> LookVariant? { try variant.map { try look.variant(named: $0) } }
}

extension Look {
  /// The variant of a name that the command line gives; one that does not exist is reported.
  func variant(named name: String) throws -> LookVariant {
    if let found = variants.first(where: { $0.name == name }) { return found }
    let names = variants.map(\.name)
    let hint =
      nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
      ?? (names.isEmpty ? "it has none." : "there are \(names.joined(separator: ", ")).")
    StandardError.print(
      "--variant", "the look '\(self.name.escapedForDisplay)' has no variant '\(name.escapedForDisplay)'; \(hint)")
    throw ExitCode.validationFailure
  }
}
