import TintypeDiagnostics

// What is too much.
extension Diagnostic {
  static func fileTooLarge(_ source: SourceFile) -> Diagnostic {
    Diagnostic(
      code: "file-too-large",
      message: "a recipe has at most \(SyntaxLimits.fileBytes) bytes, and this file has \(source.text.count)",
      primary: Label(SourceLocation(source, Span(0, 0))), notes: ["pictures and tables belong in files of their own"])
  }

  static func tooDeep(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "too-deep", message: "this is nested more than \(SyntaxLimits.nesting) levels deep",
      primary: Label(place, "skipped from here"), notes: ["give inner parts a name with let, or make them a function"])
  }

  static func expressionTooLong(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "expression-too-long", message: "this expression has more than \(SyntaxLimits.operators) operators",
      primary: Label(place, "skipped from here"), notes: ["give parts of it a name with let"])
  }

  static func tooManyErrors(_ count: Int, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "too-many-errors", message: "\(count) more error\(count == 1 ? "" : "s") from here on",
      primary: Label(place), notes: ["is this file a recipe?"])
  }
}
