import Testing
import TintypeDiagnostics

@Suite struct LineEndTests {
  @Test(arguments: [
    ("a\nb", 2, "\n"), ("a\r\nb\r\n", 3, "\r\n"), ("a\rb", 2, "\r"), ("a\r\r\nb", 3, "\r\n"), ("a\rb\n", 3, "\n"),
    ("", 1, "\n"), ("\n\r", 3, "\n"), ("a\u{2028}\u{85}b", 1, "\n"),
  ])
  func linesEndAsInEditors(_ text: String, _ lines: Int, _ end: String) {
    let bytes = Array(text.utf8)
    let starts = bytes.lineStarts()
    #expect(starts.count == lines)
    #expect(bytes.lineEnd == end)
    for offset in bytes.indices where !bytes[offset].endsLine {
      let start = bytes.lineStart(of: offset)
      #expect(starts.last { $0 <= offset } == start)
      #expect(bytes[start..<bytes.lineEnd(of: offset)].allSatisfy { !$0.endsLine })
    }
    for start in starts.dropFirst() { #expect(bytes[start - 1].endsLine) }
    let location = SourceLocation(SourceFile(name: "x", text: text), Span(bytes.count, bytes.count))
    #expect(location.position.line == lines)
  }

  /// Each line end of a replacement is one of the file, and an edit that would drop a comment asks first.
  @Test func editsKeepLineEndsAndComments() {
    let file = SourceFile(name: "x", text: "a // one\r\nb\r\n")
    func fix(_ start: Int, _ end: Int, _ text: String) -> Diagnostic.FixIt {
      Diagnostic.FixIt("", replace: SourceLocation(file, Span(start, end)), with: text, .safe)
    }
    #expect(fix(0, 1, "c\nd\r\ne").replacement == "c\r\nd\r\ne")
    #expect(fix(0, 1, "c").applicability == .safe)
    #expect(fix(0, 11, "c").applicability == .unsafe)
    #expect(fix(0, 11, "c // one\nb").applicability == .safe)
    // The comment itself, with the space before it.
    #expect(fix(1, 8, "").applicability == .safe)
    #expect(fix(2, 11, "").applicability == .safe)
  }

  /// An accent belongs to the quote before it, and is none.
  @Test func quotesAreScalars() {
    #expect("\"\u{301}\u{D4E}\\".quotedForDisplay == "\"\\\"\u{301}\u{D4E}\\\\\"")
    #expect("a\u{301}".writing(["a": "b"]) == "b\u{301}")
  }
}
