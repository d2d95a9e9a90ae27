import Foundation
import Testing
import Tintype
import TintypeIR

/// What `use`, `extends`, `set` and `variant` mean, by numbers that the comments derive.
@Suite struct CompositionTests {
  /// p * 0.5 + 0.1 with the defaults; the working space is that of the file's values.
  private static let base = """
    tintype 1
    look "base" {
      about "As it was."
      tags one, two
      working display
    }
    param strength: scalar = 0.5 in 0...2 "Gain"
    param lift: scalar = 0.1 in -1...1
    param grade: choice = plain of plain, doubled
    let twice = strength * 2
    kernel scaled(c: rgb, strength: scalar) -> rgb { return c * strength }
    image graded = if grade == .doubled { source * 2 } else { source }
    image dimmed = scaled(graded, strength)
    output dimmed + lift
    """

  /// p * p, in linear light.
  private static let linear = """
    tintype 1
    look "linear" { working linear-srgb }
    param tint: rgb = #ffffff
    output source * source * tint
    """

  private static let files = [
    "base.tint": base, "linear.tint": linear,
    "kernels.tint": """
    tintype 1
    let half = 0.5
    kernel dim(c: rgb) -> rgb { return c * half }
    """,
    "steps.tint": """
    tintype 1
    let half = 0.5
    kernel dim(c: rgb) -> rgb { return c * half }
    function toned(photo: image, amount: scalar = half) -> image { return mix(photo, dim(photo), amount) }
    """,
    "film/nested.tint": """
    tintype 1
    use "../base.tint" as inner
    look "nested" { working display }
    set inner.strength = 0.25
    param more: scalar = 0
    output inner(source) + more
    """,
    "hard.tint": """
    tintype 1
    extends "base.tint"
    look "hard" { about "Harder." }
    set strength = 1
    variant "soft" { strength = 0.75  lift = 0 }
    """,
  ]

  private func compiled(_ text: String) -> (look: Look?, diagnostics: [Diagnostic]) {
    let files = Self.files.mapValues { Array($0.utf8) }
    let source = SourceFile(name: "look.tint", text: text)
    return compile(source, loader: MemoryLoader(for: "look.tint", files: files))
  }

  @Test func whatIsExtendedCanBeUsed() {
    let text = "tintype 1\nextends \"base.tint\"\nuse \"base.tint\" as plain\noutput mix(dimmed, plain(source), 0.5)\n"
    #expect(compiled(text).diagnostics.map(\.code) == [])
    #expect(compiled("tintype 1\nextends \"look.tint\"\n").diagnostics.map(\.code) == ["recipe-cycle"])
  }

  private func look(_ body: String, working: String = "display") throws -> Look {
    let (look, diagnostics) = compiled("tintype 1\nlook \"x\" { working \(working) }\n\(body)\n")
    #expect(diagnostics.map(\.rendered) == [])
    let found = try #require(look)
    #expect(found.program.problems == [])
    return found
  }

  private func color(
    of look: Look, _ pixel: [Double], variant: String? = nil, set settings: [String] = []
  ) throws -> [Double] {
    let sources = settings.map { SourceFile(name: "--set", text: $0) }
    let variant = look.variants.first { $0.name == variant }
    let (values, diagnostics) = parameterValues(of: look, variant: variant, settings: sources)
    #expect(diagnostics.map(\.rendered) == [])
    let interpreter = Interpreter(look.program, parameters: values, width: 4, height: 2)
    return interpreter.color(at: .init(color: pixel + [1], column: 3, row: 1))
  }

  private func expect(
    _ found: [Double], _ wanted: Double, within bound: Double = 1e-12,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(abs(found[0] - wanted) <= bound, "\(found[0]) instead of \(wanted)", sourceLocation: sourceLocation)
  }

  // MARK: use

  @Test func aLookIsAStep() throws {
    let look = try look("use \"base.tint\" as base\noutput source |> base()")
    expect(try color(of: look, [0.4, 0, 0]), 0.3)
    #expect(look.parameters.map(\.name) == ["base.grade", "base.strength", "base.lift"])
    #expect(look.parameters[1].label == "Gain")
    expect(try color(of: look, [0.4, 0, 0], set: ["base.strength=2", "base.lift=0"]), 0.8)
    expect(try color(of: look, [0.4, 0, 0], set: ["base.grade=.doubled"]), 0.5)
  }

