import Testing
import TintypeDiagnostics

@testable import TintypeSyntax

/// The formatter handles everything that the parser accepts, at its limits of length and depth.
@Suite struct FormatterLimitTests {
  @Test func chain() { check("let a = 1" + String(repeating: " + 1", count: 999)) }

  @Test func mixedChain() { check("let a = 1" + String(repeating: " + 1 * 2 |> f()", count: 300)) }

  @Test func signs() { check("let a = " + String(repeating: "-", count: 999) + "1") }

  @Test func members() { check("let a = b" + String(repeating: ".r", count: 999)) }

  @Test func parentheses() { check("let a = " + nested("(", "1 + 2", ")", depth: 120)) }

  @Test func calls() { check("let a = " + nested("f(x, ", "1 + 2", ", k: 3)", depth: 120)) }

  @Test func blocks() {
    check("function f(a: bool) -> bool { " + nested("if a { ", "b", " } else { c }", depth: 100) + " }")
  }

  private func nested(_ opener: String, _ inside: String, _ closer: String, depth: Int) -> String {
    String(repeating: opener, count: depth) + inside + String(repeating: closer, count: depth)
  }

  private func check(_ text: String) {
    let (tree, diagnostics) = parse(SourceFile(name: "long.tint", text: "tintype 1\n" + text))
    #expect(diagnostics.map(\.message) == [])
    let once = prettyPrinted(TokenStream(tree))
    let again = TokenStream(parse(SourceFile(name: "long.tint", text: once)).tree)
    #expect(again.tokens.map(\.text) == TokenStream(tree).tokens.map(\.text))
    #expect(prettyPrinted(again) == once)
  }
}
