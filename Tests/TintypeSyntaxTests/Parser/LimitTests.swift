import Testing
import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeSyntax

@Suite struct LimitTests {
  /// Texts that would overflow a parser without bounds, and the one thing to be said about each.
  @Test(
    .slow,
    arguments: [
      ("output " + String(repeating: "(", count: 200_000), ["too-deep"]),
      ("output " + repeated("(", "a", ")", 1_000), ["too-deep"]),
      ("output " + repeated("f(", "a", ")", 1_000), ["too-deep"]),
      ("output " + repeated("if a { b } else { if ", "c", " { d } else { e } }", 1_000), ["too-deep"]),
      ("function f() -> a " + repeated("{ if b ", "{ c }", "}", 1_000), ["too-deep"]),
      ("function f() -> a { " + String(repeating: "if b { c } else ", count: 20_000) + "{ d } }", ["too-deep"]),
      ("output a" + String(repeating: " + a", count: 100_000), ["expression-too-long"]),
      ("output a" + String(repeating: " |> a()", count: 100_000), ["expression-too-long"]),
      ("output a" + String(repeating: ".a", count: 100_000), ["expression-too-long"]),
      ("output " + String(repeating: "-", count: 100_000) + "a", ["expression-too-long"]),
      ("output " + repeated("a + (", "a", ")", 120) + String(repeating: " + b", count: 900), ["expression-too-long"]),
      ("output a" + String(repeating: " + a", count: 1_000), []),
      ("output " + repeated("(", "a", ")", 128), []),
      (String(repeating: " ", count: 2 << 20), ["file-too-large"]),
      (String(repeating: "a b ", count: 100_000), nil),
      (String(repeating: "§ ", count: 100_000), nil),
      (String(repeating: "/* ", count: 100_000), nil),
      (String(repeating: "} ", count: 100_000), nil),
      (String(repeating: "let ", count: 100_000), nil),
      ("param a: b = c " + String(repeating: "d ", count: 100_000), nil),
      ("output f(" + String(repeating: "a ? ", count: 100_000), nil),
      ("output a" + String(repeating: "[0]", count: 100_000), nil),
      (String(repeating: "''", count: 100_000), nil),
      (String(repeating: "\"a\u{201D}\\", count: 50_000), nil),
      (String(repeating: "function f() -> a { b } ", count: 40_000), []),
    ] as [(String, [String]?)])
  func extremes(_ text: String, _ codes: [String]?) {
    let source = SourceFile(name: "test.tint", text: "tintype 1\n" + text)
    let (tree, diagnostics) = parse(source)
    #expect(tree.printed == source.text)
    #expect(walk(tree.recipe) >= 0)
    if let codes {
      #expect(diagnostics.map(\.code) == codes)
    } else {
      #expect(!diagnostics.isEmpty && diagnostics.count <= SyntaxLimits.diagnostics + 1)
    }
  }

  @Test func tenThousandLines() {
    let lines = (1...10_000).map { "let a\($0) = a * \($0) + f(b.r, k: 0.5) // a remark" }
    let source = SourceFile(name: "test.tint", text: "tintype 1\n" + lines.joined(separator: "\n"))
    let (tree, diagnostics) = parse(source)
    #expect(diagnostics.isEmpty)
    #expect(tree.recipe.declarations.count == 10_000)
  }

  private static func repeated(_ before: String, _ middle: String, _ after: String, _ count: Int) -> String {
    String(repeating: before, count: count) + middle + String(repeating: after, count: count)
  }
}
