import Testing
import TintypeDiagnostics

/// A diagnostic as a person reads it, to the character.
@Suite struct RenderingTests {
  private func file(_ text: String, name: String = "halation.tint") -> SourceFile { SourceFile(name: name, text: text) }

  /// The place of the first occurrence of a text.
  private func place(of part: String, in file: SourceFile) -> TintypeDiagnostics.SourceLocation {
    let (text, part) = (file.text, Array(part.utf8))
    let start = (0...(text.count - part.count)).first { Array(text[$0..<$0 + part.count]) == part } ?? 0
    return SourceLocation(file, Span(start, start + part.count))
  }

  private func rendered(
    _ file: SourceFile, _ start: Int, _ end: Int, _ remark: String = "", message: String = "this is wrong"
  ) -> String {
    Diagnostic(code: "some-code", message: message, primary: .init(SourceLocation(file, Span(start, end)), remark))
      .rendered
  }

  @Test func hasTheLayoutOfTheHouse() {
    let lines = String(repeating: "\n", count: 13) + "  blur(highlights, radius: 2 ev)\n"
    let source = file(lines)
    let diagnostic = Diagnostic(
      code: "unit-mismatch", message: "'radius' is a length, and 2 ev is a number of stops",
      primary: .init(place(of: "2 ev", in: source), "stops"),
      fixIts: [
        .init(
          "a length is written in % of the short side, um or px", replace: place(of: "ev", in: source), with: "%")
      ])
    #expect(
      diagnostic.rendered == """
        error[unit-mismatch]: 'radius' is a length, and 2 ev is a number of stops
          --> halation.tint:14:28
           |
        14 |   blur(highlights, radius: 2 ev)
           |                            ^^^^ stops
        help: a length is written in % of the short side, um or px
           |
        14 |   blur(highlights, radius: 2 %)

        """)
  }

  @Test func saysEverythingInOrder() {
    let source = file("let a = 1\nlet a = 2\n")
    let other = file("let b = 3\n", name: "library/color.tint")
    let diagnostic = Diagnostic(
      code: "duplicate-name", severity: .warning, message: "'a' is declared twice",
      primary: .init(SourceLocation(source, Span(14, 15)), "again here"),
      related: [
        .init(SourceLocation(source, Span(4, 5)), "first declared here"),
        .init(SourceLocation(other, Span(4, 5)), "and here"),
      ],
      notes: ["a name stands for one thing", "rename one of them"],
      fixIts: [
        .init("call it b", replace: SourceLocation(source, Span(14, 15)), with: "b"),
        .init("delete the line", replace: SourceLocation(source, Span(10, 19)), with: ""),
      ])
    #expect(
      diagnostic.rendered == """
        warning[duplicate-name]: 'a' is declared twice
         --> halation.tint:2:5
          |
        2 | let a = 2
          |     ^ again here
        note: first declared here
         --> halation.tint:1:5
          |
        1 | let a = 1
          |     -
        note: and here
         --> library/color.tint:1:5
          |
        1 | let b = 3
          |     -
        note: a name stands for one thing
        note: rename one of them
        help: call it b
          |
        2 | let b = 2
        help: delete the line
          |
        2 |\u{20}

        """)
  }

  @Test func tabsAreTwoSpaces() {
    #expect(
      rendered(file("\tlet\ta = ?\n"), 9, 10) == """
        error[some-code]: this is wrong
         --> halation.tint:1:10
          |
        1 |   let  a = ?
          |            ^

        """)
  }

  @Test func lineEndsOfWindowsDoNotShow() {
    let source = file("let a = 1\r\nlet b = ?\r\nlet c = 3\r\n")
    #expect(
      rendered(source, 19, 20) == """
        error[some-code]: this is wrong
         --> halation.tint:2:9
          |
        2 | let b = ?
          |         ^

        """)
    // A place at the line end itself.
    #expect(rendered(source, 20, 22).hasSuffix("2 | let b = ?\n  |          ^\n"))
    // Lines of old Macs.
    #expect(rendered(file("a\rb ?"), 4, 5).hasSuffix("2 | b ?\n  |   ^\n"))
  }

  @Test func theEndOfAFileIsAPlace() {
    #expect(
      rendered(file("output source"), 13, 13, "something is missing") == """
        error[some-code]: this is wrong
         --> halation.tint:1:14
          |
        1 | output source
          |              ^ something is missing

        """)
    #expect(
      rendered(file("output source\n"), 14, 14) == """
        error[some-code]: this is wrong
         --> halation.tint:2:1
          |
        2 |\u{20}
          | ^

        """)
  }

  @Test func anEmptyFileIsAPlace() {
    #expect(
      rendered(file(""), 0, 0) == """
        error[some-code]: this is wrong
         --> halation.tint:1:1
          |
        1 |\u{20}
          | ^

        """)
  }

  @Test func ofSeveralLinesTheFirstIsShown() {
    let source = file("image a = mix(\n  source,\n  source\n)\n")
    #expect(
      rendered(source, 10, 37, "needs more") == """
        error[some-code]: this is wrong
         --> halation.tint:1:11
          |
        1 | image a = mix(
          |           ^^^^ needs more

        """)
  }

  @Test func columnsCountCharactersAsEditorsDo() {
    // Two-byte and four-byte characters and a combining mark before the position.
    let source = file("\"é😀e\u{301}\" ?\n")
    let start = source.text.count - 2
    #expect(source.text[start] == UInt8(ascii: "?"))
    #expect(
      rendered(source, start, start + 1) == """
        error[some-code]: this is wrong
         --> halation.tint:1:8
          |
        1 | "é😀e\u{301}" ?
          |       ^

        """)
    #expect(SourceLocation(source, Span(start, start)).position == (1, 8))
  }

  @Test func invalidBytesAreReplaced() {
    let source = SourceFile(name: "x", text: [0x61, 0xFF, 0x20, 0x3F])
    #expect(rendered(source, 3, 4).hasSuffix("1 | a\u{FFFD} ?\n  |    ^\n"))
  }

  /// A recipe from a stranger cannot draw on the terminal, wherever its text turns up.
  @Test func controlAndBidirectionalCharactersAreEscaped() {
    let hostile = "\u{1B}[31m\u{202E}\u{200B}\u{0}\u{9B}\u{2028}\u{E000}\u{FEFF}"
    let source = file("a\(hostile)b\n", name: "x\u{1B}[2J.tint")
    let diagnostic = Diagnostic(
      code: "some-code", message: "no '\(hostile)'", primary: .init(SourceLocation(source, Span(0, 1)), hostile),
      related: [.init(SourceLocation(source, Span(0, 1)), hostile)], notes: [hostile],
      fixIts: [.init(hostile, replace: SourceLocation(source, Span(0, 1)), with: hostile)])
    let text = diagnostic.rendered
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || (0x20..<0x7F).contains($0.value) })
    #expect(
      text.hasPrefix(
        #"error[some-code]: no '\u{1b}[31m\u{202e}\u{200b}\u{0}\u{9b}\u{2028}\u{e000}\u{feff}'"# + "\n"
          + #" --> x\u{1b}[2J.tint:1:1"# + "\n"))
    #expect(text.split(separator: "\n").count == 14)
  }

  @Test func caretsStandUnderEscapes() {
    #expect(
      rendered(file("a\u{202E}b ?"), 1, 4) == """
        error[some-code]: this is wrong
         --> halation.tint:1:2
          |
        1 | a\\u{202e}b ?
          |  ^^^^^^^^

        """)
  }

  @Test func veryLongLinesAreCutAroundThePlace() {
    let source = file(String(repeating: "a", count: 5_000) + " bad " + String(repeating: "c", count: 5_000) + "\n")
    #expect(
      rendered(source, 5_001, 5_004, "here") == """
        error[some-code]: this is wrong
         --> halation.tint:1:5002
          |
        1 | …\(String(repeating: "a", count: 58)) bad \(String(repeating: "c", count: 38))…
          | \(String(repeating: " ", count: 60))^^^ here

        """)
    // A long place is cut too, and every line stays short.
    let long = rendered(source, 0, 10_000)
    #expect(long.split(separator: "\n").allSatisfy { $0.count < 180 })
    let fix = Diagnostic(
      code: "some-code", message: "long", primary: .init(SourceLocation(source, Span(0, 1))),
      fixIts: [.init("shorten it", replace: SourceLocation(source, Span(5_001, 5_004)), with: "good")])
    #expect(fix.rendered.hasSuffix("help: shorten it\n"))
  }

  @Test func insertionsOfSeveralLinesAreShown() {
    let source = file("look \"x\" {\n}\n")
    let diagnostic = Diagnostic(
      code: "some-code", message: "more", primary: .init(SourceLocation(source, Span(5, 8))),
      fixIts: [.init("say it", replace: SourceLocation(source, Span(10, 10)), with: "\n  working display")])
    #expect(
      diagnostic.rendered.hasSuffix(
        """
        help: say it
          |
        1 | look "x" {
        2 |   working display

        """))
  }

  @Test func wideLineNumbersMoveTheGutter() {
    let source = file(String(repeating: "\n", count: 1_233) + "?")
    #expect(
      rendered(source, 1_233, 1_234) == """
        error[some-code]: this is wrong
            --> halation.tint:1234:1
             |
        1234 | ?
             | ^

        """)
  }

  /// Any place of any text renders.
  @Test func everyPlaceRenders() {
    for text in ["", "\n", "\r\n", "a\r\n\tb\n", "é\u{202E}\n😀", "\n\n\n", "a\r\r\nb\rc"] {
      let source = file(text)
      for start in 0...source.text.count {
        for end in start...source.text.count {
          let text = rendered(source, start, end)
          #expect(text.hasSuffix("\n") && text.contains("^"))
        }
      }
    }
  }
}
