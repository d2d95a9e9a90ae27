import ArgumentParser
import Tintype

/// The arguments that set a look's parameters.
struct ParameterOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("Set a parameter of the look; may be repeated.", valueName: "name=value"))
  var set: [String] = []

  @Option(help: ArgumentHelp("Start from one of the look's variants; --set counts over it.", valueName: "name"))
  var variant: String?

  /// The value of each parameter; what is wrong with the settings is printed.
  func values(for look: Look) throws -> [[Double]] {
    let settings = set.map { SourceFile(name: "--set", text: $0) }
    let (values, diagnostics) = parameterValues(of: look, variant: try chosen(from: look), settings: settings)
    RecipeLoading.report(diagnostics)
    if !diagnostics.isEmpty { throw ExitCode.validationFailure }
    return values
  }

  /// Whether nothing is set.
  var isEmpty: Bool { self.set.isEmpty && variant == nil }

  /// The variant that was asked for; nil when none was.
  func chosen(from look: Look) throws -> LookVariant? {
    do {
      return try look.variant(named: variant)
    } catch {
      StandardError.print("--variant", error.message)
      throw ExitCode.validationFailure
    }
  }
}

extension Look {
  /// One of its variants; nil for no name.
  func variant(named name: String?) throws(UsageError) -> LookVariant? {
    guard let name else { return nil }
    if let found = variants.first(where: { $0.name == name }) { return found }
    let names = variants.map(\.name)
    let hint =
      nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
      ?? (names.isEmpty ? "it has none." : "there are \(names.joined(separator: ", ")).")
    throw UsageError("the look '\(self.name)' has no variant '\(name)'; \(hint)")
  }
}