  @Test func itsParametersAreArguments() throws {
    let look = try look(
      "use \"base.tint\" as base\nparam push: scalar = 0.2 in 0...1\n"
        + "output base(source, strength: push * 2, grade: .doubled)")
    // 0.4 * 2 * 0.4 + 0.1
    expect(try color(of: look, [0.4, 0, 0]), 0.42)
    #expect(look.parameters.map(\.name) == ["push", "base.lift"])
  }

  @Test func severalCallsShareWhatTheyLeaveOpen() throws {
    let look = try look("use \"base.tint\" as base\noutput source |> base(strength: 1) |> base(strength: 2)")
    // (0.4 + 0.1) * 2 + 0.1
    expect(try color(of: look, [0.4, 0, 0]), 1.1)
    #expect(look.parameters.map(\.name) == ["base.grade", "base.lift"])
    expect(try color(of: look, [0.4, 0, 0], set: ["base.lift=0"]), 0.8)
  }

  @Test func otherDefaultsAreSet() throws {
    let look = try look("use \"base.tint\" as base\nset base.strength = 0.25 * 2 - 0.25\noutput source |> base()")
    expect(try color(of: look, [0.4, 0, 0]), 0.2)
    #expect(look.parameters.first { $0.name == "base.strength" }?.defaultValue == [0.25])
  }

