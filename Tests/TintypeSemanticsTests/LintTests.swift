import Testing
import Tintype
import TintypeSyntax
import TintypeTestSupport

/// Cases without lints; running the lints changes nothing.
@Suite struct LintTests {
  private func codes(_ body: String, working: String = "display") -> [String] {
    let text = "tintype 1\nlook \"x\" { working \(working) }\n\(body)\n"
    return compile(SourceFile(name: "x.tint", text: text), withLints: true).diagnostics.map(\.code)
  }

  /// Sound mathematics, as people write it.
  @Test(arguments: [
    // The color of a wide-gamut photo leaves 0 to 1.
    "output saturate(source)", "kernel s(c: rgb) -> rgb { if any(c > 1) { return rgb(0) } return c }\noutput s(source)",
    "kernel s(c: rgb) -> rgb { return clamp(c * 0.5, 0, 1) }\noutput s(source)",
    "output pow(source, 1.8)",
    "param k: scalar = 1 in 0...1\noutput pow(source * k + 0.1, 1.8)",
    "output pow(clamp(source * 1.2 - 0.1, 0, 1), 1.8)",
    // Saturation below 1 keeps every color above 0.
    "kernel s(c: rgb) -> rgb { return pow(mix(rgb(luma709(c)), c, 0.8), 2.2) }\noutput s(source)",
    "kernel s(c: rgb) -> rgb { let g = luma709(c) return sqrt(g + (c - g) * 0.5) }\noutput s(source)",
    "kernel s(c: rgb) -> rgb { let m = max(luma709(c), 0.001) return c / m }\noutput s(source)",
    "kernel s(c: rgb) -> rgb { let m = luma709(c) if m == 0 { return c } return c / m * 0.5 }\noutput s(source)",
    "kernel s(c: rgb) -> rgb { let m = c.g - 0.3 if m == 0 { return c } return c * (0.9 - 0.001 / m) }\n"
      + "output s(source)",
    "kernel s(c: rgb) -> rgb { let m = luma709(c) if m <= 0 { return c } return c / m * 0.5 }\noutput s(source)",
    "kernel s(c: rgb) -> rgb { let m = luma709(c) return if m > 0 && c.r > 0 { c / m / c.r * 0.01 } else { c } }\n"
      + "output s(source)",
    "kernel s(c: rgb) -> rgb { let m = c.g - 0.5 return if !(m > 0) { c } else { rgb(pow(m, 2)) } }\noutput s(source)",
    "kernel s(c: rgb) -> rgb { return c / (c + 0.155) * 1.019 }\noutput s(source)",
    "kernel s(c: rgb) -> rgb { let d = c - 0.5 return c * sqrt(d * d + 0.01) }\noutput s(source)",
    "kernel v(c: rgb, at: position) -> rgb { let d = at.relative - 0.5 return c * (1 - dot(d, d)) }\noutput v(source)",
    // A product with itself is not negative.
    "kernel s(c: rgb) -> rgb { let d = c * c.g - c.b return c / (0.5 + dot(d, d)) }\noutput s(source)",
    "kernel s(c: rgb) -> rgb { let d = c.r * c.g - c.b return c / (d * d + 0.5) }\noutput s(source)",
    "kernel v(c: rgb, at: position) -> rgb { return c * sqrt(at.relative.x) / at.relative.y * 0.2 }\noutput v(source)",
    "kernel v(c: rgb, at: position) -> rgb { return c * length(at.pixels / at.size) / at.size.x * at.pixels.x }\n"
      + "output v(source)",
    "param e: scalar = 0 in -1...1\noutput clamp(source + e, 0, 1)",
    // Nothing is known of it, so nothing is said.
    "param e: scalar = 0.5\noutput clamp(source * e, 0, 1)",
    "param film: choice = .a of a, b\noutput if film == .a { source } else { source * 0.5 }",
    "image grain = noise(1) |> controls(contrast: 0.2)\noutput source * (grain.g + 0.5)",
    "kernel half(c: rgb, k: scalar = 1) -> rgb { return if k > 0 { c * 0.5 } else { c } }\noutput half(source)",
    "output 1 - source",
    // All four numbers of noise, or one of them; a single color is meant.
    "kernel s(c: rgb, n: rgba) -> rgb { return c * n.rgb }\noutput s(source, noise(1))",
    "image n = noise(1)\noutput source * n.g", "output source * 0 + 1",
    "output grayscale(source)",
    // A blur along the row, noise about 0, and codes that were made.
    "output source |> convolve(weights: (1 / 25, 2 / 25, 3 / 25, 4 / 25, 5 / 25, 4 / 25, 3 / 25, 2 / 25, 1 / 25))",
    "kernel s(c: rgb, n: rgba) -> rgb { return c + (n - 0.5).rgb * 0.05 }\noutput s(source, noise(1))",
    "output (source * 255 - 4) / 251",
    // Places outside of the picture that are meant, and a square from its sides.
    "output source * (radialGradient(center: vec2(1.4, -0.3)) * 0.9 + 0.1)",
    "output source |> crop(to: vec2(min(source.height / source.width, 1), 1))",
    // Parts of one size.
    "image a = source |> crop(ratio: 1)\nimage b = source |> crop(ratio: 1) |> blur(radius: 1%)\noutput mix(a, b, 0.5)",
    "output source |> crop(ratio: 1) |> resize(by: 0.5)",
    // An angle that a photo's width does not bring far.
    "kernel w(c: rgb, at: position) -> rgb { return c * (0.9 + 0.1 * sin(at.pixels.x * 0.5 + at.size.y)) }\n"
      + "output w(source)",
    "kernel t(c: rgb) -> rgb { return if luma709(c) < 0.1 { rgb(0) } else { c } }\noutput t(source)",
    "let tone = curve [(0, 0.05), (0.5, 0.5), (1, 0.97)]\noutput sqrt(tone(source))",
  ])
  func saysNothing(_ body: String) {
    #expect(codes(body) == [])
    #expect(codes(body, working: "linear-srgb") == [])
  }

