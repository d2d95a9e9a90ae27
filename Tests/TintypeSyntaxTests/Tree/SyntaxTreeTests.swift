import Testing
import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeSyntax

@Suite struct SyntaxTreeTests {
  @Test func dump() throws {
    let source = try #require(Corpus.recipes.first { $0.source.name == "unsharp.tint" }).source
    expectGolden(parse(source).tree.dump, "unsharp.dump")
  }

  @Test func equalTextsGiveEqualTrees() throws {
    let source = try #require(Corpus.recipes.first).source
    #expect(parse(source).tree == parse(source).tree)
    #expect(parse(source).tree != parse(SourceFile(name: source.name, text: source.text + [0x20])).tree)
  }

  @Test func spansLeaveTriviaOut() {
    let tree = parse(SourceFile(name: "test.tint", text: "tintype 1\n// a\noutput  b // c\n")).tree
    #expect(tree.recipe.declarations.map(\.text) == ["output  b"])
  }
}