  @Test func theOutermostSettingCounts() throws {
    let use = "use \"film/nested.tint\" as film\n"
    let inherited = try look(use + "output source |> film()")
    // 0.4 * 0.25 + 0.1
    expect(try color(of: inherited, [0.4, 0, 0]), 0.2)
    #expect(
      inherited.parameters.map(\.name).sorted() == [
        "film.inner.grade", "film.inner.lift", "film.inner.strength", "film.more",
      ])
    let set = try look(use + "set film.inner.strength = 1\noutput source |> film()")
    expect(try color(of: set, [0.4, 0, 0]), 0.5)
    expect(try color(of: set, [0.4, 0, 0], set: ["film.inner.strength=2"]), 0.9)
  }

  @Test func partsHaveDottedNames() throws {
    let look = try look(
      """
      use "base.tint" as base
      use "kernels.tint" as kernels
      kernel own(c: rgb) -> rgb { return kernels.dim(c) + kernels.half }
      output own(base.dimmed) + base.twice * 0.1 + base.scaled(source, 0.25) * base.dimmed.r
      """)
    // 0.4 * 0.5 * 0.5 + 0.5 + 0.1 + 0.1 * 0.2; 'lift' is not needed and not there
    expect(try color(of: look, [0.4, 0, 0]), 0.72)
    #expect(look.parameters.map(\.name).sorted() == ["base.grade", "base.strength"])
  }

  @Test func aLookOfAnotherWorkingSpaceIsConverted() throws {
    let look = try look("use \"linear.tint\" as linear\noutput source |> linear()")
    // numpy: enc(dec(0.5) ** 2)
    expect(try color(of: look, [0.5, 0, 0]), 0.2369668246445498, within: 1e-12)
    // A literal means a color of the used look, in a setting and as an argument: dec(0x80 / 255) = 0.21586
    let half = 0.21586050011389926 * pow(0.21404114048223255, 2)
    let encoded = 1.055 * pow(half, 1 / 2.4) - 0.055
    expect(try color(of: look, [0.5, 0, 0], set: ["linear.tint=#808080"]), encoded)
    let given = try self.look("use \"linear.tint\" as linear\noutput linear(source, tint: #808080)")
    expect(try color(of: given, [0.5, 0, 0]), encoded)
    let set = try self.look("use \"linear.tint\" as linear\nset linear.tint = #808080\noutput linear(source)")
    expect(try color(of: set, [0.5, 0, 0]), encoded)
  }

  @Test func whatComesWithTheProgramIsUsedByName() throws {
    let look = try look(
      "use \"minimal-life\" as mono\nuse \"color\" as tools\noutput source |> mono(exposure: 0)", working: "linear-srgb"
    )
    #expect(!look.parameters.contains { $0.name == "mono.exposure" })
    #expect(look.parameters.contains { $0.name == "mono.contrast" })
  }

  @Test func aFileBesideIsMeantWithItsEnding() {
    let (_, diagnostics) = compiled("tintype 1\nuse \"base\" as base\nlook \"x\" { working display }\noutput source")
    #expect(diagnostics.map(\.code) == ["unknown-recipe"])
    #expect(diagnostics[0].fixIts.map(\.replacement) == ["\"base.tint\""])
  }

  @Test func seedsAreWholeNumbers() throws {
    let files = [
      "look.tint": [],
      "grain.tint": Array(
        """
        tintype 1
        look "grain" { working display }
        param grain: seed = 3
        output (noise(seed: number(grain) + 1) |> crop(source.bounds)) * source
        """.utf8),
    ]
    func drawn(_ body: String, set settings: [String] = []) throws -> [Double] {
      let text = "tintype 1\nuse \"grain.tint\" as grain\nlook \"x\" { working display }\n\(body)\n"
      let source = SourceFile(name: "look.tint", text: text)
      let (look, diagnostics) = compile(source, loader: MemoryLoader(for: "look.tint", files: files))
      #expect(diagnostics.map(\.rendered) == [])
      return try color(of: #require(look), [1, 1, 1], set: settings)
    }
    let fourth = try drawn("output noise(seed: 4) |> crop(source.bounds)")
    #expect(try drawn("output grain(source)") == fourth)
    #expect(try drawn("output grain(source, grain: 3)") == fourth)
    #expect(try drawn("output grain(source, grain: 4)") != fourth)
    #expect(try drawn("param s: seed = 9\noutput grain(source, grain: s)", set: ["s=3"]) == fourth)
  }

  /// A function over images sees the names of its own file: mix(p, p * 0.5, 0.5).
  @Test func aFunctionOverImagesOfAUsedFileIsAStep() throws {
    let look = try look("use \"steps.tint\" as steps\noutput source |> steps.toned()")
    expect(try color(of: look, [0.4, 0, 0]), 0.3)
  }

  @Test func imagesOfAUsedLookAreNamed() throws {
    let look = try look("use \"base.tint\" as base\noutput source |> base()")
    #expect(look.images.map(\.name) == ["source", "base.graded", "base.dimmed", "output"])
  }

  // MARK: extends

  private func extending(_ text: String) throws -> Look {
    let (look, diagnostics) = compiled("tintype 1\nextends \"base.tint\"\n\(text)")
    #expect(diagnostics.map(\.rendered) == [])
    return try #require(look)
  }

  @Test func whatIsNotNamedStays() throws {
    let same = try extending("")
    let base = try #require(compile(SourceFile(name: "base.tint", text: Self.base)).look)
    #expect(same.program == base.program)
    #expect(same.header == base.header)
    let named = try extending("look \"mine\" { tags three }")
    #expect(named.name == "mine")
    #expect(named.header.tags == ["three"])
    #expect(named.header.about == "As it was.")
  }

  @Test(arguments: [
    ("set lift = 0.2", 0.4), ("param strength: scalar = 1 in 0...1", 0.5), ("output dimmed", 0.2),
    ("kernel scaled(c: rgb, strength: scalar) -> rgb { return c + strength }", 1),
    ("image dimmed = source", 0.5), ("let bright = 0.3\nimage graded = bright * source", 0.16),
    // An image may use images of the extended recipe, and they may use it.
    ("image lighter = graded + 0.1\nimage dimmed = lighter", 0.6),
  ])
  func whatIsNamedIsOther(_ text: String, _ wanted: Double) throws {
    expect(try color(of: extending(text), [0.4, 0, 0]), wanted)
  }

  @Test func parametersKeepTheirPlace() throws {
    let look = try extending("param warmth: scalar = 0\nparam lift: scalar = 0.3\noutput dimmed + lift + warmth")
    #expect(look.parameters.map(\.name) == ["strength", "lift", "grade", "warmth"])
    #expect(look.parameters[1].hardRange == nil)
  }

  @Test func imagesThatNeedEachOtherAreFound() {
    let (look, diagnostics) = compiled("tintype 1\nextends \"base.tint\"\nimage graded = dimmed")
    #expect(look == nil)
    #expect(diagnostics.map(\.code) == ["recursion"])
  }

  @Test func changesOfChangesAddUp() throws {
    let (look, diagnostics) = compiled("tintype 1\nextends \"hard.tint\"\nset lift = 0.2")
    #expect(diagnostics.map(\.rendered) == [])
    let found = try #require(look)
    #expect(found.name == "hard")
    expect(try color(of: found, [0.4, 0, 0]), 0.6)
    expect(try color(of: found, [0.4, 0, 0], variant: "soft"), 0.3)
  }

  // MARK: variant

  @Test func variantsAreOtherDefaults() throws {
    let look = try look(
      """
      use "base.tint" as base
      param push: scalar = 0
      variant "bright" { push = 0.3 base.strength = 1 }
      variant "dark" { push = -0.1 }
      output base(source) + push
      """)
    #expect(look.variants.map(\.name) == ["bright", "dark"])
    expect(try color(of: look, [0.4, 0, 0], variant: "bright"), 0.8)
    expect(try color(of: look, [0.4, 0, 0], variant: "dark"), 0.2)
    // What is set counts over the variant.
    expect(try color(of: look, [0.4, 0, 0], variant: "bright", set: ["push=0"]), 0.5)
  }

  // MARK: Limits and mistakes elsewhere

  @Test func mistakesInAUsedFileAreSaidThere() {
    let files = ["look.tint": [], "bad.tint": Array("tintype 1\nkernel k(c: rgb) -> rgb { return d }\n".utf8)]
    let text = "tintype 1\nuse \"bad.tint\" as bad\nlook \"x\" { working display }\noutput bad.k(source)"
    let (look, diagnostics) = compile(
      SourceFile(name: "look.tint", text: text), loader: MemoryLoader(for: "look.tint", files: files))
    #expect(look == nil)
    #expect(diagnostics.map(\.code) == ["unknown-name"])
    #expect(diagnostics.first?.primary.location.file.name == "bad.tint")
  }

  private func chain(_ count: Int, _ link: (Int) -> String) -> [String] {
    var files: [String: [UInt8]] = [:]
    for n in 1...count {
      let text = "tintype 1\n" + (n < count ? link(n + 1) : "look \"x\" { working display }\noutput source\n")
      files["\(n).tint"] = Array(text.utf8)
    }
    let root = SourceFile(name: "1.tint", text: files["1.tint"] ?? [])
    return compile(root, loader: MemoryLoader(for: "1.tint", files: files)).diagnostics.map(\.code)
  }

  @Test func depthIsBounded() {
    let step: (Int) -> String = {
      "use \"\($0).tint\" as next\nlook \"x\" { working display }\noutput source |> next()\n"
    }
    #expect(chain(16, step) == [])
    #expect(chain(17, step) == ["too-many-recipes"])
    #expect(chain(16) { "extends \"\($0).tint\"\n" } == [])
    #expect(chain(17) { "extends \"\($0).tint\"\n" } == ["too-many-recipes"])
  }

  /// Each look applies the next one twice: 2^15 copies of the last.
  @Test func growthIsBounded() {
    let codes = chain(16) {
      "use \"\($0).tint\" as next\nlook \"x\" { working display }\n"
        + "param a: scalar = 0.5\noutput ((source |> next()) * a |> next()) + a\n"
    }
    #expect(codes == ["too-large"])
  }

  @Test func numberIsBounded() {
    let uses = (1...70).map { "use \"\($0).tint\" as u\($0)\n" }.joined()
    var files = Dictionary(uniqueKeysWithValues: (1...70).map { ("\($0).tint", Array("tintype 1\n".utf8)) })
    files["look.tint"] = []
    let text = "tintype 1\n\(uses)look \"x\" { working display }\noutput source"
    let codes = compile(
      SourceFile(name: "look.tint", text: text), loader: MemoryLoader(for: "look.tint", files: files)
    ).diagnostics.map(\.code)
    #expect(codes.count == 7 && Set(codes) == ["too-many-recipes"])
  }

  /// 10 um of a photo of 70 x 10 pixels: the format of the outermost recipe that names one counts.
  @Test(arguments: [("35mm", 36_000.0), ("6x7", 69_500), ("", 24_000)])
  func lengthsOnFilmAreThoseOfTheOutermostFormat(_ format: String, _ longSide: Double) throws {
    let inner = "tintype 1\nlook \"i\" { working display format half-frame }\noutput source * 0 + pixels(10um)\n"
    let outer = """
      tintype 1
      use "inner.tint" as inner
      look "x" { working display \(format.isEmpty ? "" : "format \(format)") }
      output inner(source)
      """
    let (look, diagnostics) = compile(
      SourceFile(name: "outer.tint", text: outer),
      loader: MemoryLoader(for: "outer.tint", files: ["inner.tint": Array(inner.utf8)]))
    #expect(diagnostics.map(\.rendered) == [])
    let program = try #require(look).program
    let color = Interpreter(program, parameters: [], width: 70, height: 10).color(
      at: .init(color: [0.8, 0.4, 0.2, 1], column: 1, row: 1))
    #expect(abs(color[0] - 700 / longSide) < 1e-12)
  }
}
