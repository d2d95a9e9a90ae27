import Testing
import Tintype
import TintypeColor
import TintypeDrawing
import TintypeFit
import TintypeIR
import TintypeImage
import TintypeTestSupport

/// Pictures before and after looks, as JPEG files.
struct Pairs {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  func path(_ name: String) -> FilePath { FilePath(folder.path + "/" + name) }

  /// A drawn scene under another light each time.
  func scene(_ number: Int) throws -> FilePath {
    let path = path("before\(number).jpg")
    let light = try look("adjust").setting([
      setting("exposure=\([0.0, 0.4, -0.4, 0.8, -0.8][number % 5])ev"),
      setting("hue=\(number * 36 - 180)deg"), setting("temperature=\(5000 + number * 400)k"),
    ])
    let scene = TestScene(width: 360, height: 240).drawn(instruments: number % 2 == 0)
    try write(scene.rendered(through: light, threads: 1), to: path)
    return path
  }

  /// A scene rendered by a look, in a file.
  func rendered(_ number: Int, through look: ConfiguredLook) throws -> FilePath {
    let path = path("after\(number).jpg")
    try write(try DecodedPhoto(self.path("before\(number).jpg")).rendered(through: look, threads: 1), to: path)
    return path
  }

  func write(_ picture: Bitmap, to path: FilePath) throws {
    _ = try picture.write(to: path, quality: 90, ifExists: .overwrite)
  }

  /// Scenes and what a look makes of them, to be fitted by another one.
  func pairs(_ count: Int, through look: ConfiguredLook, for start: ConfiguredLook) throws -> [PhotoPair] {
    try (0..<count).map { number in
      let before = try scene(number)
      return try PhotoPair(before: before, after: rendered(number, through: look), look: start)
    }
  }
}

