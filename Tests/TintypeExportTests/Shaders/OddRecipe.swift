import Testing
import Tintype
import TintypeTestSupport

/// Recipes whose names and texts attack the languages that they are exported to: keywords and built-in names, names
/// that a fold would make equal, very long ones, and texts that would leave comments, quotes and tags.
enum OddRecipe {
  /// Words that are keywords, functions, types or macros of some target language, or names that exports generate.
  private static let words = """
    NULL isnan isinf half float vec3 float4x4 sampler2D texture gl_FragCoord gl_x main void struct class self Self \
    init protocol Any nil None lambda def pass yield await constructor prototype __proto__ hasOwnProperty \
    undefined NaN Infinity fn ptr array f32 vec3f override discard enable cbuffer packoffset register Texture2D \
    technique kernel_ __kernel __global uchar4 printf EOF INT_MAX M_PI PI errno stdin assert linux unix defined \
    __LINE__ p_Width p_X p_R DEFINE_UI_PARAMS make_float3 transform __DEVICE__ _fminf TIMELINE_FRAME_INDEX \
    coreimage destination sample_t extent inputImage inputKeys outputImage attributes library kernels Passes \
    Picture Box CIFilter String Float Bundle URL tt_0 tt_decoded tt_ t1 table1_1 letters1 stored bounds place \
    frame photoSeed origin result settings Settings pixel _ __ u_int names True False None_ import_ async static_ \
    const_ volatile_ typename mediump highp lowp precision std abs_
    """.split { $0 == " " || $0 == "\n" }.map(String.init).filter(isName)

  /// Names of which a fold of case or of `_` makes one.
  private static let families = [
    ["a_b", "a__b", "a___b", "A_b", "a_b2", "a_b_2", "_a_b", "a_b_"],
    ["skinTone", "skin_tone", "SkinTone", "skintone"],
    ["half", "half_", "half__", "_half", "Half"], ["a1", "a", "a12", "a_1", "a11", "A1"],
    ["x", "origin_x", "v_x", "param_x", "x_origin", "x_extent", "x_number", "lanes3_x"],
    (0..<4).map { String(repeating: "long", count: 400) + "\($0)" },
  ].map { $0.filter(isName) }

  private static let texts = [
    #"C:\"#, "*/ void f() {", "/* open", "\"\"\"", "#{a}", "${a}", #"\(a)"#, "</script><b>", "]]>", "<!-- -- -->",
    "\u{200F}mark", "what??/", "\u{D4E}\"quote", "\"\u{301}accent", "\u{600}\" format", "%s%n", "`", "'", "#\"",
    "\\u{41}", #"dark \ "#, "what??/  ", "???/", "?\u{301}??/",
    "$(reboot)", "ünïcödé", "шум", "plain", "1", "a, b), c", "#define x", "\u{D4E}\\", "a\\\u{301}", "--",
  ]

  /// Draws a recipe; the names differ.
  static func text(seed: UInt64, isSpatial: Bool) -> String {
    var random = SplitMix64(seed: seed)
    func text() -> String { (texts.randomElement(using: &random) ?? "") + (texts.randomElement(using: &random) ?? "") }
    // Looks that are compiled together differ in their names.
    func quoted(_ start: String = "") -> String { "\"" + start + text().writing(["\\": "\\\\", "\"": "\\\""]) + "\"" }
    let family = families.randomElement(using: &random) ?? []
    let others = words.filter { !family.contains($0) }.shuffled(using: &random).prefix(20)
    var names = (family + others).shuffled(using: &random)
    func name() -> String { names.removeLast() }
    let (p, l, image) = ((0..<9).map { _ in name() }, (0..<4).map { _ in name() }, (0..<4).map { _ in name() })
    let (kernel, curve, choices) = (name(), name(), [name(), name()])
    func parameter(_ index: Int, _ rest: String) -> String {
      "/// \(text())\n/// \(text())\nparam \(p[index]): \(rest) \(quoted()) group \(quoted())\n"
    }
    let parameters = [
      parameter(0, "scalar = 0.5 in 0...1"), parameter(1, "ev = 0.25ev in -1ev...1ev"), parameter(2, "bool = true"),
      parameter(3, "choice = .\(choices[0]) of \(choices[0]), \(choices[1])"), parameter(4, "rgb = #c08060"),
      parameter(5, "vec2 = vec2(0.5, 0.25)"), parameter(6, "length = 2% in 0%...5%"),
      parameter(7, "angle = 30deg in 0deg...90deg"), parameter(8, "scalar = 0.25 in 0...1"),
    ].shuffled(using: &random)
    let spatial = "image \(image[2]) = \(image[1]) |> blur(2px)\n"
    return """
      tintype 1
      look \(quoted("\(seed) ")) {
        about   \(quoted())
        working display
      }
      \(parameters.joined())
      kernel \(kernel)(
        c: rgb, k0: scalar, k1: ev, k2: bool, k3: bool, k4: rgb, k5: vec2, k6: scalar, k7: angle
      ) -> rgb {
        let \(l[0]) = mix(c, k4, k0 * 0.5)
        let \(l[1]) = \(l[0]) * gain(k1)
        let \(l[2]) = if k2 { \(l[1]) } else { \(l[0]) * (0.5 + k5.x * 0.5) }
        let \(l[3]) = \(l[2]) * (0.9 + 0.1 * cos(k7)) + k6 / 1000
        return if k3 { \(l[3]) } else { mix(\(l[3]), \(l[0]), 0.25 + k5.y / 4) }
      }
      let \(curve) = curve [(0, 0.05), (0.4, 0.45), (1, 0.97)]
      image \(image[0]) = \(kernel)(
        source, \(p[0]), \(p[1]), \(p[2]), \(p[3]) == .\(choices[0]), \(p[4]), \(p[5]), pixels(\(p[6])), \(p[7]))
      image \(image[1]) = \(curve)(\(image[0]))
      \(isSpatial ? spatial : "")image \(image[3]) = mix(\(image[1]), \(isSpatial ? image[2] : "source"), \(p[8]))
      output \(image[3])

      """
  }

  /// The look of a seed.
  static func look(seed: UInt64, isSpatial: Bool) throws -> ConfiguredLook {
    let recipe = SourceFile(name: "odd-\(seed).tint", text: text(seed: seed, isSpatial: isSpatial))
    let (look, diagnostics) = compile(recipe)
    let errors = diagnostics.filter { $0.severity == .error }.map(\.rendered).joined()
    return ConfiguredLook(try #require(look, "\(errors)"), recipe: recipe)
  }

  /// Whether a word may be declared.
  private static func isName(_ word: String) -> Bool {
    let recipe = "tintype 1\nlook \"x\" { working display }\nparam \(word): scalar = 1\noutput source * \(word)\n"
    return compile(SourceFile(name: "name.tint", text: recipe)).look != nil
  }
}
