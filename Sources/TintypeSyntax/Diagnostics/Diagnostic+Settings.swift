import TintypeDiagnostics

// What is wrong with `name=value` on a command line.
extension Diagnostic {
  static func malformedSetting(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "malformed-setting", message: "a setting is a name, '=' and a value", primary: Label(place),
      notes: ["for example: --set exposure=0.5"])
  }

  static func restOfSetting(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "malformed-setting", message: "the value ends before this", primary: Label(place),
      notes: ["each setting has its own --set"])
  }
}