  /// Codes that the recipe scales itself, sums that are parts of formulas, comments that are no divisors.
  @Test(arguments: [
    "output clamp(source * 255, 0, 255) / 255", "output rgb(250, 240, 225) / 255 * source",
    "kernel k(c: rgb) -> rgb { return c * c * c * (c * (c * 6 - 15) + 10) }\noutput k(source)",
    "kernel k(c: rgb) -> rgb { return c * 17 / (c + 16) }\noutput k(source)",
    "kernel k(c: rgb) -> rgb { return exp2(c * 10 - 10) }\noutput k(source)", "output (source + 20) / 21",
    "kernel k(c: rgb) -> rgb { return fromHsv(hsv(c) + rgb(30, 0, 0)) }\noutput k(source)",
    "let m = matrix(\n  (0.2, 0.3, 0.5), // 1\n  (0.3, 0.4, 0.3), // 2\n  (0.1, 0.2, 0.7) // 3\n)\noutput m * source",
    "let knee = 0.8 // 1\noutput source * knee",
    "kernel k(c: rgb) -> rgb {\n  let r = 0.5 // 3\n  return c * r\n}\noutput k(source)",
    "kernel k(c: rgb) -> rgb { return c * dot(normalize(c), normalize(rgb(1, 0.5, 0.2))) }\noutput k(source)",
    "output rgb(dot(source.bgr, rgb(0.114, 0.587, 0.299)))",
    "kernel k(a: rgba, b: rgba) -> rgba { return 1 - (1 - a) * (1 - b) }\noutput k(source, source)",
    "kernel k(c: rgba) -> rgba { return min(c + 0.05, c.a) }\noutput k(source)",
    "kernel k(c: rgba) -> rgba {\n  let s = rgba(1, 0.6, 0.2, 0.3)\n"
      + "  return rgba(mix(c.rgb, s.rgb, s.a), c.a)\n}\noutput k(source)",
  ])
  func expertsAreNotWarned(_ body: String) {
    let found = Set(codes(body))
    let added: Set = [
      "color-codes", "division-comment", "normalized-color", "blue-first", "alpha-of-sum", "straight-alpha",
      "transposed-matrix",
    ]
    #expect(found.isDisjoint(with: added), "\(body): \(found)")
  }

  /// Light to a power of 2.2 where that is no decoding.
  @Test(arguments: [
    "output 0.18 * pow(source / 0.18, 2.2)", "output pow(1 - source, 2.2)",
    "kernel k(c: rgb) -> rgb {\n  let x = max(c - 0.004, 0)\n"
      + "  return pow((x * (6.2 * x + 0.5)) / (x * (6.2 * x + 1.7) + 0.06), 2.2)\n}\noutput k(source)",
  ])
  func powersOfLightAreNoDecoding(_ body: String) {
    #expect(!codes(body, working: "linear-srgb").contains("wrong-encoding"))
  }

  /// In display values the power of a screen is one as any other.
  @Test(arguments: [
    "output pow(source, 2.2)", "param k: scalar = 1 in 0...1\noutput pow(source * k + 0.1, 2.2)",
    "output pow(clamp(source * 1.2 - 0.1, 0, 1), 2.2)",
  ])
  func displayValuesHaveAnyPower(_ body: String) {
    #expect(codes(body) == [])
  }

  private static let fitting: [(working: String, body: String)] = [
    ("display", "output source |> lifted(amount: 0.1)"),
    ("linear-srgb", "output source |> linearToSrgb() |> lifted(amount: 0.1) |> srgbToLinear()"),
    ("display", "image light = source |> srgbToLinear() |> exposed(by: 1ev)\noutput logC3(light)"),
    ("linear-srgb", "output source * lifted(#808080, amount: 0.1)"),
    ("display", "output saturate((source - 0.5) * 1.3 + 0.5)"), ("linear-srgb", "output (source - 0.18) * 1.3 + 0.18"),
    ("linear-srgb", "output srgbToLinear((linearToSrgb(source) - 0.5) * 1.3 + 0.5)"),
    (
      "linear-srgb",
      "kernel k(c: rgb) -> rgb { let d = pow(max(c, 0), 1 / 2.2) return pow((d - 0.5) * 1.3 + 0.5, 2.2) }\n"
        + "output k(source)"
    ),
    // A shoulder of light.
    ("linear-srgb", "let tone = curve [(0, 0), (0.5, 0.5), (1, 0.9)]\noutput tone(source)"),
    // What a kernel of one's own returns is not known, nor the input of one that gets both.
    (
      "linear-srgb",
      "kernel own(c: rgb) -> rgb { return pow(c, 0.45) }\noutput own(source) |> lifted(amount: 0.1) |> srgbToLinear()"
    ),
    (
      "linear-srgb",
      "kernel faint(c: rgb) -> rgb { return lifted(c, amount: 0.1) }\n"
        + "output mix(faint(source), faint(linearToSrgb(source)), 0.5)"
    ),
  ]

