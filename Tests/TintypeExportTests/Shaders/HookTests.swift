import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeExport
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeTestSupport

/// Hooks, run by libplacebo.
@Suite(
  .serialized, .slow,
  .enabled(
    if: HookRun.ffmpeg != nil, "there is no ffmpeg with libplacebo, or no Vulkan: Scripts/setup --tests installs them"))
struct HookTests {
  private static let photo = opaque(PassCase.photo.pixels)

  private static func opaque(_ pixels: [UInt8]) -> [UInt8] {
    stride(from: 0, to: pixels.count, by: 3).flatMap { pixels[$0..<$0 + 3] + [255] }
  }

  private func made(_ text: String) throws -> [UInt8] {
    try HookRun.frames(text, of: Self.photo, width: PassCase.photo.width, height: PassCase.photo.height)
  }

  /// Within 1 code in all but 0.1 % of samples, since textures hold half precision.
  private func expectNear(_ made: [UInt8], _ expected: [UInt8], _ what: String) {
    guard made.count == expected.count else {
      Issue.record("\(what): \(made.count) bytes instead of \(expected.count)")
      return
    }
    let far = zip(made, expected).count { abs(Int($0) - Int($1)) > 1 }
    #expect(far * 1000 < made.count, "\(what): \(far) of \(made.count)")
  }

  /// Every shipped look that leaves, the programs of shaders, recipes with odd names; with `Scripts/test --all` also
  /// with all open parameters elsewhere.
  @Test(.timeLimit(.minutes(20))) func looksEqualTheRender() throws {
    var count = 0
    for one in PassCase.all where runsAllTests || one.settings.isEmpty {
      let values = Dictionary(uniqueKeysWithValues: zip(one.look.look.parameters.map(\.name), one.look.values))
      let look = one.look.replacing(values.merging(one.settings) { $1 })
      guard let hook = try? ExportedHook(look) else { continue }
      let measured = look.measures ? one.look.measurements : nil
      let expected = try PassCase.rendered(PassCase.photo, look, seed: 0, measurements: measured, channels: 3)
      // A photo in half precision is beside a jump of its 'mod' elsewhere.
      guard one.name != "program-2.tint" else { continue }
      expectNear(try made(hook.text), Self.opaque(expected.pixels), one.name)
      count += 1
    }
    #expect(count > 75)
  }

  /// A player shows what a JPEG shows: what a look makes transparent lies over white.
  @Test func transparencyIsLaidOverWhite() throws {
    for (text, shades) in [
      (
        "kernel faded(c: rgb, at: position) -> rgba { return rgba(c * at.relative.x, at.relative.x) }\n"
          + "output faded(source)", true
      ),
      ("output source |> blur(1%)", false),
    ] {
      let recipe = SourceFile(name: "fade.tint", text: "tintype 1\nlook \"fade\" { working display }\n\(text)\n")
      let look = try configured(recipe)
      let expected = Self.opaque(try PassCase.rendered(PassCase.photo, look, seed: 0, channels: 3).pixels)
      let hook = try ExportedHook(look).text
      #expect(hook.contains("laid over white") == shades)
      expectNear(try made(hook), expected, text)
    }
  }

  /// Open parameters are set by putting their values where newer versions of libplacebo define them.
  @Test(.timeLimit(.minutes(10))) func openParametersAreSet() throws {
    var count = 0
    let cases = PassCase.all.filter { !$0.settings.isEmpty }
    for (index, one) in cases.enumerated() where runsAllTests || index % 6 == 0 {
      guard let hook = try? ExportedHook(one.look, hasParameters: true) else { continue }
      var lines = hook.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      var definitions: [String] = []
      while let start = lines.firstIndex(where: { $0.hasPrefix("//!PARAM ") }) {
        let end = try #require(lines[start...].firstIndex { !$0.hasPrefix("//!") })
        let name = String(lines[start].dropFirst(9))
        definitions.append("#define \(name) \(lines[end])")
        lines.removeSubrange(start...end)
      }
      let text = lines.flatMap { line in
        line.hasPrefix("//!DESC ") ? [line] + definitions : [line]
      }.joined(separator: "\n")
      let measured = one.look.measures ? one.look.measurements : nil
      let expected = try PassCase.rendered(PassCase.photo, one.look, seed: 0, measurements: measured, channels: 3)
      expectNear(try made(text), Self.opaque(expected.pixels), "\(one.name), open")
      count += definitions.isEmpty ? 0 : 1
    }
    #expect(count > 5)
  }

