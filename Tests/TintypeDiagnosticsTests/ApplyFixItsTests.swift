import Testing
import TintypeDiagnostics

@Suite struct ApplyFixItsTests {
  private let file = SourceFile(name: "a", text: "one two three")

  private func diagnostic(_ start: Int, _ end: Int, _ replacement: String, in file: SourceFile? = nil) -> Diagnostic {
    let place = SourceLocation(file ?? self.file, Span(start, end))
    return Diagnostic(
      code: "c", message: "m", primary: .init(place), fixIts: [.init("f", replace: place, with: replacement)])
  }

  private func fixed(_ diagnostics: [Diagnostic]) -> String {
    String(decoding: applyFixIts(of: diagnostics, to: file).text, as: UTF8.self)
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
    #expect(applyFixIts(of: [diagnostic(0, 3, "1", in: other)], to: file).count == 0)
  }
}