  @Test(arguments: fitting.indices) func encodingsFit(_ index: Int) {
    #expect(!codes(Self.fitting[index].body, working: Self.fitting[index].working).contains("wrong-encoding"))
  }

  private static let wrong: [(working: String, body: String)] = [
    ("linear-srgb", "image soft = source |> blur(radius: 1%)\noutput soft |> exposed(by: 1ev) |> lifted(amount: 0.1)"),
    (
      "linear-srgb",
      "kernel faint(c: rgb) -> rgb {\n  let half = c * 0.5\n  return lifted(half, amount: 0.1)\n}\noutput faint(source)"
    ),
    ("display", "output logC3(mix(source, #808080, 0.5))"), ("linear-srgb", "output hsl(source + 0.01)"),
    ("linear-srgb", "let pivot = 0.5\noutput saturate(0.5 + 1.3 * (source - pivot))"),
    ("linear-srgb", "let tone = curve [(0, 0.03), (0.2, 0.15), (0.5, 0.5), (0.8, 0.84), (1, 1)]\noutput tone(source)"),
    ("linear-srgb", "output logC3(logC3(source))"), ("linear-srgb", "output fromLogC3(source) * 0.5"),
  ]

  @Test(arguments: wrong.indices) func encodingsDiffer(_ index: Int) {
    let found = codes(Self.wrong[index].body, working: Self.wrong[index].working)
    #expect(found.contains("wrong-encoding"), "\(found)")
  }

  /// Advice neither changes the program nor finds errors where there are none.
  @Test(arguments: RandomRecipeTests.samples)
  func changesNothing(_ sample: RecipeSample) {
    let plain = compile(sample.source)
    let advised = compile(sample.source, withLints: true)
    #expect(advised.look == plain.look)
    #expect(advised.diagnostics.filter { $0.severity == .error } == plain.diagnostics.filter { $0.severity == .error })
  }

  @Test func silencesReachWhatTheyStandBy() {
    func silenced(_ text: String) -> Bool { codes(text).isEmpty }
    let power = "return rgb(pow(c.r * 1.2 - 0.1, 2))"
    #expect(silenced("kernel k(c: rgb) -> rgb {\n  // allow: pow-of-negative (so)\n  \(power)\n}\noutput k(source)"))
    #expect(silenced("kernel k(c: rgb) -> rgb {\n  \(power)  // allow: pow-of-negative\n}\noutput k(source)"))
    #expect(silenced("// allow: pow-of-negative\nkernel k(c: rgb) -> rgb {\n  \(power)\n}\noutput k(source)"))
    #expect(
      silenced(
        "kernel k(\n  c: rgb,\n  // allow: unused-input (callers pass it)\n  d: scalar) -> rgb {\n  return c\n}\n"
          + "output k(source, 1)"
      ))
    #expect(
      silenced("// allow: unused-image, needless-clamp (both)\nimage i = saturate(saturate(source))\noutput source"))
    // Not the line above, not another code.
    #expect(
      !silenced(
        "kernel k(c: rgb) -> rgb {\n  // allow: pow-of-negative\n  let d = c\n"
          + "  return rgb(pow(d.r * 1.2 - 0.1, 2))\n}\noutput k(source)"
      ))
    #expect(
      codes("// allow: sqrt-of-negative\noutput pow(source * 1.2 - 0.1, 2)") == ["needless-silence", "pow-of-negative"])
    #expect(codes("// allow: type-mismatch\noutput source") == ["unknown-silence"])
    #expect(codes("// allow:\noutput source") == ["unknown-silence"])
    // Words of people are no silences.
    #expect(silenced("// allow some headroom\noutput source"))
  }

  /// A long recipe is advised on in about the time in which it is checked.
  @Test func longRecipes() {
    var text = "kernel f0(c: rgb) -> rgb { return pow(c, 1.1) }\nimage i0 = source\n"
    for n in 1...300 {
      text +=
        "kernel f\(n)(c: rgb) -> rgb "
        + "{ return if c.g > 0.5 { f\(n - 1 > 4 ? 0 : n - 1)(c) * 0.99 } else { c / (c.r - \(n)) } }\n"
      text += "image i\(n) = f\(n)(i\(n - 1))\n"
    }
    let clock = ContinuousClock()
    var found: [String] = []
    let took = clock.measure { found = codes(text + "output i300") }
    #expect(found.count < 300)
    #expect(took < .seconds(60))
  }
}
