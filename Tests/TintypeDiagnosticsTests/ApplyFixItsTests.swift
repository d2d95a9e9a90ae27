import Testing
import TintypeDiagnostics

@Suite struct ApplyFixItsTests {
  private let file = SourceFile(name: "a", text: "one two three")

  private func diagnostic(
    _ start: Int, _ end: Int, _ replacement: String, _ applicability: Diagnostic.FixIt.Applicability = .safe,
    in file: SourceFile? = nil
  ) -> Diagnostic {
    let place = SourceLocation(file ?? self.file, Span(start, end))
    return Diagnostic(
      code: "c", message: "m", primary: .init(place),
      fixIts: [.init("f", replace: place, with: replacement, applicability)])
  }

  /// What becomes of the file where only its first text has something wrong with it.
  private func fixed(_ diagnostics: [Diagnostic], allowsUnsafe: Bool = false) -> String {
    let result = applyFixIts(to: file, where: { allowsUnsafe || $0.applicability == .safe }) {
      $0 == file ? diagnostics : []
    }
    return String(decoding: result.source.text, as: UTF8.self)
  }

  /// Says where the words of a list stand, each with an edit.
  private func words(
    _ edits: [String: String], _ severity: Diagnostic.Severity = .error, in source: SourceFile
  ) -> [Diagnostic] {
    let text = String(decoding: source.text, as: UTF8.self)
    return edits.sorted { $0.key < $1.key }.flatMap { word, replacement in
      text.ranges(of: word).map { range in
        let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        let place = SourceLocation(source, Span(start, start + word.utf8.count))
        return Diagnostic(
          code: "c", severity: severity, message: "'\(word)'", primary: .init(place),
          fixIts: [.init("f", replace: place, with: replacement, .safe)])
      }
    }
  }

  @Test func replacesInAnyOrder() {
    #expect(fixed([diagnostic(8, 13, "3"), diagnostic(0, 3, "1")]) == "1 two 3")
  }

  @Test func inserts() { #expect(fixed([diagnostic(4, 4, "and ")]) == "one and two three") }

  @Test func leavesWhatOverlapsForLater() {
    #expect(fixed([diagnostic(0, 7, "x"), diagnostic(4, 13, "y")]) == "x three")
    #expect(fixed([diagnostic(4, 4, "a "), diagnostic(4, 4, "b ")]) == "one a two three")
  }

  @Test func touchesNoOtherFile() {
    let other = SourceFile(name: "b", text: "one two three")
    #expect(fixed([diagnostic(0, 3, "1", in: other)]) == "one two three")
  }

  @Test func appliesGuessesOnlyWhenAsked() {
    #expect(fixed([diagnostic(0, 3, "1", .unsafe), diagnostic(4, 7, "2")]) == "one 2 three")
    #expect(fixed([diagnostic(0, 3, "1", .unsafe)], allowsUnsafe: true) == "1 two three")
  }

  @Test func goesOnUntilNothingIsLeft() {
    let result = applyFixIts(to: file) { words(["one": "1", "1": "I"], .warning, in: $0) }
    #expect(String(decoding: result.source.text, as: UTF8.self) == "I two three")
    #expect(result.count == 2 && result.diagnostics.isEmpty)
  }

  /// `two` becomes `four`, which is wrong, too: that is taken back, and the other edit of the round stays.
  @Test func takesBackWhatAddsAnError() {
    let result = applyFixIts(to: file) { words(["one": "1", "two": "four", "four": "2"], in: $0) }
    #expect(String(decoding: result.source.text, as: UTF8.self) == "1 two three")
    #expect(result.diagnostics.map(\.message) == ["'two'"])
  }

  @Test func comesToAnEnd() {
    let result = applyFixIts(to: file) { words(["one": "eno", "eno": "one"], .warning, in: $0) }
    #expect(result.count == 1)
  }
}
