// Errors about exceeded limits.
extension SyntaxError {
  static func fileTooLarge(_ size: Int) -> SyntaxError {
    SyntaxError(
      code: "file-too-large",
      "a recipe has at most \(SyntaxLimits.fileBytes) bytes, and this file has \(size)",
      notes: ["pictures and tables belong in files of their own"])
  }

  static let tooDeep = SyntaxError(
    code: "too-deep", "this is nested more than \(SyntaxLimits.nesting) levels deep", label: "skipped from here",
    notes: ["give inner parts a name with let, or make them a function"])

  static let expressionTooLong = SyntaxError(
    code: "expression-too-long", "this expression has more than \(SyntaxLimits.operators) operators",
    label: "skipped from here", notes: ["give parts of it a name with let"])

  static func tooManyErrors(_ count: Int) -> SyntaxError {
    SyntaxError(
      code: "too-many-errors", "\(count) more error\(count == 1 ? "" : "s") from here on",
      notes: ["is this file a recipe?"])
  }
}
