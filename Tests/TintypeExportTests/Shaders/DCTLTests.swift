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

  /// Steps that read other pixels: windows, windows of windows, noise around a pixel, and places between pixels.
  private static let neighbors =
    [
      "output source |> blur(2.3px)", "output source |> convolve(weights: (0.25, 0.5, 0.25)) |> blur(0.9px)",
      "output source |> erode(2px)", "output mix(source |> dilate(1px), source, 0.5)",
      "output source |> convolve(weights: (0, -0.4137, 0.2291), (-0.3313, 2.1719, -0.4471), (0, -0.2713, 0))",
      "output source |> zoom(by: 130%) |> convolve(weights: (0.25, 0.5, 0.25))",
      "kernel edge(c: image) -> rgb { return abs(c - neighbor(c, 2, -1)) + 0.1 }\noutput edge(source)",
      "output mix(source, noise(seed: 1) |> blur(1.1px), 0.5)",
      "output sharpened(source, soft: blur(source, radius: 1.4px), amount: 0.8)",
      "param much: scalar = 0.3 in 0...1\nparam tint: rgb = #ff8000\n"
        + "output mix(source, (source * tint) |> blur(1px), much)",
      "kernel half(c: rgb, at: position) -> rgba { return rgba(c * at.relative.x, at.relative.x) }\n"
        + "output half(source) |> blur(1.2px)",
    ]
    + ["nearest", "bilinear", "bicubic"].map { filter in
      "kernel moved(at: position) -> vec2 { return at.pixels + vec2(1.3, -2.4) * at.relative.x }\n"
        + "output source |> sample(at: moved(), filter: .\(filter))"
    }

  @Test(.timeLimit(.minutes(10))) func neighborsEqualTheRender() throws {
    var looks = try Self.neighbors.enumerated().map { number, text in
      try configured(
        SourceFile(
          name: "neighbors-\(number).tint",
          text: "tintype 1\nlook \"neighbors \(number)\" { working display }\n\(text)\n"))
    }
    for film in ["warm-negative", "slide", "peel-apart"] { looks.append(try configured(film, "halation=0")) }
    let (width, height) = (PassCase.photo.width, PassCase.photo.height)
    let jobs = try looks.map { look in
      let text = try ExportedDCTL(look).text
      return DCTLRun.Job(text: text, settings: text.contains("(photoSeed, ") ? ["photoSeed = \(PassCase.seed);"] : [])
    }
    #expect(jobs.count { $0.text.contains("_tex2D") } >= looks.count - 1)
    let pixels = PassCase.photo.pixels
    let photo = stride(from: 0, to: pixels.count, by: 3).flatMap { pixels[$0..<$0 + 3] + [255] }
    for (look, made) in zip(looks, try DCTLRun.floats(jobs, photo: photo, width: width, height: height)) {
      let bytes = made.map { UInt8((min(max($0.isNaN ? 0 : $0, 0), 1) * 255 + 0.5).rounded(.down)) }
      try PassCase(look.look.name, look, [:]).expectEqual(
        PassCase.Pixels(width: width, height: height, pixels: bytes), in: "DCTL")
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

  /// Controls that share a label are told apart by their headings; letters that a macro cannot have leave no holes.
  @Test func labelsDiffer() throws {
    let text = try ExportedDCTL(configured("color-mixer")).text
    let labels = text.split(separator: "\n").filter { $0.hasPrefix("DEFINE_UI_PARAMS") }.map {
      $0.split(separator: ",")[1]
    }
    #expect(labels.count == 24 && Set(labels).count == 24, "\(labels)")
    let recipe = SourceFile(
      name: "size.tint",
      text: """
        tintype 1
        look "size" { working display }
        param size: scalar = 1 in 0...2 "Größe"
        output source * size

        """)
    #expect(try ExportedDCTL(configured(recipe)).text.contains(", size, DCTLUI_SLIDER_FLOAT"))
  }

  /// What reads many pixels, text or another picture has a name and a place.
  @Test func whatIsNotThereIsNamed() throws {
    let refusal = #expect(throws: ExportRefusal.self) { try ExportedDCTL(configured("warm-negative")) }
    #expect(
      refusal?.lines == [
        "DCTL cannot hold 'haloed' at warm-negative:104:13: it depends on other pixels "
          + "(148225 for each pixel of 1920 x 1080, and at most 500 fit)", "--without haloed leaves that out",
      ])
    #expect(throws: Never.self) { try ExportedDCTL(configured("warm-negative"), without: ["haloed"]) }
  }

  @Test(arguments: [
    ("source |> blur(3px)", "blur", "(625 for each pixel of 1920 x 1080, and at most 500 fit)"),
    ("source |> median(1px)", "median", "(in several passes)"),
    ("source |> guidedFilter(radius: 1px, epsilon: 0.1)", "guidedFilter", "(in several passes)"),
    ("source |> crop(left: 10%)", "crop", "where the picture ends"),
    ("source |> blur(1px) |> blur(1px)", "blur", "it depends on other pixels"),
  ])
  func whatIsTooMuchIsNamed(_ expression: String, _ name: String, _ phrase: String) throws {
    let refusal = #expect(throws: ExportRefusal.self) { try ExportedDCTL(configured("=" + expression)) }
    let first = refusal?.lines.first ?? ""
    #expect(first.hasPrefix("DCTL cannot hold '\(name)'") && first.contains(phrase), "\(first)")
  }

  /// Which looks leave, as the manual says: all but those of large windows, text, and other pictures.
  @Test func theManualNamesWhatLeaves() throws {
    let refused = shippedLooks.map(\.name).filter { name in (try? ExportedDCTL(configured(name))) == nil }
    #expect(shippedLooks.count - refused.count == 31, "\(refused)")
    #expect(!refused.contains { ["grain", "sharpen", "adjust", "distortion"].contains($0) })
    let films = refused.filter { name in
      (try? ExportedDCTL(configured(name), without: ["haloed"])) != nil
    }
    #expect(films.count == 23, "\(films)")
  }

  /// A radius by a parameter would have no limit, so it is a number.
  @Test func radiiAreNumbers() throws {
    let text = try ExportedDCTL(configured("sharpen")).text
    #expect(text.contains("// written as numbers: radius=0.1%") && text.contains("param_amount, Amount, "))
  }
}
