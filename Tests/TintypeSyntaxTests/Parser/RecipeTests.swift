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
    #expect(view.defaultValue.map(shape) == "(0.5 + 1)")
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

  @Test func choices() {
    guard case .parameter(let view) = declarations("param a: tone = .of of of, in, um").first else {
      return #expect(Bool(false))
    }
    #expect(view.choices.map(\.text) == ["of", "in", "um"])
    #expect(view.defaultValue.map(shape) == ".of")
  }

  @Test func statements() {
    let text = """
      kernel f(c: rgb) -> rgb {
        var a: rgb = c a = 1 a += 2 a -= 3 a *= 4 a /= 5
        for in in 0...n - 1 { a = in }
        return a
      }
      """
    guard case .function(let view) = declarations(text).first else { return #expect(Bool(false)) }
    #expect(
      shape(view.body)
        == "var a = c a = 1 a += 2 a -= 3 a *= 4 a /= 5 for in in 0...(n - 1) {a = in} return a")
  }

  @Test func reuse() throws {
    let text = """
      use "grain.tint" as as
      extends "base.tint"
      set set = 1
      set a.b = 2%
      /// Harder.
      variant "hard" { a = 1 set.b = .warm }
      """
    let views = declarations(text)
    #expect(views.map(\.name?.text) == ["as", nil, nil, nil, "\"hard\""])
    guard views.count == 5, case .use(let use) = views[0], case .extends(let extends) = views[1],
      case .setting(let set) = views[2], case .setting(let dotted) = views[3], case .variant(let variant) = views[4]
    else { return #expect(Bool(false)) }
    #expect(use.path?.stringValue == "grain.tint")
    #expect(extends.path?.stringValue == "base.tint")
    #expect(set.path.map(\.text) == ["set"])
    #expect(dotted.path.map(\.text) == ["a", "b"])
    #expect(shape(dotted.value) == "2.0%")
    #expect(variant.documentation == "Harder.")
    #expect(variant.settings.map { $0.path.map(\.text) } == [["a"], ["set", "b"]])
    #expect(variant.settings.map { shape($0.value) } == ["1", ".warm"])
  }

  @Test func unitsKnowTheirPlace() throws {
    let text = "let a = 24  mm"
    guard case .constant(let view) = declarations(text).first, case .quantity(let quantity) = view.value else {
      return #expect(Bool(false))
    }
    #expect(quantity.unit == .millimeters)
    #expect(quantity.unitLocation.file.text(in: quantity.unitLocation.span) == "mm")
    #expect(quantity.value == 24)
  }

  @Test func commandLineSetting() {
    let (setting, diagnostics) = parseSetting(SourceFile(name: "--set", text: "grain.amount=+0.7ev"))
    #expect(diagnostics.map(listed) == [])
    #expect(setting.path.map(\.text) == ["grain", "amount"])
    #expect(shape(setting.value) == "0.7ev")
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