  /// libplacebo counts passes and not frames: the number is found from both.
  @Test(arguments: ["tumble-down", "grain", "warm-negative"]) func framesHaveTheirOwnGrain(_ name: String) throws {
    let look = try configured(name)
    let (width, height) = (PassCase.photo.width, PassCase.photo.height)
    let frames = try HookRun.frames(
      ExportedHook(look).text, of: Self.photo + Self.photo + Self.photo, width: width, height: height)
    var shot = Shot()
    shot[.seed] = [0]
    let renderer = try PictureRenderer(
      look, source: PictureFormat(width: width, height: height, channels: 3, depth: .eight), channels: 4, shot: shot)
    for frame in 0..<3 {
      let expected = try renderer.render(PassCase.photo.pixels, frame: UInt32(frame), threads: 2)
      let bytes = Array(frames.dropFirst(frame * expected.count).prefix(expected.count))
      expectNear(bytes, expected, "\(name), frame \(frame)")
    }
  }

  /// Sizes at which blurs halve their pictures more or less often, and odd ones.
  @Test(arguments: [(67, 49), (161, 320), (641, 333), (1281, 99)])
  func blursFitEverySize(_ width: Int, _ height: Int) throws {
    let photo = TestScene(width: width, height: height).drawn(instruments: false)
    let look = try configured("=source |> bloom() |> blur(0.4%) |> median(1%)")
    let expected = try PassCase.rendered(photo, look, seed: 0)
    let made = try HookRun.frames(ExportedHook(look).text, of: Self.opaque(photo.pixels), width: width, height: height)
    expectNear(made, expected.pixels, "\(width) x \(height)")
  }
}

@Suite struct HookTextTests {
  @Test func goldens() throws {
    expectGolden(try ExportedHook(configured("tumble-down")).text, "tumble-down.hook")
    expectGolden(
      try ExportedHook(configured("tumble-down"), freezing: ["gamma"], hasParameters: true).text, "open.hook")
    let look = try configured("=source |> blur(1%) |> grain()")
    expectGolden(try ExportedHook(look).text, "blurred.hook")
  }

  /// Which looks leave, as the manual says.
  @Test func mostShippedLooksAreThere() throws {
    let refused = shippedLooks.map(\.name).filter { name in
      (try? ExportedHook(configured(name))) == nil
    }
    #expect(
      refused == [
        "date-camera", "background-blur", "double-exposure", "overlay", "rebate", "date-stamp",
      ])
  }

  @Test(arguments: [
    ("source |> crop(left: 10%)", "crop", "where the picture ends"),
    ("source |> resize(by: 137%)", "resize", "where the picture ends"),
    ("source |> doubleExposure()", "doubleExposure", "another picture"),
    ("mix(source, rgb(source.iso), 0.5)", "shot", "metadata"),
  ])
  func whatAHookCannotHoldIsNamed(_ expression: String, _ name: String, _ phrase: String) throws {
    let refusal = #expect(throws: ExportRefusal.self) { try ExportedHook(configured("=" + expression)) }
    let lines = refusal?.lines ?? []
    #expect(
      lines.first?.hasPrefix("a hook of libplacebo cannot hold '\(name)'") == true
        && lines.first?.contains(phrase) == true, "\(lines)")
    #expect(lines.last == "--without \(name) leaves that out", "\(lines)")
  }

  /// libplacebo 4.208 and mpv take 32 words, and 16 textures in a pass.
  @Test func passesKeepWithinTheLimits() throws {
    for recipe in shippedLooks {
      guard let hook = try? ExportedHook(configured(recipe)) else { continue }
      for section in hook.text.components(separatedBy: "//!HOOK ") {
        let lines = section.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("//!BIND ") } <= 16, "\(recipe.name)")
        for line in lines where ["//!WHEN ", "//!WIDTH ", "//!HEIGHT "].contains(where: line.hasPrefix) {
          #expect(line.split(separator: " ").count <= 33, "\(recipe.name): \(line)")
        }
      }
    }
  }

  /// Readers look for `//!` anywhere, so no text of the author contains it.
  @Test func textsBeginNoSections() throws {
    let recipe = SourceFile(
      name: "marks.tint",
      text: """
        tintype 1
        look "//!HOOK" {
          about "a //!BIND b"
          working display
        }
        /// //!SAVE
        param amount: scalar = 0.5 in 0...1 "//!//!TEXTURE"
        output source * amount

        """)
    for hasParameters in [false, true] {
      let text = try ExportedHook(configured(recipe), hasParameters: hasParameters).text
      let marked = text.split(separator: "\n").filter { $0.contains("//!") }
      let words =
        ["HOOK MAIN", "BIND HOOKED", "COMPONENTS 4", "DESC ", "PARAM param_amount", "TYPE float"]
        + ["MINIMUM 0.0", "MAXIMUM 1.0"]
      #expect(marked.allSatisfy { line in words.contains { line.hasPrefix("//!" + $0) } }, "\(marked)")
      #expect(marked.allSatisfy { $0.components(separatedBy: "//!").count == 2 }, "\(marked)")
    }
  }
}
