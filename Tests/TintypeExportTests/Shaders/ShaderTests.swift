import Testing
import Tintype
import TintypeDrawing
import TintypeExport
import TintypeImage
import TintypeTestSupport

@Suite struct ShaderTests {
  /// Every shipped look that is one pass, the seed looks with other values, and programs that have what no look has.
  private static let looks: [(name: String, settings: [String])] =
    shippedLooks.filter { recipe in
      guard let look = compile(recipe).look else { return false }
      return (try? ExportedShader(ConfiguredLook(look, recipe: recipe), to: .glsl)) != nil
    }.map { ($0.name, []) } + [
      ("tumble-down", ["exposure=-0.2", "contrast=2", "gamma=0.7"]), ("minimal-life", ["gamma=1.1"]),
      ("=source - (0.5 - source * (1 / (source + 1))) / (2 / 3)", []),
      ("=let c = curve [(0, 0.1), (0.4, 0.3), (1, 0.95)] output c(source)", []),
      ("=kernel k(c: rgb, at: position) -> rgb { return c * sin(at.pixels.x / 9) + mod(c, 0.3) } output k(source)", []),
      (
        "=kernel k(c: rgb) -> rgb { return smoothstep(0.9, 0.1, c) * exp(-c) + log2(c + 1) / 9 + atan2(c.r, c.g) / 9 } "
          + "output k(source)", []
      ),
      (
        "=kernel k(c: rgb) -> rgb { return if any(c > 0.5) { sqrt(c) / 2 } else { -c } } output k(source)",
        []
      ),
    ]

  @Test func mostLooksOfOnePassAreThere() { #expect(Self.looks.count > 24) }

  @Test(.slow, .enabled(if: ShaderRun.clang != nil, "there is no clang++"), arguments: looks.indices)
  func equalsTheRender(_ index: Int) throws {
    let (name, settings) = Self.looks[index]
    let recipe = name.hasPrefix("=") ? inlineRecipe(String(name.dropFirst())) : try #require(shippedLook(name))
    let look = try configured(recipe, settings)
    let expected = try ShaderRun.photo.rendered(through: look, threads: 1).pixels
    for target in ShaderTarget.allCases {
      let made = try ShaderRun.pixels(look, ExportedShader(look, to: target), target)
      #expect(made.count == expected.count)
      let differences = zip(made, expected).map { abs(Int($0) - Int($1)) }
      let count = differences.count { $0 > 0 }
      if name == "dust" {
        // Its specks come of a hash in fractions, which magnifies roundings 10,000 times: some lie elsewhere.
        #expect(count * 10 < differences.count, "\(name) in \(target): \(count) of \(differences.count)")
        continue
      }
      #expect(differences.max() ?? 9 <= 1, "\(name) in \(target): \(differences.max() ?? 9)")
      #expect(count * 1000 < differences.count, "\(name) in \(target): \(count) of \(differences.count)")
    }
  }

  @Test func goldens() throws {
    for target in ShaderTarget.allCases {
      expectGolden(try ExportedShader(configured("tumble-down"), to: target).text, "tumble-down.\(target.rawValue)")
      expectGolden(
        try ExportedShader(configured("minimal-life"), to: target, freezing: ["contrast"]).text,
        "minimal-life.\(target.rawValue)")
    }
  }

  private static let glslang = programOnSearchPath("glslangValidator")

  @Test(.slow, .enabled(if: glslang != nil, "there is no glslangValidator: apt-get install glslang-tools"))
  func glslangAcceptsTheText() throws {
    let folder = try ScratchFolder()
    for (index, entry) in Self.looks.enumerated() {
      let recipe =
        entry.name.hasPrefix("=") ? inlineRecipe(String(entry.name.dropFirst())) : try #require(shippedLook(entry.name))
      try folder.write(try ExportedShader(configured(recipe), to: .glsl).text, to: "\(index).frag")
    }
    let result = try runProgram(
      try #require(Self.glslang), Self.looks.indices.map { "\($0).frag" }, in: folder.path)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func whatIsNotOnePassIsNamed() throws {
    let refusal = #expect(throws: ExportRefusal.self) {
      try ExportedShader(configured("warm-negative"), to: .metal)
    }
    #expect(
      refusal?.lines == [
        "a shader of one pass cannot hold 'haloed' at warm-negative:80:6: it depends on other pixels",
        "a shader of one pass cannot hold 'resolved' at warm-negative:82:6: it depends on other pixels",
        "a shader of one pass cannot hold 'grainy' at warm-negative:83:6: it depends on other pixels and the "
          + "photo's metadata",
        "--without haloed,resolved,grainy leaves that out",
      ])
    #expect(throws: Never.self) {
      try ExportedShader(configured("warm-negative"), to: .metal, without: ["haloed", "resolved", "grainy"])
    }
    let unknown = #expect(throws: ExportRefusal.self) {
      try ExportedShader(configured("tumble-down"), to: .metal, freezing: ["gama"])
    }
    #expect(unknown?.lines == ["--freeze 'gama': the look has no parameter of this name; did you mean 'gamma'?"])
  }

  /// Whatever an author writes, the text stays one program.
  @Test func textsDoNotEscapeFromComments() throws {
    let recipe = SourceFile(
      name: "odd.tint",
      text: """
        tintype 1
        look "1 while * / */" {
          about   "first \u{2028} \\n second"
          working display
        }
        /// A doc
        /// of two lines.
        param float: scalar = 0.5 in 0...1 "La*/bel"
        param gl_x: scalar = 0.5 in 0...1
        image while = source * float + gl_x
        output while

        """)
    let look = try configured(recipe)
    for target in ShaderTarget.allCases {
      let text = try ExportedShader(look, to: target).text
      for line in text.split(separator: "\n") where line.contains("La*/bel") || line.contains("second") {
        #expect(line.contains("//"))
      }
      #expect(text.contains("float_"))
    }
  }
}
