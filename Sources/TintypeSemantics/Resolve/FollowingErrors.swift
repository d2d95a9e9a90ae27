import TintypeDiagnostics

extension [Diagnostic] {
  /// Those that do not follow from errors of syntax: outside of the lines from an error, or the bracket that it is
  /// about, to its end. What a safe fix repairs was understood, and nothing follows from it.
  func withoutFollowing(_ syntax: [Diagnostic]) -> [Diagnostic] {
    let broken = syntax.filter { !$0.isRepairable }.map { error in
      let text = error.primary.location.file.text
      let spans = ([error.primary] + (error.losesDeclarations ? [] : error.related)).map { $0.location }.filter {
        $0.file == error.primary.location.file
      }
      let (start, end) = (spans.map { $0.span.start }.min() ?? 0, spans.map { $0.span.end }.max() ?? 0)
      return SourceLocation(error.primary.location.file, Span(text.lineStart(of: start), text.lineEnd(of: end)))
    }
    guard !broken.isEmpty else { return self }
    return filter { found in
      let place = found.primary.location
      return found.isRepairable
        || !broken.contains {
          $0.file == place.file && $0.span.start <= place.span.start && place.span.start <= $0.span.end
        }
    }
  }
}

extension Diagnostic {
  /// Whether a declaration, whose name others may use, may have been lost with this error of syntax.
  var losesDeclarations: Bool {
    switch code {
    case "missing-name", "expected-declaration": true
    case "unclosed-bracket": related.first?.location.text == "{"
    default: false
    }
  }

  /// Whether the entries of a header may have been read as others with this error of syntax.
  var breaksHeader: Bool { ["missing-header-value", "expected-header-key"].contains(code) }
}
