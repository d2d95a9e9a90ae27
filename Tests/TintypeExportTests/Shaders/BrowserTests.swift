import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeExport
import TintypeIR
import TintypeImage
import TintypeInterpreter
import TintypeIntrinsics
import TintypeOptimizer
import TintypeTestSupport

/// Passes, run by `tintype.js` in a browser.
@Suite(
  .serialized, .slow, .enabled(if: Chromium.path != nil, "there is no chromium: Scripts/setup --tests installs it"))
struct BrowserTests {
  private static let photo = TestScene(width: 240, height: 180).drawn()
  private static let plate = TestScene(width: 90, height: 70).drawn(instruments: false)

  /// Every shipped look with its defaults, and with every open parameter elsewhere, set by the runtime.
  @Test(.timeLimit(.minutes(10))) func shippedLooksEqualTheRender() async throws {
    let folder = try ScratchFolder()
    let plate = FilePath(folder.path + "/plate.png")
    _ = try Self.plate.write(to: plate, quality: 95, ifExists: .overwrite)
    let page = try await BrowserPage(photo: Self.photo)
    for recipe in shippedLooks {
      let plain = try configured(recipe)
      let dates = plain.look.parameters.filter { $0.type == .date }.map { "\($0.name)=2024-08-31" }
      let look = try configured(recipe, dates).giving(
        pictures: Dictionary(uniqueKeysWithValues: plain.look.picturesToGive.map { ($0, plate) }))
      let passes = try ExportedPasses(look)
      for settings in [[:], try Self.otherValues(passes, look)] {
        // The values of dates and texts stay.
        let values = Dictionary(uniqueKeysWithValues: zip(look.look.parameters.map(\.name), look.values))
        let expected = try Self.rendered(Self.photo, look.replacing(values.merging(settings) { $1 }), seed: 7)
        let json = String(decoding: try JSONSerialization.data(withJSONObject: settings), as: UTF8.self)
        let made = try await page.render(passes, settings: json, plate: Self.plate, options: "{ seed: 7 }")
        expectEqual(made, expected, "\(recipe.name) with \(json)", isExact: recipe.name != "dust")
      }
    }
    await page.browser.close()
  }

  /// What no shipped look has.
  @Test(
    arguments: [
      "source |> resize(by: 137%)", "source |> turn(by: 90deg) |> crop(left: 7px)", "source |> median(3px)",
      "source |> crop(ratio: 1) |> blur(9%)", "source |> zoom(by: 130%) |> median(2px) |> blur(5px)",
      "source |> zoom(by: 162%, at: vec2(0.3, 0.6)) |> crop(top: 5%)",
    ])
  func stepsEqualTheRender(_ step: String) async throws {
    let look = try configured(inlineRecipe(step))
    let page = try await BrowserPage(photo: Self.photo)
    let made = try await page.render(ExportedPasses(look))
    expectEqual(made, try Self.rendered(Self.photo, look, seed: 0), step)
    await page.browser.close()
  }

