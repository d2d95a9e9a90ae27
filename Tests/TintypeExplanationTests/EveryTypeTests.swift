import Testing
import Tintype
import TintypeDrawing
import TintypeExplanation
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeRender
import TintypeTestSupport

/// What `check` accepts, renders: through both engines, and explained and probed.
@Suite struct EveryTypeTests {
  /// Every type in every use: the checker accepts what the table of types says, and that renders.
  @Test(arguments: ValueType.allCases) func usesAreThoseOfTheTable(_ type: ValueType) throws {
    let bench = try Bench()
    let example = Self.examples[type] ?? type.declaration.example
    let isPlaced = type != .choice && type != .seed
    var uses: [(use: ValueType.Uses, declarations: String, value: String)] = [
      (.set, "param q: \(type.rawValue) = \(example)\(type == .choice ? " of fine, coarse" : "")", "q"),
      (.stated, "let q: \(type.rawValue) = \(example)", "q"),
      (.computed, "kernel same(a: \(type.rawValue)) -> \(type.rawValue) { return a }", "same(\(example))"),
      (
        [.computed, .chosen],
        "kernel picked(a: \(type.rawValue), on: bool) -> \(type.rawValue) { if on { return a } return a }",
        "picked(\(example), on)"
      ),
      (
        [.computed, .chosen],
        "kernel kept(a: \(type.rawValue), b: \(type.rawValue), on: bool) -> \(type.rawValue) "
          + "{ var v = a if on { v = b } return v }", "kept(\(example), \(example), on)"
      ),
    ]
    // A seed in the text is a number, and a choice is a word of a parameter.
    if isPlaced {
      uses += [
        (.chosen, "", "if on { \(example) } else { \(example) }"), (.chosen, "", "select(\(example), \(example), on)"),
        (.chosen, "", "if (source.iso ?? 100) > 200 { \(example) } else { \(example) }"),
        (.chosen, "", "if frame > 1 { \(example) } else { \(example) }"),
      ]
    } else {
      let parameter = "param q: \(type.rawValue) = \(example)\(type == .choice ? " of fine, coarse" : "")"
      uses += [(.chosen, parameter, "if on { q } else { q }"), (.chosen, parameter, "select(q, q, on)")]
    }
    for (use, declarations, value) in uses {
      let text = Self.recipe("param on: bool = true\n\(declarations)\nlet v = \(value)\noutput \(Self.shown[type]!)")
      #expect(try bench.isAccepted(text, for: Self.comment(text)) == type.allows(use), "\(text)")
    }
    guard !type.isNumeric || type == .scalar else { return }
    for comparison in ["<", ">=", "==", "!="] {
      let parameter = "param q: \(type.rawValue) = \(example)\(type == .choice ? " of fine, coarse" : "")"
      guard type.allows(.set), type != .choice || comparison.last == "=" && comparison != ">=" else { continue }
      let text = Self.recipe("\(parameter)\noutput if q \(comparison) \(example) { source } else { source * 0.5 }")
      #expect(try bench.isAccepted(text, for: Self.comment(text)) == type.allows(.compared), "\(text)")
    }
  }

  /// The condition chooses the letters that are drawn: one text is the same as no condition.
  @Test(arguments: [
    ("if on { \"A\" } else { \"B\" }", "\"A\""), ("if (source.iso ?? 100) > 200 { \"A\" } else { \"B\" }", "\"B\""),
    ("if !on { \"A\" } else if frame > 3 { \"C\" } else { \"B\" }", "\"B\""),
    ("if pixels(10%) > 0.2 { \"A\" } else { \"B\" }", "\"A\""), ("select(\"A\", word, on)", "\"B\""),
    ("if on { source.date } else { day }", "source.date"), ("if on { day } else { source.date }", "day"),
    ("day, format: if on { \"yy\" } else { \"dd\" }", "day, format: \"yy\""),
    (
      "if on { day } else { source.date }, format: if on { if on { \"dd\" } else { \"MM\" } } else { \"yy\" }",
      "day, format: \"dd\""
    ),
  ])
  func drawsTheChosenText(_ chosen: String, _ plain: String) throws {
    let bench = try Bench()
    let pictures = try [chosen, plain].map { text in
      try bench.pixels(
        Self.recipe(
          """
          param on: bool = true
          param word: text = "B"
          param day: date = "2024-08-31"
          output source * 0.5 + text(\(text), height: 70%)
          """))
    }
    #expect(pictures[0] == pictures[1])
  }

  /// Recipes with all types in all ways.
  @Test(.slow) func randomRecipes() throws {
    let bench = try Bench()
    let count = runsAllTests ? 4000 : 120
    var accepted = 0
    for seed in 0..<UInt64(count) {
      var random = SplitMix64(seed: seed)
      if try bench.isAccepted(EveryTypeRecipe.text(hasFiles: seed % 2 == 0, using: &random), for: "seed \(seed)") {
        accepted += 1
      }
    }
    #expect(accepted > count / 3, "\(accepted) of \(count)")
  }

