import TintypeDiagnostics

/// A diagnostic that says the same wherever it is reported: `report(.curveTooShort(at: place))`.
struct Mistake: Sendable {
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

  func callAsFunction(at place: SourceLocation) -> Diagnostic {
    Diagnostic(code: code, severity: severity, message: message, primary: .init(place, remark), notes: notes)
  }
}
