import Testing
import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeSyntax

@Suite struct RecipeTests {
  @Test(arguments: Corpus.recipes)
  func wellFormed(_ sample: RecipeSample) {
    let source = sample.source
    let (tree, diagnostics) = parse(source)
    #expect(diagnostics.map(listed) == [])
    #expect(tree.printed == source.text)
    #expect(tree.recipe.edition?.number?.text == "1")
    #expect(!tree.recipe.declarations.isEmpty)
  }

  @Test func thereAreRecipes() {
    #expect(Corpus.recipes.count >= 6)
  }

  @Test func look() throws {
    let look = try #require(
      declarations(#"look "a \"b\"" { working linear-srgb tags 35mm, "x", black-and-white }"#).first)
    guard case .look(let view) = look else { return #expect(Bool(false)) }
    #expect(view.name?.stringValue == #"a "b""#)
    #expect(view.entries.map(\.key.text) == ["working", "tags"])
    #expect(view.entries.map { $0.values.map(\.value) } == [["linear-srgb"], ["35mm", "x", "black-and-white"]])
  }

  @Test func parameter() {
    let text = #"param k: scalar = 0.5 + 1 "Label" unit ev group "Tone" step 0.1 slider 0...1 in -1...2 * 3"#
    guard case .parameter(let view) = declarations(text).first else { return #expect(Bool(false)) }
    #expect(view.name?.text == "k")
    #expect(view.type?.name == "scalar")
    #expect(shape(view.defaultValue) == "(0.5 + 1)")
    #expect(view.range.map { shape($0.lower) } == "-1")
    #expect(view.range.map { shape($0.upper) } == "(2 * 3)")
    #expect(view.slider.map { shape($0.upper) } == "1")
    #expect(view.step.map(shape) == "0.1")
    #expect(view.unit?.text == "ev")
    #expect(view.group?.stringValue == "Tone")
    #expect(view.label?.stringValue == "Label")
  }

  @Test func function() {
    let text = "kernel f(c: rgb, k: image = 1,) -> image { let a: rgb = c if a { b } else if c { d } else { e } }"
    guard case .function(let view) = declarations(text).first else { return #expect(Bool(false)) }
    #expect(view.isKernel)
    #expect(view.name?.text == "f")
    #expect(view.parameters.map { $0.name?.text } == ["c", "k"])
    #expect(view.parameters.map { $0.type?.name } == ["rgb", "image"])
    #expect(view.parameters.map { $0.defaultValue.map(shape) } == [nil, "1"])
    #expect(view.result?.name == "image")
    #expect(view.body.statements.count == 2)
    guard case .conditional(let conditional) = view.body.statements[1] else { return #expect(Bool(false)) }
    #expect(shape(.conditional(conditional)) == "if a {b} else if c {d} else {e}")
  }

  @Test func documentation() {
    let text = """
      param a: scalar = 1 /// of a's line
      /// far

      /// near
      ///  two
      let b = 1
      /// lost
      // a remark
      image c = a
      //// a rule
      output c
      """
    #expect(declarations(text).map(\.documentation) == [nil, "near\n two", nil, nil])
  }

  private func declarations(_ text: String) -> [DeclarationSyntax] {
    let (tree, diagnostics) = parse(SourceFile(name: "test.tint", text: "tintype 1\n" + text))
    #expect(diagnostics.map(listed) == [])
    return tree.recipe.declarations
  }
}