  private static func comment(_ text: String) -> Comment { Comment(rawValue: text) }

  private static func recipe(_ lines: String) -> String {
    "tintype 1\nlook \"types\" { working linear-srgb format \"35mm\" }\n" + lines + "\n"
  }

  /// Where the literal of the manual would not do.
  private static let examples: [ValueType: String] = [
    .lut: "lut \"table.cube\"", .picture: "picture \"plate.png\"", .date: "source.date",
  ]

  /// An image that depends on the value `v`.
  private static let shown: [ValueType: String] = [
    .scalar: "source * v", .bool: "if v { source } else { source * 0.5 }", .vec2: "source * v.x", .rgb: "source * v",
    .rgba: "source * v.g", .matrix: "v * source", .rect: "source |> crop(v)", .length: "source |> blur(v)",
    .angle: "source * radians(v)", .ev: "source * gain(v)", .kelvin: "source * (kelvins(v) / 6500)",
    .seed: "blend(noise(seed: v), over: source, mask: 0.5)", .choice: "if v == .fine { source } else { source * 0.5 }",
    .curve: "v(source)", .lut: "lookup(source, v)", .picture: "mix(source, stretch(v), 0.5)",
    .text: "source * 0.5 + text(v)", .date: "source * 0.5 + text(v)",
  ]
}

/// A folder with a photo, a table and a picture, in which recipes are rendered.
private struct Bench {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try TestFiles.write(Self.table, to: folder.path + "/table.cube")
    try Self.picture(width: 9, height: 7).save(to: folder.path + "/photo.png")
    try Self.picture(width: 5, height: 4).save(to: folder.path + "/plate.png")
  }

  private static func picture(width: Int, height: Int) -> Bitmap {
    var pixels: [UInt8] = []
    for index in 0..<width * height { pixels += [UInt8(index * 3), UInt8(250 - index * 2), UInt8(index * 37 % 256)] }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  private static let table = Array(
    """
    LUT_3D_SIZE 2
    0 0 0.1
    0.9 0 0.1
    0 1 0.1
    0.9 1 0.1
    0 0 0.9
    0.9 0 0.9
    0 1 0.9
    0.9 1 0.9
    """.utf8)

  /// Whether the checker accepts a recipe. What it accepts renders through both engines, with and without lints, and
  /// is explained and probed.
  func isAccepted(_ text: String, for comment: Comment) throws -> Bool {
    let (look, diagnostics) = compile(
      SourceFile(name: folder.path + "/look.tint", text: text),
      loader: FolderLoader(for: FilePath(folder.path + "/look.tint")), withLints: true)
    #expect((look == nil) == diagnostics.contains { $0.severity == .error }, comment)
    guard look != nil else { return false }
    let configured = try configured(text)
    #expect(!Explanation(configured.bound, shot: configured.shot, depth: .eight).text.isEmpty)
    #expect(EmittedStage("plan")?.text(of: configured.bound, shot: configured.shot, depth: .eight)?.isEmpty == false)
    #expect(
      !ColorProbe([0.2, 0.5, 0.7, 1], through: configured.bound, shot: configured.shot, at: .init()).steps.isEmpty)
    let codes = RenderOptions.Engine.allCases.map { engine in Result { try render(configured, engine) } }
    switch (codes[0], codes[1]) {
    case (.success(let fast), .success(let reference)):
      #expect(fast.format == reference.format, comment)
      // Where a comparison or a fraction of a large number is decided by a rounding, a pixel may be another.
      let differing = zip(fast.codes, reference.codes).count { abs(Int($0) - Int($1)) > 2 }
      #expect(differing * 3 <= fast.codes.count, comment)
    case (.failure(let fast as ImageError), .failure(let reference as ImageError)):
      #expect(fast.kind == reference.kind && fast.kind == .limit, comment)
    default: Issue.record("\(comment): \(codes)")
    }
    return true
  }

  /// The codes that both engines make of the photo.
  func pixels(_ text: String) throws -> [[UInt16]] {
    let look = try configured(text)
    return try RenderOptions.Engine.allCases.map { try render(look, $0).codes }
  }

  private func configured(_ text: String) throws -> ConfiguredLook {
    try ConfiguredLook(text: text, folder: FilePath(folder.path))
  }

  private func render(
    _ look: ConfiguredLook, _ engine: RenderOptions.Engine
  ) throws -> (format: PictureFormat, codes: [UInt16]) {
    var options = RenderOptions()
    (options.engine, options.ifExists, options.photoDate.missing) = (engine, .overwrite, .skip)
    let result = FilePath(folder.path + "/out.png")
    _ = try renderPhoto(look, from: FilePath(folder.path + "/photo.png"), to: result, options: options)
    let reader = try openPicture(result)
    return (reader.format, try StoredPicture(decoding: reader).colorCodes)
  }
}

extension Bitmap {
  fileprivate func save(to path: String) throws {
    _ = try write(to: FilePath(path), quality: 95, ifExists: .error)
  }
}
