package import TintypeDiagnostics

/// A diagnostic without arguments: `report(.curveTooShort(at: place))`.
package struct Mistake: Sendable {
  private let code: String
  private let severity: Diagnostic.Severity
  private let message: String
  private let remark: String
  private let notes: [String]

  init(
    code: String, severity: Diagnostic.Severity = .error, _ message: String, _ remark: String = "",
    notes: [String] = []
  ) {
    (self.code, self.severity, self.message, self.remark, self.notes) = (code, severity, message, remark, notes)
  }

  /// - Parameter first: for what may stand once, where it stood before.
  package func callAsFunction(at place: SourceLocation, first: SourceLocation? = nil) -> Diagnostic {
    Diagnostic(
      code: code, severity: severity, message, at: place, remark,
      related: [first.map { Diagnostic.Label($0, "the first is here") }], notes: notes)
  }
}
