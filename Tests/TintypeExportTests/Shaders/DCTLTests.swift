import Testing
import Tintype
import TintypeDrawing
import TintypeExport
import TintypeTestSupport

/// Files in DCTL, run on the CPU.
@Suite(.slow, .enabled(if: DCTLRun.clang != nil, "there is no clang"))
struct DCTLTests {
  @Test(.timeLimit(.minutes(10))) func filesEqualTheRender() throws {
    let cases = try PassCase.all.compactMap { one -> (one: PassCase, job: DCTLRun.Job)? in
      guard let text = try? ExportedDCTL(one.look).text, let settings = try DCTLRun.settings(one, text) else {
        return nil
      }
      return (one, DCTLRun.Job(text: text, settings: settings))
    }
    #expect(cases.count > 40)
    let (width, height) = (PassCase.photo.width, PassCase.photo.height)
    let pixels = PassCase.photo.pixels
    let photo = stride(from: 0, to: pixels.count, by: 3).flatMap { pixels[$0..<$0 + 3] + [255] }
    for (made, (one, _)) in zip(
      try DCTLRun.floats(cases.map(\.job), photo: photo, width: width, height: height), cases)
    {
      let bytes = made.map { UInt8((min(max($0.isNaN ? 0 : $0, 0), 1) * 255 + 0.5).rounded(.down)) }
      one.expectEqual(PassCase.Pixels(width: width, height: height, pixels: bytes), in: "DCTL")
    }
  }

  @Test(.timeLimit(.minutes(30))) func randomProgramsAreWithinTheirRoundings() throws {
    // No other steps than those of single numbers, no noise, and no text.
    let all = try RandomLook.all(150, orOfAllTests: 3000, share: 0.28) { look, _ in
      try ExportedDCTL(look).text
    }
    let made = try DCTLRun.floats(
      all.map { DCTLRun.Job(text: $0.exported) }, photo: RandomLook.opaqueCodes, width: 8, height: 6)
    RandomLook.expectMost(
      zip(all, made).map { one, made in
        let pixels = (0..<48).map { pixel in
          (column: pixel % 8, row: pixel / 8, lanes: Array(made[4 * pixel..<4 * pixel + 4]))
        }
        return one.look.check(pixels, of: RandomLook.opaqueCodes)
      })
  }
}

@Suite struct DCTLTextTests {
  @Test func goldens() throws {
    expectGolden(try ExportedDCTL(configured("tumble-down")).text, "tumble-down.dctl")
    let recipe = SourceFile(
      name: "controls.tint",
      text: """
        tintype 1
        look "controls" { working display }
        /// Says "how much", 50 \\ 50.
        param amount: scalar = 0.5 in 0...1 step 0.1 "Amount (in %, all)"
        param spin: angle = 30deg in 0deg...90deg "Turn"
        param isOn: bool = true "On"
        param kind: choice = .hard of soft, hard "Kind"
        param tint: rgb = #ff8000 "Tint"
        param middle: vec2 = vec2(0.5, 0.25) "Middle"
        param reach: length = 10% in 0%...50% "Reach"
        kernel shaded(
          c: rgb, at: position, amount: scalar, spin: angle, isOn: bool, isHard: bool, tint: rgb, middle: vec2,
          reach: scalar
        ) -> rgb {
          let away = at.pixels / 100 - middle
          let near = smoothstep(0, 1, length(away) * cos(spin) * 10 / reach)
          let wanted = if isHard { tint } else { mix(c, tint, 0.5) }
          return if isOn { mix(c, wanted, amount * near) } else { c }
        }
        output shaded(source, amount, spin, isOn, kind == .hard, tint, middle, pixels(reach))

        """)
    expectGolden(try ExportedDCTL(configured(recipe)).text, "controls.dctl")
  }

  /// What reads neighbors, text or another picture has a name and a place.
  @Test func whatIsNotThereIsNamed() throws {
    let refusal = #expect(throws: ExportRefusal.self) { try ExportedDCTL(configured("warm-negative")) }
    #expect(refusal?.lines.first == "DCTL cannot hold 'haloed' at warm-negative:104:13: it depends on other pixels")
    #expect(throws: Never.self) {
      try ExportedDCTL(configured("warm-negative"), without: ["haloed", "resolved", "grainy"])
    }
  }
}
