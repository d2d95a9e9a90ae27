import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeExport
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeOptimizer
import TintypeTestSupport

/// Passes, run by `tintype.js` in a browser.
@Suite(
  .serialized, .slow, .enabled(if: Chromium.path != nil, "there is no chromium: Scripts/setup --tests installs it"))
struct BrowserTests {
  @Test(.timeLimit(.minutes(10))) func passesEqualTheRender() async throws {
    try await comparePasses(on: .swiftShader)
  }

  @Test(.timeLimit(.minutes(30))) func randomProgramsAreWithinTheirRoundings() async throws {
    try await comparePrograms(300, on: .swiftShader)
  }

  /// The same by other hands: what one driver lets pass, another may not. A fourth of it, and all of it with
  /// `Scripts/test --all`.
  @Test(
    .timeLimit(.minutes(40)), .enabled(if: Chromium.hasLLVMpipe, "there is no Mesa: Scripts/setup --tests installs it"))
  func llvmpipeDrawsTheSame() async throws {
    try await comparePasses(on: .llvmpipe, every: runsAllTests ? 1 : 4)
    try await comparePrograms(75, on: .llvmpipe)
  }

  /// A browser that crashes fails the test that uses it, and ends no other.
  @Test func writingToABrowserThatIsGoneIsAFailure() async throws {
    let browser = try await Chromium()
    try browser.kill()
    for _ in 0..<3 {
      await #expect(throws: Chromium.Failure.self) { try await browser.evaluate("1") }
    }
  }

  /// Every look, and where it is one pass the shader of this alone.
  private func comparePasses(on driver: Chromium.Driver, every step: Int = 1) async throws {
    let page = try await BrowserPage(photo: PassCase.photo, on: driver)
    for (index, one) in PassCase.all.enumerated() where index % step == 0 {
      let passes = try ExportedPasses(one.look)
      let made = try await page.render(
        passes.json, settings: one.settingsJSON, plate: PassCase.plate, options: "{ seed: 7 }")
      one.expectEqual(made, in: "GLSL")
      guard let shader = try? ExportedShader(one.look) else { continue }
      let alone = try await page.render(
        Self.replacing(shader, in: passes), settings: one.settingsJSON, options: "{ seed: 7 }")
      one.expectEqual(alone, in: "GLSL of one pass")
    }
    await page.browser.close()
  }

  /// The passes with a shader instead of their only one.
  private static func replacing(_ shader: ExportedShader, in passes: ExportedPasses) throws -> String {
    var object = try #require(try JSONSerialization.jsonObject(with: Data(passes.json.utf8)) as? [String: Any])
    var steps = try #require(object["passes"] as? [[String: Any]])
    #expect(steps.count == 1)
    steps[0]["shader"] = shader.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    steps[0]["settings"] = [Any]()
    // The host computes nothing here, so the shader takes all parameters.
    let known = (steps[0]["uniforms"] as? [[String]] ?? []).filter { $0[1].hasPrefix("sampler") }
    let setters = ["float": "1fv", "vec2": "2fv", "vec3": "3fv", "vec4": "4fv", "int": "1iv", "bool": "1iv"]
      .merging(["ivec2": "2iv", "uint": "1uiv"]) { $1 }
    steps[0]["uniforms"] =
      known
      + shader.text.matches(of: /\nuniform (\w+) (\w+);/).compactMap { match in
        setters[String(match.output.1)].map { [String(match.output.2), "uniform" + $0] }
      }
    object["passes"] = steps
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  /// A browser that draws into no textures of singles.
  @Test func halfPrecisionIsNear() async throws {
    let page = try await BrowserPage(
      photo: PassCase.photo,
      before: """
        const get = WebGL2RenderingContext.prototype.getExtension
        WebGL2RenderingContext.prototype.getExtension = function (name) {
          return name === 'EXT_color_buffer_float' ? null : get.call(this, name)
        }
        """)
    #expect(try await page.browser.evaluate("tintype.precision") == "half")
    for one in PassCase.all where ["tumble-down", "cine-tungsten", "date-camera"].contains(one.name) {
      let made = try await page.render(
        ExportedPasses(one.look).json, settings: one.settingsJSON, options: "{ seed: 7 }")
      one.expectEqual(made, in: "GLSL with half precision", codes: 3, share: 0.5)
    }
    await page.browser.close()
  }

  /// Nothing is drawn while the context is away; then everything is there again.
  @Test(.timeLimit(.minutes(2))) func aLostContextComesBack() async throws {
    let page = try await BrowserPage(photo: PassCase.photo)
    let one = try #require(PassCase.all.first { $0.name == "cine-tungsten" && $0.settings.isEmpty })
    let passes = try ExportedPasses(one.look)
    let text = try await page.browser.evaluate(
      """
      (async () => {
        const extension = tintype.gl.getExtension('WEBGL_lose_context')
        const look = tintype.load(\(passes.json))
        const next = (name) => new Promise((done) => tintype.canvas.addEventListener(name, done, { once: true }))
        const lost = next('webglcontextlost')
        extension.loseContext()
        await lost
        const nothing = look.render({ seed: 7 })
        tintype.photo(tintype.image)
        const restored = next('webglcontextrestored')
        // It can be restored once the event of its loss is over.
        await new Promise((done) => setTimeout(done, 50))
        extension.restoreContext()
        await restored
        const { width, height } = look.render({ seed: 7 })
        return nothing + ' ' + width + ' ' + height + ' ' + encoded(look.pixels())
      })()
      """)
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    #expect(parts[0] == "null")
    one.expectEqual(try BrowserPage.pixels(parts[1]), in: "GLSL after a lost context")
    await page.browser.close()
  }

  private func comparePrograms(_ count: Int, on driver: Chromium.Driver) async throws {
    let page = try await BrowserPage(photo: PassCase.photo, on: driver)
    let photo = "{width: 8, height: 6, data: decoded('\(Data(RandomLook.codes).base64EncodedString())')}"
    _ = try await page.browser.evaluate("tintype.photo(\(photo))")
    var counts: [(compared: Int, all: Int)] = []
    for (look, passes) in try RandomLook.all(count, orOfAllTests: 2000, { look, _ in try ExportedPasses(look) }) {
      counts.append(look.check(try await page.floats(passes)))
    }
    RandomLook.expectMost(counts)
    await page.browser.close()
  }

  /// Recipes with crops, turns, sizes, blurs and conditions, against the render.
  @Test(.timeLimit(.minutes(10))) func randomRecipesEqualTheRender() async throws {
    let photo = TestScene(width: 120, height: 80).drawn(instruments: false)
    let page = try await BrowserPage(photo: photo)
    var rendered = 0
    for seed in 0..<60 {
      let recipe = SourceFile(name: "random.tint", text: RandomRecipe.text(seed: UInt64(seed)))
      guard let look = compile(recipe).look.map({ ConfiguredLook($0, recipe: recipe) }),
        let expected = try? PassCase.rendered(photo, look, seed: 7)
      else { continue }
      let made = try await page.render(ExportedPasses(look).json, options: "{ seed: 7 }")
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
}
