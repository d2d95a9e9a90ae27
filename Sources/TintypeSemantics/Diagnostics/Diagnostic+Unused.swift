import TintypeDiagnostics
import TintypeSyntax

// What is not used, and comments that suppress nothing.
extension Diagnostic {
  /// A name without a use, unless it begins with `_`.
  /// - Parameters:
  ///   - restart: where the next image begins with the photo again.
  ///   - passing: where an image below is made from what this one is made from, instead of this one.
  ///   - call: that of a function on the photo, which comes out as it is; whole unless inputs of it are open.
  ///   - function: one with an input of this name and a default for it.
  ///   - isChanged: whether something is assigned to it.
  ///   - outputsAnother: whether what comes out is that of an extended recipe.
  static func unused(
    _ warning: Warning, _ kind: String, _ name: String, at place: SourceLocation, restart: SourceLocation? = nil,
    passing: [SourceLocation] = [], inputOf function: String? = nil, isChanged: Bool = false,
    call: (text: String, isWhole: Bool, output: SourceLocation)? = nil, outputsAnother: Bool = false
  ) -> [Diagnostic] {
    let notes =
      warning == .unusedParameter
      ? [
        function.map { "the input '\(name)' of '\($0)' is another one, and a call gives it: \(name): \(name)" }
          ?? "its name stands where its value belongs, for example: faded(amount: \(name))"
      ]
      : isChanged
        ? ["what comes out is returned: return \(name)"]
        : outputsAnother
          ? ["the output is still that of the extended recipe; this image comes out with: output \(name)"]
          : call.map { ["the output is the unchanged photo; call the \(kind): output \($0.text)"] } ?? []
    if name.hasPrefix("_") { return [] }
    let label =
      restart.map { Label($0, "this begins with the photo again, and not with '\(name)'") }
      ?? passing.first.map { Label($0, "this uses '\($0.text)', as '\(name)' does") }
    return [
      Diagnostic(
        warning, isChanged ? "'\(name)' is changed, and then nothing uses it" : "nothing uses the \(kind) '\(name)'",
        Label(place),
        related: [label].compactMap { $0 }, notes: notes,
        fixIts: [passing.isEmpty ? nil : .replacing(passing, by: name)].compactMap { $0 }
          + (call.map { $0.isWhole ? [FixIt("write '\($0.text)'", replace: $0.output, with: $0.text)] : [] } ?? []))
    ]
  }

  static func parameterWithoutEffect(_ name: TokenSyntax) -> Diagnostic {
    Diagnostic(
      .parameterWithoutEffect, "the output is the same whatever '\(name.text)' is", Label(name.location),
      notes: ["it is used, but what depends on it never reaches the output"])
  }

  // MARK: Suppressions

  static func unknownSuppression(_ code: SuppressionComment.Code, among known: [String]) -> Diagnostic {
    let nearest = nearestName(to: code.text, among: known)
    return Diagnostic(
      .unknownSuppression, code.text.isEmpty ? "a code is missing here" : "there is no warning '\(code.text)'",
      Label(code.location, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: nearest == nil ? ["for example: // allow: pow-of-negative (shadows close on purpose)"] : [],
      fixIts: FixIt.guess(nearest, at: code.location))
  }

  static func needlessSuppression(_ code: SuppressionComment.Code, _ comment: SuppressionComment) -> Diagnostic {
    // With the spaces before it, where it stands behind code.
    let (file, span) = (comment.location.file, comment.location.span)
    let blanks = file.text[..<span.start].reversed().prefix { $0 == UInt8(ascii: " ") }.count
    let place = SourceLocation(file, Span(span.start - blanks, span.end))
    return Diagnostic(
      .needlessSuppression, "'\(code.text)' is not reported here", Label(code.location),
      fixIts: comment.codes.count == 1 ? [FixIt("delete the comment", replace: place, with: "", .safe)] : [])
  }
}

extension Diagnostic.FixIt {
  /// Another name at some places of a text.
  fileprivate static func replacing(_ places: [SourceLocation], by name: String) -> Self {
    let (file, start, end) = (places[0].file, places[0].span.start, places[places.count - 1].span.end)
    let between = zip(places, places.dropFirst()).map { file.text(in: Span($0.span.end, $1.span.start)) }
    let written = between.reduce(name) { $0 + $1 + name }
    return Self("write '\(name)'", replace: SourceLocation(file, Span(start, end)), with: written)
  }
}
