import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeExport
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeTestSupport

/// Passes, run by `tintype.js` in a browser.
@Suite(
  .serialized, .slow, .enabled(if: Chromium.path != nil, "there is no chromium: Scripts/setup --tests installs it"))
struct BrowserTests {
  private static let photo = TestScene(width: 320, height: 240).drawn()
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
        let expected = try Self.photo.rendered(
          through: look.replacing(values.merging(settings) { $1 }), threads: 2)
        let json = String(decoding: try JSONSerialization.data(withJSONObject: settings), as: UTF8.self)
        let made = try await page.render(passes, settings: json, plate: Self.plate)
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
    expectEqual(made, try Self.photo.rendered(through: look, threads: 2), step)
    await page.browser.close()
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
private func expectEqual(_ made: Bitmap, _ expected: Bitmap, _ what: String, isExact: Bool = true) {
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
