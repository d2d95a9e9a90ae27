import Testing
import Tintype
import TintypeTestSupport

/// What people write who come from GLSL, Metal, Python, a word processor or another keyboard: one error each, whose
/// hint says what is written here.
@Suite struct ForeignHabitTests {
  /// A text, and a part of a note, a remark or an edit of its one error. A text without a declaration stands in a
  /// kernel over `c: rgb`, and one without a statement is what the kernel returns.
  static let habits: [(text: String, hint: String)] = [
    // Operators
    ("c ^ 2", "pow(c, 2)"), ("c ** 2.2", "pow(c, 2.2)"), ("c * (c.r % 2)", "mod(c.r, 2)"),
    ("if c.r > 0.5 and c.g > 0.5 { c } else { c * 2 }", "&&"), ("if c.r > 0.5 & c.g > 0.5 { c } else { c * 2 }", "&&"),
    ("if not c.r > 0.5 { c } else { c * 2 }", "!"), ("c.r > 0.5 ? c : c * 2", "if c.r > 0.5 { c } else { c * 2 }"),
    ("if 0 < c.r < 1 { c } else { c * 2 }", "&& c.r"), ("if c.r = 1 { c } else { c * 2 }", "=="),
    ("if c > 0.5 { c } else { c * 2 }", "luma709(c)"), ("c \u{D7} 2", "*"), ("c \u{2212} 0.1", "-"),
    ("rgb(c.r / 4:3)", "/"), ("if c.r <> 1 { c } else { c * 2 }", "!="), ("if c.r === 1 { c } else { c * 2 }", "=="),
    ("if c.r !== 1 { c } else { c * 2 }", "!="), ("c * +c.r", "delete it"),
    // Values
    ("c * .5", "0.5"), ("c * 1.", "insert '0'"), ("c * 0.5f", "0.5"), ("c * c[0]", ".r"), ("c.xyz", "rgb"),
    ("mix(c, c * 2, \"0.5\")", "0.5"), ("(c.r, c.g, c.b)", "rgb(r, g, b)"),
    ("c * mix(0.5, 1, t=c.r)", ":"), ("c * 0xff / 255", "255"), ("c * 1_000", "1000"),
    ("c * [0.2, 0.7, 0.1]", "rgb(r, g, b)"),
    // Functions
    ("c * random()", "noise"), ("c * rand(c.r)", "noise"), ("c * atan(c.r)", "atan2(slope, 1)"),
    ("c * hypot(c.r, 2)", "length"), ("c * fmod(c.r, 2)", "mod"), ("lerp(c, c * 2, 0.5)", "mix"),
    ("c * lg(c.r + 1)", "log10"), ("frac(c)", "fract"), ("c * float(c.r)", "no conversion"),
    ("float3(c.r)", "rgb"), ("vec3(c.r, c.g, c.b)", "rgb"), ("vec4(c, 1).rgb", "rgba"), ("half3(c.r)", "rgb"),
    ("texture2D(c, c.r)", "sample"), ("clamp01(c)", "saturate"), ("Saturate(c)", "saturate"),
    ("satruate(c)", "saturate"),
    ("normalized(c)", "normalize"), ("if all(lessThan(c, rgb(1))) { c } else { c * 2 }", "a < b"),
    ("mat3(1, 0, 0, 0, 1, 0, 0, 0, 1) * c", "transpose"), ("mul(c, c)", "m * c"),
    ("powr(c, rgb(2))", "pow"), ("luma(c) * c", "luma709"), ("luminance(c) * c", "luma709"), ("c.pow(2)", "|>"),
    ("lookup(c, lut film.cube)", "\"film.cube\""), ("grain(c, 0.5)", "use \"grain\" as grain"),
    ("desaturate(c)", "saturated(c, by: 0)"), ("saturation(c, 1.2)", "saturated"), ("invert(c)", "1 - c"),
    ("contrast(c, 1.2)", "controls"), ("multiply(c, c)", "a * b"), ("screen(c, c)", "screenBlend"),
    ("rgbToHsv(c)", "hsv"), ("hsv2rgb(c)", "fromHsv"), ("gamma(c, 2.2)", "pow(c, 1 / g)"),
    ("dFdx(c)", "neighbor(m"), ("temperature(c, 5000)", "whiteBalance"), ("lut(c)", "lookup"), ("curve(c)", "tone(x)"),
    ("cbrt(c)", "1 / 3"), ("isnan(c)", "clamp"), ("average(c)", "/ 3"),
    ("output source |> mirror(.horizontal)", "flip"), ("output source |> extend(5%)", "pad("),
    ("output source * (source.ISO ?? 100)", "iso"),
    // Statements
    ("guard c.r > 0 else { return c }\n  return c * 2", "if !(c.r > 0) { return … }"),
    ("c if c.r > 0.5 else c * 2", "if c.r > 0.5 { c } else { c * 2 }"),
    ("kernel j(d: rgb) -> rgb { return d }\n  return j(c)", "move it up"),
    ("float x = c.r\n  return c * x", "let"), ("const float x = c.r\n  return c * x", "let"),
    ("c.r = 1\n  return c", "var changed = c"), ("var d = c\n  d[0] = 1\n  return d", ".r"),
    ("var d = c\n  d.x = 1\n  return d", "write 'r'"), ("var d = c\n  d.rg = 0.5\n  return d", "vec2(0.5)"),
    ("let d = c\n  d = c * 2\n  return d", "var"),
    ("var d = c.r\n  d++\n  return c * d", "d += 1"), ("let x == c.r\n  return c * x", "="),
    ("var d = c\n  for i in 0..<10 { d = d * 0.9 }\n  return d", "...9"),
    ("var d = c\n  for (int i = 0; i < 3; i++) { d = d * 0.9 }\n  return d", "for i in 0...9"),
    ("var d = c\n  while (d.r > 1) { d = d * 0.9 }\n  return d", "for i in 0...9"),
    ("let output = c * 2\n  return output", "myOutput"), ("let d = c * 2;\n  return d;", "delete it"),
    ("let d = c * 2\n  d", "return it"), ("retrun c", "return"),
    ("if c.r > 0.5 {\n    return c\n  return c * 2", "by the indentation"),
    ("if c.r > 0.5 {\n    return c\n  } elif c.g > 0.5 {\n    return c * 2\n  }\n  return c", "else if"),
    ("var d = c\n  for i in range(10) { d = d * 0.9 }\n  return d", "0...1"),
    ("if c.r > 0.5 then return c\n  return c * 2", "{ and }"), ("let d := c * 2\n  return d", "delete it"),
    // Declarations
    ("const vec3 weights = rgb(1)\noutput source * weights", "let"),
    ("static float k(c: rgb) { return c.r }\noutput source", "function k(…) -> float"),
    ("kernel k(_ c: rgb) -> rgb { return c }\noutput k(source)", "delete it"),
    ("kernel k(c: rgb) => rgb { return c }\noutput k(source)", "->"),
    ("kernel k(c: rgb, let: scalar) -> rgb { return c * let }\noutput k(source, 1)", "such as amount"),
    ("output = source\n// output source", "delete it"), ("output source | grayscale()", "|>"),
    ("output source -> grayscale()", "|>"), ("param x: scalar = 1 in 0 to 1\noutput source * x", "..."),
    ("param x: scalar = 1 in [0, 1]\noutput source * x", "in 0...1"),
    ("param x: scalar = 1 range 0...1\noutput source * x", "in"),
    ("param f: choice = .warm of warm | cold\noutput source", ","),
    ("let t = curve [0, 0, 1, 1]\noutput source * t(0.5)", "(0.5, 0.5)"),
    ("func k(c: rgb) -> rgb { return c }\noutput source", "function"),
    ("kernel k(rgb c) -> rgb { return c }\noutput k(source)", "c: rgb"),
    ("kernel k(c: rgb) : rgb { return c }\noutput k(source)", "->"),
    ("kernel k(c: float3) -> rgb { return c }\noutput k(source)", "rgb"),
    ("kernel k(c: image) -> image { return c }\noutput k(source)", "rgb"),
    ("const float w[3] = { 1.0, 2.0, 1.0 }\noutput source * w[0]", "let w = [0.25"),
    ("output source * [0.2, 0.7, 0.1]", "rgb(r, g, b)"),
    ("float k(c: rgb) { return c.r }\noutput source", "function k(…) -> float"),
    ("uniform amount: scalar = 1\noutput source * amount", "param"),
    ("param amount: float = 1\noutput source * amount", "scalar"),
    ("param soft-light: scalar = 1\noutput source", "softLight"),
    ("param amount = 1 in 0...2\noutput source * amount", ": scalar"),
    ("param amount: scalar = 0,5\noutput source * amount", "."),
    ("param look: scalar = 1\noutput source * look", "myLook"),
    ("param amount: scalar = 1 in 0..2\noutput source * amount", "..."), ("var a = 1\noutput source * a", "let"),
    ("param \u{430}mount: scalar = 1\noutput source * amount", "amount"),
    ("import \"grain\" as g\noutput source |> g()", "use"),
    ("image second = image(\"second.jpg\")\noutput source", "picture"),
    ("image soft = source |> grayscale\noutput soft", "grayscale()"),
    ("/* a note */\noutput source", "//"), ("# a note\noutput source", "//"), ("return source", "output"),
    ("output input", "source"), ("output source.rgb * 2", "the image itself"),
    ("param tone: choice = .warm of \"warm\", cold\noutput source", "quotes"),
    ("param time: text = \u{201C}now\u{201D}\noutput source + rgb(text(time, on: source, height: 5%))", "\"now\""),
    ("output source |> blur(radius: 3 pixels)", "px"), ("output source |> turn(by: 90\u{B0})", "deg"),
  ]

