import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// What is wrong with a parameter's value from outside of the recipe.
extension Diagnostic {
  static func colorWithoutHash(at place: SourceLocation, _ parameter: Parameter) -> Diagnostic {
    Diagnostic(
      code: "type-mismatch", "'\(parameter.name)' is \(parameter.type.described), and its codes begin with '#'",
      at: place,
      notes: ["most shells want quotes then: --set '\(parameter.name)=#\(place.text)'"],
      fixIts: [FixIt("write '#\(place.text)'", replace: place, with: "#" + place.text, .safe)])
  }

  static func foreignCharacter(_ scalar: Unicode.Scalar, at place: SourceLocation) -> Diagnostic {
    let code = String(scalar.value, radix: 16, uppercase: true)
    return Diagnostic(
      code: "unexpected-character",
      "unexpected character U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code) in a text", at: place)
  }

  static func unknownParameter(_ setting: SettingSyntax, of look: String, known: [String], nearest: String?)
    -> Diagnostic
  {
    let names = known.count > 40 ? "\(known.count) parameters" : list(known, "and")
    return Diagnostic(
      code: "unknown-parameter", "the look '\(look)' has no parameter '\(setting.name)'", at: setting.nameLocation,
      nearest: nearest, notes: [known.isEmpty ? "it has no parameters" : "it has \(names)"])
  }

  static func valueOutOfRange(
    at place: SourceLocation, _ parameter: Parameter, _ range: ClosedRange<Double>, _ role: String
  ) -> Diagnostic {
    let text = place.text
    // `amount: 25` and `size: 12mm`
    let percent = Double(text).flatMap { $0 >= 10 && range.contains($0 / 100) ? text + "%" : nil }
    let micrometers =
      text.hasSuffix("mm") && parameter.spelled(range).hasSuffix("um") ? String(text.dropLast(2)) + "um" : nil
    return Diagnostic(
      code: "value-out-of-range", "\(role) lies in \(parameter.spelled(range))", at: place,
      "outside of \(parameter.spelled(range))", notes: ["its default is \(parameter.spelled(parameter.defaultValue))"],
      fixIts: [(percent ?? micrometers).map { FixIt("write \($0)", replace: place, with: $0) }])
  }
}