func look(_ name: String) throws -> ConfiguredLook {
  let source = try #require(shippedLook(name))
  return ConfiguredLook(try #require(compile(source).look))
}

func look(of source: SourceFile) throws -> ConfiguredLook {
  let (look, diagnostics) = compile(source)
  return ConfiguredLook(try #require(look, "\(diagnostics.map(\.message))"))
}

func setting(_ text: String) -> SourceFile { SourceFile(name: "set", text: text) }

@Suite struct LookFitTests {
  struct Case: CustomTestStringConvertible {
    let look: String
    /// Values, and how far off they may be found.
    let values: [(name: String, text: String, value: Double, within: Double)]
    var testDescription: String { look }
  }

  private static let cases = [
    Case(
      look: "cool-negative",
      values: [
        ("light", "0.4ev", 0.4, 0.05), ("contrast", "1.2", 1.2, 0.05), ("color", "0.7", 0.7, 0.05),
        ("strength", "0.9", 0.9, 0.05),
      ]),
    Case(
      look: "sepia-print",
      values: [("light", "-0.3ev", -0.3, 0.05), ("strength", "0.8", 0.8, 0.05)]),
    Case(
      look: "adjust",
      values: [
        ("temperature", "7500k", 7500, 300), ("saturation", "1.3", 1.3, 0.1),
        // Brightness and shadows do nearly the same together.
        ("exposure", "0.3ev", 0.3, 0.4), ("contrast", "0.9", 0.9, 0.3),
      ]),
  ]

  @Test(.slow, arguments: cases) func findsTheParametersOfAShippedLook(_ wanted: Case) throws {
    let start = try look(wanted.look)
    let changed = try start.setting(wanted.values.map { setting("\($0.name)=\($0.text)") })
    let fit = try LookFit(start, holding: [], to: Pairs().pairs(10, through: changed, for: start))
    #expect(fit.before.mean > 2 * fit.after.mean)
    #expect(fit.after.mean < 1, "\(fit.after)")
    for (name, _, value, within) in wanted.values {
      let index = try #require(fit.look.look.parameters.firstIndex { $0.name == name })
      #expect(abs(fit.look.values[index][0] - value) <= within, "\(name) is \(fit.look.values[index])")
    }
  }

  @Test(.slow) func theRecipeExtendsTheLookAndIsTheSameEachTime() throws {
    let start = try look("cool-negative")
    let changed = try start.setting([setting("light=0.5ev"), setting("grain=2")])
    let pairs = try Pairs().pairs(2, through: changed, for: start)
    // More light and more exposure do nearly the same.
    let held: Set = ["strength", "contrast", "color", "sharpness", "halation", "exposure", "push"]
    let recipes = try (0..<2).map { _ in
      try LookFit(start, holding: held, to: pairs).recipe(
        named: "brighter", extending: "cool-negative", from: "2 pairs")
    }
    #expect(recipes[0] == recipes[1])
    let text = String(decoding: recipes[0], as: UTF8.self)
    #expect(text.contains("extends \"cool-negative\"") && text.contains("set light = "))
    #expect(!text.contains("set grain") && !text.contains("set contrast"))
    let found = try #require(compile(SourceFile(name: "brighter.tint", text: recipes[0])).look)
    #expect(found.name == "brighter")
    let light = try #require(found.parameters.first { $0.name == "light" })
    #expect(abs(light.defaultValue[0] - 0.5) < 0.05)
  }

  /// The points of a curve keep their places, and are found up and down.
  @Test(.slow) func curvesAreFound() throws {
    let source = SourceFile(
      name: "graded",
      text: """
        tintype 1
        look "graded" { working display }
        param tone: curve = curve [(0, 0), (0.25, 0.25), (0.5, 0.5), (0.75, 0.75), (1, 1)]
        param warmth: scalar = 0 in -0.2...0.2
        output tone(source) * rgb(1 + warmth, 1, 1 - warmth)

        """)
    let start = try look(of: source)
    let changed = try start.setting([
      setting("tone=curve [(0, 0.06), (0.25, 0.2), (0.5, 0.56), (0.75, 0.84), (1, 0.95)]"), setting("warmth=-0.08"),
    ])
    let fit = try LookFit(start, holding: [], to: Pairs().pairs(3, through: changed, for: start))
    let found = fit.look.values[0]
    #expect(stride(from: 0, to: 10, by: 2).map { found[$0] } == [0, 0.25, 0.5, 0.75, 1])
    for (lane, wanted) in zip(stride(from: 1, to: 10, by: 2), [0.06, 0.2, 0.56, 0.84, 0.95]) {
      #expect(abs(found[lane] - wanted) < 0.02, "\(found)")
    }
    #expect(abs(fit.look.values[1][0] + 0.08) < 0.01)
    #expect(fit.after.mean < 0.6, "\(fit.after)")
    let recipe = String(decoding: fit.recipe(named: "mine", extending: "graded.tint", from: "3 pairs"), as: UTF8.self)
    #expect(recipe.contains("= curve [(0, "), "\(recipe)")
  }

  /// A film by its numbers, from a table of unknown origin.
  @Test(.slow) func filmIsFoundFromATable() throws {
    let template = try #require(RecipeTemplate.all.first { $0.name == "stock" })
    let text = template.files(at: FilePath("stock.tint"))[0].bytes
    let (compiled, diagnostics) = compile(SourceFile(name: "stock.tint", text: text))
    let plain = ConfiguredLook(try #require(compiled, "\(diagnostics.map(\.message))"))
    let start = try plain.setting([setting("grain=0")])
    let wanted = [
      "greenCoupled=vec2(-0.9, -0.2)", "gamma=rgb(1.2, 1, 0.9)", "lights=rgb(0.1, 0, -0.08)", "magenta=vec2(0.1, 0.1)",
    ]
    let table = try plain.setting((wanted + ["grain=0"]).map(setting))
    let sought = Set(wanted.map { String($0.prefix { $0 != "=" }) })
    let held = Set(start.look.parameters.map(\.name)).subtracting(sought)
    let fit = try LookFit(start, holding: held, toTable: table)
    for (parameter, (found, value)) in zip(start.look.parameters, zip(fit.look.values, table.values))
    where sought.contains(parameter.name) {
      for (a, b) in zip(found, value) { #expect(abs(a - b) < 0.02, "\(parameter.name): \(found)") }
    }
    #expect(fit.before.mean > 3 && fit.after.mean < 0.2, "\(fit.before) \(fit.after)")
    #expect(throws: ImageError.self) { try LookFit(look("warm-negative"), holding: [], toTable: table) }
  }

  @Test func choicesAndTruthValuesAreTried() throws {
    let source = SourceFile(
      name: "toner",
      text: """
        tintype 1
        look "toner" { working display }
        param tone: choice = .none of none, warm, cold
        param negative: bool = false
        param gain: scalar = 1 in 0.5...1.5
        param size: scalar = 0.5 in 0...2
        kernel toned(c: rgb, r: scalar, negative: bool) -> rgb {
          let d = rgb(c.r * r, c.g, c.b)
          return if negative { 1 - d } else { d }
        }
        output toned(source, gain * (if tone == .warm { 0.9 } else if tone == .cold { 0.7 } else { 1 }), negative)
          + 0 * size

        """)
    let start = try look(of: source)
    let changed = try start.setting([setting("tone=.cold"), setting("negative=true"), setting("gain=0.8")])
    let fit = try LookFit(start, holding: ["gain"], to: Pairs().pairs(2, through: changed, for: start))
    #expect(fit.look.values[1] == [1])
    #expect(fit.after.mean < fit.before.mean)
    let idle = fit.findings.first { $0.name == "size" }
    guard case .withoutEffect = idle?.outcome else {
      Issue.record("'size' has no effect: \(String(describing: idle))")
      return
    }
    let free = try LookFit(start, holding: [], to: Pairs().pairs(2, through: changed, for: start))
    #expect(free.look.values[1] == [1] && free.look.values[3] == [0.5])
    #expect(free.after.mean < 1)
  }

  /// A curve does as well as the truth value that it stands beside, which is found once the curve has its points back.
  @Test func truthValuesAreFoundBesideCurves() throws {
    let source = SourceFile(
      name: "turned",
      text: """
        tintype 1
        look "turned" { working display }
        param tone: curve = curve [(0, 0), (0.5, 0.5), (1, 1)]
        param negative: bool = false
        output if negative { 1 - source } else { tone(source) }

        """)
    let start = try look(of: source)
    let changed = try start.setting([setting("negative=true")])
    let fit = try LookFit(start, holding: [], to: Pairs().pairs(1, through: changed, for: start))
    #expect(fit.after.mean < 1, "\(fit.after)")
  }

  @Test func whatIsNoPairIsRefused() throws {
    let (pairs, plain) = (try Pairs(), try look("original"))
    let before = try pairs.scene(0)
    func complaint(_ picture: Bitmap) throws -> String {
      let after = pairs.path("other.jpg")
      try pairs.write(picture, to: after)
      do throws(FitFailure) {
        _ = try PhotoPair(before: before, after: after, look: plain)
        return ""
      } catch {
        #expect(error.status == .data)
        return error.message
      }
    }
    let scene = TestScene(width: 360, height: 240).drawn()
    #expect(try complaint(scene) == "")
    var moved = scene
    for row in 0..<240 {
      for column in 0..<360 {
        for channel in 0..<3 {
          moved.pixels[3 * (row * 360 + column) + channel] =
            scene.pixels[3 * (row * 360 + min(column + 14, 359)) + channel]
        }
      }
    }
    #expect(try complaint(moved).hasPrefix("is shifted by about -3"))
    var mirrored = scene
    for row in 0..<240 {
      for column in 0..<360 {
        for channel in 0..<3 {
          mirrored.pixels[3 * (row * 360 + column) + channel] =
            scene.pixels[
              3 * ((239 - row) * 360 + 359 - column) + channel]
        }
      }
    }
    #expect(try complaint(mirrored).hasPrefix("does not show the same"))
    #expect(try complaint(TestScene(width: 240, height: 240).drawn()).contains("they are no pair"))
    #expect(throws: FitFailure.self) {
      try PhotoPair(before: before, after: pairs.path("none.jpg"), look: plain)
    }
  }
}
