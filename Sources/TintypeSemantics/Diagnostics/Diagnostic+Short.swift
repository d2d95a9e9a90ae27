package import TintypeDiagnostics

extension Diagnostic {
  /// An error at a span, in most cases with only a message.
  ///
  /// - Parameters:
  ///   - nearest: the probable intention, offered as a question and as an unsafe fix.
  ///   - related: places that explain it, as far as there are any.
  ///   - fixIts: ways out, as far as there are any.
  init(
    code: String, severity: Severity = .error, _ message: String, at place: SourceLocation, _ remark: String = "",
    nearest: String? = nil, related: [Label?] = [], notes: [String] = [], fixIts: [FixIt?] = []
  ) {
    self.init(
      code: code, severity: severity, message: message,
      primary: Label(place, nearest.map { "did you mean '\($0)'?" } ?? remark),
      related: related.compactMap { $0 }, notes: notes,
      fixIts: FixIt.guess(nearest, at: place) + fixIts.compactMap { $0 })
  }
}

extension Diagnostic.FixIt {
  /// Exchanges two places, the first before the second.
  static func swapping(_ first: SourceLocation, _ second: SourceLocation) -> Diagnostic.FixIt {
    let between = first.file.text(in: Span(first.span.end, second.span.start))
    return .init("swap them", replace: first.through(second), with: second.text + between + first.text)
  }
}

extension SourceLocation {
  /// From the start of this place to the end of a later one.
  func through(_ other: SourceLocation) -> SourceLocation { SourceLocation(file, span.union(other.span)) }

  /// What stands there.
  package var text: String { file.text(in: span) }
}