  @Test(arguments: habits.indices)
  func oneErrorWithAHint(_ index: Int) throws {
    let (text, hint) = Self.habits[index]
    let source = SourceFile(name: "habit.tint", text: Self.recipe(text))
    let diagnostics = compile(source, loader: FolderLoader(for: nil)).diagnostics
    let all = diagnostics.map(\.rendered).joined(separator: "\n")
    #expect(diagnostics.count == 1, "\(text)\n\(all)")
    let diagnostic = try #require(diagnostics.first)
    let help = [diagnostic.primary.text] + diagnostic.notes + diagnostic.fixIts.flatMap { [$0.text, $0.replacement] }
    #expect(help.contains { $0.contains(hint) }, "\(text)\n\(all)")
  }

  /// Each is skipped in a loop: their number costs no call depth.
  @Test func manyNestedKernels() {
    let nested = String(repeating: "  kernel j(d: rgb) -> rgb { return d }\n", count: 20_000)
    let source = SourceFile(name: "habit.tint", text: Self.recipe(nested + "return c\n"))
    let diagnostics = compile(source, loader: FolderLoader(for: nil)).diagnostics
    #expect(diagnostics.first?.code == "unexpected-token")
  }

  private static func recipe(_ text: String) -> String {
    let header = "tintype 1\nlook \"habit\" {\n  working linear-srgb\n}\n"
    if text.contains("output source") || text.contains("output k(") || text.contains("return source")
      || text.contains("output input") || text.contains("output soft")
    {
      return header + text + "\n"
    }
    let isValue = !text.contains("\n") && !text.contains("retrun")
    return header + "kernel k(c: rgb) -> rgb {\n  \(isValue ? "return " : "")\(text)\n}\noutput k(source)\n"
  }
}
