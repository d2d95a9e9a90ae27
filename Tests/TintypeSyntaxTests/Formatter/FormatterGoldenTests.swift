import Testing
import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeSyntax

@Suite struct FormatterGoldenTests {
  /// `Recipes/NAME.tint` comes out as `Goldens/NAME.tint`.
  @Test(arguments: FormatterCorpus.recipes)
  func recipe(_ sample: RecipeSample) {
    expectGolden(
      String(decoding: formatted(parse(sample.source).tree), as: UTF8.self),
      "../Formatter/Goldens/" + sample.source.name)
  }

  @Test func thereAreRecipes() {
    #expect(FormatterCorpus.recipes.count >= 20)
  }

  @Test(arguments: FormatterCorpus.shipped)
  func shippedRecipesAreAlreadyFormatted(_ sample: RecipeSample) {
    let result = formatted(parse(sample.source).tree)
    #expect(String(decoding: result, as: UTF8.self) == String(decoding: sample.source.text, as: UTF8.self))
  }

  @Test(arguments: Corpus.wrongRecipes)
  func wrongRecipesComeBackOrKeepTheirTokens(_ sample: RecipeSample) {
    let tree = parse(sample.source).tree
    let again = parse(SourceFile(name: sample.source.name, text: formatted(tree))).tree
    #expect(TokenStream(again).tokens.map(\.text) == TokenStream(tree).tokens.map(\.text))
  }

  /// Commas that may be omitted are omitted in variants, and written in headers and expectations.
  @Test func commasHaveOneForm() {
    func shown(_ text: String) -> String {
      String(decoding: formatted(parse(SourceFile(name: "commas.tint", text: text)).tree), as: UTF8.self)
    }
    let plain = """
      tintype 1

      look "commas" {
        working display
        tags    "one", "two", three
      }

      param a: scalar = 1
      param b: scalar = 1

      variant "hard" {
        a = 1
        b = 2
      }

      output source * a * b

      expect neutral with a = 1, b = 2

      """
    let other = plain.replacing("\"one\", \"two\"", with: "\"one\" \"two\"")
      .replacing("{\n  a = 1\n  b = 2\n}", with: "{ a = 1, b = 2, }").replacing("with a = 1,", with: "with a = 1")
    #expect(other != plain && shown(plain) == plain)
    #expect(shown(other) == plain)
  }

  @Test func nothing() {
    #expect(formatted(parse(SourceFile(name: "empty.tint", text: "")).tree).isEmpty)
    #expect(formatted(parse(SourceFile(name: "blank.tint", text: "\n \n")).tree).isEmpty)
  }

  @Test func linesStayWithinTheWidth() {
    for sample in FormatterCorpus.recipes + FormatterCorpus.shipped {
      let lines = formatted(parse(sample.source).tree).split(separator: UInt8(ascii: "\n"))
      // Comments and strings cannot be broken.
      for line in lines where !line.contains(where: { "/\"".utf8.contains($0) }) { #expect(line.count <= lineWidth) }
    }
  }
}
