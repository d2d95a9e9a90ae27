import TintypeDiagnostics
import TintypeIR
import TintypeSyntax

// What is wrong with a parameter's value from outside of the recipe.
extension Diagnostic {
  static func unknownParameter(_ setting: SettingSyntax, of look: String, known: [String]) -> Diagnostic {
    let (location, name) = (setting.nameLocation, setting.name)
    let nearest = nearestName(to: name, among: known)
    return Diagnostic(
      code: "unknown-parameter", message: "the look '\(look)' has no parameter '\(name)'",
      primary: Label(location, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: [known.isEmpty ? "it has no parameters" : "it has \(list(known, "and"))"],
      fixIts: FixIt.guess(nearest, at: location))
  }

  static func valueOutOfRange(
    _ setting: SettingSyntax, _ parameter: Parameter, _ range: ClosedRange<Double>
  ) -> Diagnostic {
    Diagnostic(
      code: "value-out-of-range",
      message: "'\(setting.name)' lies in \(parameter.spelled(range))",
      primary: Label(setting.value.location, "outside of \(parameter.spelled(range))"),
      notes: ["its default is \(parameter.spelled(parameter.defaultValue))"])
  }
}
