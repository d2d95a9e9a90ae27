import Testing
import Tintype
import TintypeTestSupport

/// Mistakes of newcomers are reported once, with a fix or note that says what to write.
@Suite struct HintTests {
  private func diagnostics(_ body: String) -> [Diagnostic] {
    let text = "tintype 1\nlook \"x\" { working display }\n\(body)\n"
    return compile(SourceFile(name: "x.tint", text: text), withLints: true).diagnostics.filter { $0.severity == .error }
  }

  /// With its fixes applied, the recipe has no errors.
  @Test(arguments: [
    ("output source |> flip(horizontal)", "flip(.horizontal)"),
    ("output source * math.sqrt(2)", "source * sqrt(2)"),
    ("output source |> crop(ratio: \"4:5\")", "ratio: 4 / 5"),
    ("let c: rgb = \"ff8000\"\noutput source * c", "= #ff8000"),
    ("let a = 60%\nkernel k(c: rgb, a: scalar) -> rgb { return c * a }\noutput k(source, a)", "let a: scalar = 60%"),
    ("kernel k(float3 c) -> rgb { return c }\noutput k(source)", "k(c: rgb)"),
    ("kernel k(c: rgb, float a) -> rgb { return c * a }\noutput k(source, 1)", "a: scalar)"),
    ("kernel k(c: rgb) -> rgb { if (c.r = 0.5) { return c } return c * 2 }\noutput k(source)", "(c.r == 0.5)"),
    (
      "output rgb(text(source.date, on: source, format: \"%d.%m.%Y\"))",
      "format: \"dd.MM.yyyy\""
    ),
  ])
  func oneFix(_ pair: (body: String, fixed: String)) throws {
    let found = diagnostics(pair.body)
    #expect(found.count == 1, "\(found.map(\.rendered).joined(separator: "\n"))")
    let fix = try #require(found.first?.fixIts.first)
    let fixed = String(decoding: fix.applied.text, as: UTF8.self)
    #expect(fixed.contains(pair.fixed), "\(fixed)")
    #expect(compile(fix.applied).diagnostics.map(\.rendered) == [])
  }

  @Test(arguments: [
    ("output blend(source, over: source * 0.5, mask: source.r && source.g)", "the intersection of two masks"),
    ("let a = 1\na = a * 2\noutput source * a", "let a2 = a * 2"),
    (
      "function place(at: position) -> vec2 { return at.pixels }\nimage a = place()\noutput a * source",
      "sample(image, at: …)"
    ),
    ("output rgb(text(source.date, on: source, locale: \"de\"))", "--locale de"),
    ("output source |> crop(left: -5%)", "border(fit: .around)"),
    ("output fill(picture \"paper.png\") * source", "give --picture plate=FILE"),
    ("param a: scalar in 0...1\noutput source * a", "param contrast: scalar = 1"),
    (
      "kernel k(c: rgb, at: position, w: length) -> rgb { return c * step(w, at.pixels.x) }\noutput k(source, w: 5%)",
      "a kernel takes its number as a scalar"
    ),
  ])
  func oneNote(_ pair: (body: String, note: String)) {
    let found = diagnostics(pair.body)
    #expect(found.count == 1, "\(found.map(\.rendered).joined(separator: "\n"))")
    #expect(found.first?.rendered.contains(pair.note) == true, "\(found.map(\.rendered).joined(separator: "\n"))")
  }

  /// The length of a used look stays in its range in these, and leaves it in others.
  @Test(arguments: [
    ("clamp(s, 4um, 60um)", nil), ("min(max(s, 4um), 60um)", nil), ("if on { 20um } else { 8um }", nil),
    ("if on { s * 0.1 } else { 8um }", nil), ("s * 0.1", nil), ("s", "clamp(s, 4um, 200um)"),
    ("s * 2", "clamp(s * 2, 4um, 200um)"), ("s + 1%", ""),
  ])
  func lengthsOfUsedLooks(_ argument: String, _ fixed: String?) throws {
    let text = """
      tintype 1
      look "x" { working display format 35mm }
      use "grain" as grain
      param s: length = 100um in 40um...500um
      param on: bool = true
      output source |> grain(size: \(argument))
      """
    let found = compile(SourceFile(name: "x.tint", text: text)).diagnostics.filter { $0.code == "may-leave-range" }
    #expect(found.isEmpty == (fixed == nil), "\(found.map(\.rendered))")
    guard let fixed, let diagnostic = found.first else { return }
    #expect(diagnostic.fixIts.isEmpty == fixed.isEmpty)
    guard let fix = diagnostic.fixIts.first else { return }
    #expect(fix.replacement == fixed)
    #expect(compile(fix.applied).diagnostics.map(\.rendered) == [])
  }
}