  /// Programs of everything that looks at one pixel, against exact arithmetic.
  ///
  /// A shader's operations are those of a render: the running error bound, and what the host's merging of steps adds
  /// to it, as in `MeaningTests`.
  @Test(.timeLimit(.minutes(10))) func randomProgramsAreWithinTheirRoundings() async throws {
    let page = try await BrowserPage(photo: Self.photo)
    let codes = (0..<8 * 6 * 4).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ $0 / 7) }
    _ = try await page.browser.evaluate(
      "tintype.photo({width: 8, height: 6, data: decoded('\(Data(codes).base64EncodedString())')})")
    var (exported, compared, all) = (0, 0, 0)
    for seed in 0..<300 {
      let program = RandomProgram.make(seed: UInt64(seed), steps: 24, isLowered: false).answered(by: Self.shot)
      guard let passes = try? ExportedPasses(Self.look(program)) else { continue }
      exported += 1
      let values = program.parameters.map(\.defaultValue)
      let inexact = ["simplify", "simplify-lanes", "drop-and-merge"]
      let lowered = Pipeline.passes(parameters: values, sourceIsOpaque: false).filter { !inexact.contains($0.name) }
        .reduce(program) { $1.run($0) }
      let exact = Interpreter(lowered, parameters: values, width: 8, height: 6)
      for made in try await page.floats(passes) {
        let place = 4 * (made.row * 8 + made.column)
        let pixel = Interpreter.Pixel(
          color: codes[place..<place + 4].map { Double($0) / 255 }, column: made.column, row: made.row)
        let bounds = ErrorBound.values(of: lowered, exact: exact.values(at: pixel))[lowered.output.color.index]
        for (lane, bound) in zip(made.lanes, bounds) {
          all += 1
          guard bound.isKnown, bound.bound <= 1e-3 * max(1, bound.exact.magnitude) else { continue }
          compared += 1
          let difference = abs(Double(lane) - bound.exact)
          #expect(
            difference <= bound.bound + Self.mergingError * max(1, bound.exact.magnitude),
            "program \(seed): \(lane) is not \(bound.exact) within \(bound.bound)")
        }
      }
    }
    #expect(exported > 200)
    #expect(compared * 10 > all * 7, "only \(compared) of \(all) lanes could be compared")
    await page.browser.close()
  }

  private static let mergingError = 5e-6

  private static let shot: Shot = {
    var shot = Shot()
    for (field, value) in [(ShotField.iso, 400.0), (.aperture, 2.8), (.flash, 1)] { shot[field] = [value] }
    return shot
  }()

  /// A look with another program.
  private static func look(_ program: Program) throws -> ConfiguredLook {
    var look = try #require(compile(inlineRecipe("source")).look)
    (look.program, look.steps, look.images) = (program, [], [])
    return ConfiguredLook(look)
  }

  /// Recipes with crops, turns, sizes, blurs and conditions, against the render.
  @Test(.timeLimit(.minutes(10))) func randomRecipesEqualTheRender() async throws {
    let photo = TestScene(width: 120, height: 80).drawn(instruments: false)
    let page = try await BrowserPage(photo: photo)
    var rendered = 0
    for seed in 0..<60 {
      let recipe = SourceFile(name: "random.tint", text: RandomRecipe.text(seed: UInt64(seed)))
      guard let look = compile(recipe).look.map({ ConfiguredLook($0, recipe: recipe) }),
        let expected = try? Self.rendered(photo, look, seed: 7)
      else { continue }
      let made = try await page.render(ExportedPasses(look), options: "{ seed: 7 }")
      #expect(made.width == expected.width && made.height == expected.height, "recipe \(seed)")
      guard made.pixels.count == expected.pixels.count else { continue }
      let far = zip(made.pixels, expected.pixels).count { abs(Int($0) - Int($1)) > 1 }
      // Comparisons of the recipe that are near come out either way.
      #expect(far * 200 < made.pixels.count, "recipe \(seed): \(far) of \(made.pixels.count)")
      rendered += 1
    }
    #expect(rendered > 40)
    await page.browser.close()
  }

  /// What the engine makes of a photo: red, green, blue and straight alpha.
  private static func rendered(
    _ photo: Bitmap, _ look: ConfiguredLook, seed: Double
  ) throws -> (width: Int, height: Int, pixels: [UInt8]) {
    var shot = Shot()
    shot[.seed] = [seed]
    let renderer = try PictureRenderer(
      look, source: PictureFormat(width: photo.width, height: photo.height, channels: 3, depth: .eight), channels: 4,
      shot: shot)
    return (renderer.result.width, renderer.result.height, try renderer.render(photo.pixels, threads: 2))
  }

  /// A third of the way from the value to the end of its range.
  private static func otherValues(_ passes: ExportedPasses, _ look: ConfiguredLook) throws -> [String: [Double]] {
    let description = try JSONSerialization.jsonObject(with: Data(passes.json.utf8)) as? [String: Any]
    let open = Set((description?["parameters"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String })
    var values: [String: [Double]] = [:]
    for (parameter, value) in zip(look.look.parameters, look.values) where open.contains(parameter.name) {
      switch parameter.type {
      case .bool: values[parameter.name] = [1 - value[0]]
      case .seed: values[parameter.name] = [value[0] + 1]
      case .choice: values[parameter.name] = [Double((Int(value[0]) + 1) % parameter.choices.count)]
      default:
        guard let end = (parameter.sliderRange ?? parameter.hardRange)?.upperBound else { continue }
        values[parameter.name] = value.map { parameter.type == .length && $0 == 0 ? 0 : $0 + (end - $0) / 3 }
      }
    }
    return values
  }
}

/// At most one code apart, in less than 0.1 % of samples.
private func expectEqual(
  _ made: (width: Int, height: Int, pixels: [UInt8]), _ expected: (width: Int, height: Int, pixels: [UInt8]),
  _ what: String, isExact: Bool = true
) {
  #expect(made.width == expected.width && made.height == expected.height, "\(what)")
  guard made.pixels.count == expected.pixels.count else { return }
  let differences = zip(made.pixels, expected.pixels).map { abs(Int($0) - Int($1)) }
  let count = differences.count { $0 > 0 }
  guard isExact else {
    // Its specks come of a hash in fractions, which magnifies roundings 10,000 times: some lie elsewhere.
    return #expect(count * 20 < differences.count, "\(what): \(count) of \(differences.count)")
  }
  #expect(differences.max() ?? 0 <= 1, "\(what): \(differences.max() ?? 0), \(count) of \(differences.count)")
  #expect(count * 1000 < differences.count, "\(what): \(count) of \(differences.count)")
}
