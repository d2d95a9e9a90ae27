import Testing
import Tintype
import TintypeTestSupport

/// A mistake in the syntax is one error: what follows from it is not reported.
@Suite struct FollowingErrorTests {
  private func codes(_ text: String) -> [String] {
    compile(SourceFile(name: "x", text: text)).diagnostics.map(\.code)
  }

  private func codes(in declarations: String) -> [String] {
    codes("tintype 1\nlook \"x\" { working display }\n" + declarations)
  }

  @Test(arguments: [
    // A bracket that is missing in a value of a text, also where another value follows.
    (#"output source * text("\(format(2, decimals: 1) b", height: 2%)"#, ["unterminated-string"]),
    (#"output source * text("\(format(2, decimals: 1) and \(3) b", height: 2%)"#, ["unterminated-string"]),
    (#"output source * text("\(2 + \(3)) b", height: 2%)"#, ["unexpected-character"]),
    // A name that is lost with its declaration is used later.
    ("let = half 2\nimage a = source * half\noutput a + half", ["missing-name"]),
    ("param : amount scalar = 1\noutput source * amount", ["missing-name"]),
    (
      "param amount: scalar = 1\ndark: scalar = 2 in 0...3 \"Dark\"\noutput source * amount * dark",
      ["missing-keyword"]
    ),
    // A brace that is missing before the statements.
    ("kernel k(c: rgb) -> rgb\n  let d = c * 2\n  return d.g * d\n}\noutput k(source)", ["missing-brace"]),
    // Two lines have two errors, and what a fix repairs is read on.
    ("let a = (1 +\nlet b = 2 *\noutput source * a * b", ["missing-expression", "missing-expression"]),
    ("kernel k(c rgb) -> rgb { return c * nothing }\noutput k(source)", ["missing-colon", "unknown-name"]),
  ])
  func isReportedOnce(_ declarations: String, _ expected: [String]) {
    #expect(codes(in: declarations) == expected)
  }

  @Test(arguments: [
    ("tags black-, grain\n  working display\n  format x y", ["expected-header-key"]),
    ("tags ,\n  working display", ["missing-header-value"]), ("working -srgb\n  tags dark", ["missing-header-value"]),
    ("tags dark,\n  working display", ["missing-header-value"]),
    ("tags\n    warm, worn\n  working\n    display", []),
    ("tag dark\n  workin display", ["unknown-header-word", "unknown-header-word"]),
  ])
  func aBrokenHeaderIsReportedOnce(_ entries: String, _ expected: [String]) {
    #expect(codes("tintype 1\nlook \"x\" {\n  \(entries)\n}\noutput source") == expected)
  }
}
