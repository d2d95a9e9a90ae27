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
    ("var d = c\n  for (int i = 0; i < 3; i++) { d = d * 0.9 }\n  return d", "for i in 0...2"),
    ("var d = c\n  while (d.r > 1) { d = d * 0.9 }\n  return d", "for i in 0...9"),
    ("let output = c * 2\n  return output", "myOutput"), ("let d = c * 2;\n  return d;", "delete it"),
    ("let d = c * 2\n  d", "return it"), ("retrun c", "return"),
    ("if c.r > 0.5 {\n    return c\n  return c * 2", "by the indentation"),
    ("if c.r > 0.5 {\n    return c\n  } elif c.g > 0.5 {\n    return c * 2\n  }\n  return c", "else if"),
    ("var d = c\n  for i in range(10) { d = d * 0.9 }\n  return d", "0...9"),
    ("if c.r > 0.5 then return c\n  return c * 2", "{ return c }"), ("let d := c * 2\n  return d", "delete it"),
    // Declarations
    ("const vec3 weights = rgb(1)\noutput source * weights", "let"),
    ("static float k(c: rgb) { return c.r }\noutput source", "function k(c: rgb) -> scalar"),
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
    ("float k(c: rgb) { return c.r }\noutput source", "function k(c: rgb) -> scalar"),
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
    // Keywords that are missing
    ("amount: scalar = 0.5\noutput source * amount", "insert 'param'"),
    ("k(c: rgb) -> rgb { return c }\noutput k(source)", "insert 'kernel'"),
    ("half = 0.5\noutput source * half", "insert 'let'"),
    ("soft = blur(source, radius: 2%)\noutput soft", "insert 'image'"),
    ("source * 0.5 // output source", "insert 'output'"),
    ("if c.r > 0.5 {\n    return c\n  } else c.g > 0.5 {\n    return c * 2\n  }\n  return c", "insert 'if'"),
    ("d = c * 0.5\n  return d", "insert 'var'"),
    // Branches and blocks
    (
      "if c.r > 0.5 {\n    return c\n  }\n  let d = c\n  else if c.g > 0.5 { return d } else { return c }",
      "closing brace"
    ),
    ("if c.r > 0.5 { return c } else { return c * 2 } else { return c * 3 }", "last branch"),
    ("if c.r > 0.5:\n    return c\n  return c * 0.5", "{ and }"),
    (
      "var d = c\n  if c.r > 0.5\n    d = c * 2\n  else if c.r > 0.3\n    d = c\n  else\n    d = c * 3\n  return d",
      "{ and }"
    ),
    ("if c.r >\n  return c", "a value is"),
    ("switch (mode) { case 0: return c }\n  return c", "if mode == 0"),
    ("var d = c\n  for i in 0...3 { if d.r > 1 { break }\n d = d * 2 }\n  return d", "into an if"),
    ("if c.r < 0.1 { discard }\n  return c", "rgba(0)"), ("print(c)\n  return c", "tintype probe"),
    ("var d = c\n  for (int i = 0; i < 4; i++) { d = d * 0.9 }\n  return d", "i in 0...3"),
    // Words before and around declarations
    ("private let k = 0.5\noutput source * k", "delete it"), ("export const k = 0.5\noutput source * k", "let"),
    ("[[stitchable]]\nkernel k(c: rgb) -> rgb { return c }\noutput k(source)", "delete it"),
    ("@main\noutput source", "delete it"), ("export default source * 0.5 // output source", "output"),
    ("struct Light {\n  float3 color;\n  float power;\n};\noutput source", "one input for each value"),
    ("enum Mode { soft, hard };\noutput source", "of soft, hard"),
    ("cbuffer Params\n{\n  float amount;\n};\noutput source", "param amount"),
    ("using namespace metal;\noutput source", "delete it"), ("precision highp float;\noutput source", "precision"),
    ("template <typename T>\noutput source", "takes an rgb"), ("in vec2 uv;\noutput source", "at: position"),
    ("Texture2D tex;\noutput source", "param plate: picture"), ("import numpy as np\noutput source", "needs no import"),
    ("#include <metal_stdlib>\noutput source", "use \"warm.tint\""),
    ("#define GAIN 1.2\noutput source * GAIN", "let GAIN = 1.2"),
    ("#version 300 es\noutput source", "delete it"),
    (
      "DEFINE_UI_PARAMS(push, Push, DCTLUI_SLIDER_FLOAT, 1.0, 0.0, 4.0, 0.01)\noutput source * push",
      "param push: scalar = 1.0  in 0.0...4.0"
    ),
    ("DEFINE_LUT(film, film.cube)\noutput source", "lut \"film.cube\""),
    ("uniform float amount\noutput source * amount", "param amount: scalar = 0.5"),
    ("float amount : register(c0) = 0.5\noutput source * amount", "param amount: scalar"),
    ("slider amount: scalar = 0.5\noutput source * amount", "param"),
    ("void main() {\n  gl_FragColor = texture2D(tex, uv);\n}\n// output source", "output graded(source)"),
    (
      "float4 main(float2 uv : TEXCOORD0) : SV_Target {\n  return tex.Sample(samp, uv);\n}\n// output source",
      "output graded(source)"
    ),
    (
      "kernel void invert(texture2d<float> in [[texture(0)]]) {\n  float4 c = in.read(gid);\n}\noutput source",
      "kernel invert(c: rgb)"
    ),
    ("vec3 k(vec3 c, float a) { return c * a }\noutput k(source, 1)", "function k(c: rgb, a: scalar) -> rgb"),
    ("kernel rgb k(rgb c) { return c }\noutput k(source)", "k(c: rgb) -> rgb"),
    ("kernel k(c: inout rgb) -> rgb { return c }\noutput k(source)", "delete it"),
    ("filter: sepia(80%) contrast(1.2)\noutput source", "source |> sepia"),
    ("Exposure: +0.50\nContrast: +25\noutput source", "param exposure"),
    // Parameters
    ("param amount: scalar = 0.5 from 0 to 1\noutput source * amount", "in 0...1"),
    ("param \"Amount\" amount: scalar = 0.5\noutput source * amount", "  \"Amount\""),
    ("param --amount: scalar = 0.5\noutput source * amount", "amount"),
    ("param amount: scalar? = 0.5\noutput source * amount", "delete it"),
    ("param amount: Float = 0.5\noutput source * amount", "scalar"),
    ("param on: bool = True\noutput if on { source } else { source * 2 }", "true"),
    ("param film: lut = None\noutput source", "param film: lut"),
    // Values
    ("c * (float)2", "delete it"), ("c * static_cast<float>(2)", "delete it"), ("metal::pow(c, 2)", "delete it"),
    ("c->rgb", "."),
    ("c * (1 << 3)", "pow(2, n)"), ("let twice = (d) => d * 2\n  return c", "function twice"),
    ("c * sin(math.pi)", "pi"),
    ("c * (c.r > 0.5 ? 1 : 2)", "if c.r > 0.5 { 1 } else { 2 }"), ("c * M_PI", "pi"), ("c * white", "#ffffff"),
    ("c * uv.x", "at: position"), ("let r = c.r, g = c.g\n  return rgb(r, g, 0)", "another 'let'"),
    ("let r, g, b = c\n  return rgb(b, g, r)", "let r = c.r"), ("float x\n  return c", "var x = 0"),
    ("let twice = lambda d: d * 2\n  return c", "function twice"),
    ("let d = new Color(1, 0, 0)\n  return c", "delete it"),
    ("output source |> blur({ radius: 2% })", "without braces"),
    ("output blur(source, radius: 2em)", "of its short side"),
    ("output source |> turn(by: 0.25turn)", "90deg"), ("output source |> resize(800x600)", "longEdge"),
    ("let tone = curve (0, 0), (0.5, 0.6), (1, 1)\noutput source", "curve [(0, 0), (0.5, 0.6), (1, 1)]"),
    ("output source |> blur(radius: 5px) saturated(by: 1.5)", "insert '|>"), ("output source [0.5]", "an operator"),
    ("output source |> hue-rotate(90deg)", "turnedHue"), ("output source > blur(radius: 2%)", "'|>'"),
    ("output source * \"#ff8800\"", "delete the quotes"), ("output lookup(source, \"film.cube\")", "lut \"film.cube\""),
    ("output blend(source, over: source, mode: .multiply)", "multiplyBlend"),
    // Names of functions
    ("_powf(c, 2.2)", "pow"), ("make_float3(c.r, c.g, c.b)", "rgb"), ("_fmaxf(c, 0)", "max"),
    ("Math.pow(c, 2.2)", "pow"),
    ("c * APPLY_LUT(c.r, c.g, c.b)", "lookup"), ("rint(c * 8)", "round"),
    ("acescctToLinear(c)", "fromAcesCct"),
    ("output source |> gaussian_blur(radius: 2%)", "blur"), ("output source |> opacity(0.5)", "mix("),
    ("output source |> clarity(0.3)", "local contrast"), ("output source |> modulate(100, 120)", "turnedHue"),
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
      || text.contains("output input") || text.contains("output soft") || text.contains("output if ")
      || text.contains("output lookup(") || text.contains("output bl")
    {
      return header + text + "\n"
    }
    let isValue = !text.contains("\n") && !text.contains("retrun")
    return header + "kernel k(c: rgb) -> rgb {\n  \(isValue ? "return " : "")\(text)\n}\noutput k(source)\n"
  }
}
