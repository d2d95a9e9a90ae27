import TintypeDiagnostics

/// A table from words to what they mean, from lists of words that mean the same, separated by spaces.
package func meanings<Meaning>(_ lists: [(Meaning, words: String)]) -> [String: Meaning] {
  var table: [String: Meaning] = [:]
  for (meaning, words) in lists {
    for word in words.split(separator: " ") { table[String(word)] = meaning }
  }
  return table
}

/// Operators of other languages and their equivalents here.
let foreignOperators = [
  ":": "/", "&": "&&", "|": "||", "and": "&&", "or": "||", "<>": "!=", "===": "==", "!==": "!=",
]

/// What declarations begin with, keywords first.
let declarationWords =
  TokenKind.allCases.filter { $0.beginsDeclaration }.map { $0.rawValue } + DeclarationWord.allCases.map { $0.rawValue }

/// Common types, to tell `c rgb` from `float3 c`. TintypeSemantics knows all types.
let commonTypes: Set = ["scalar", "vec2", "rgb", "rgba", "bool", "image", "mask"]

/// Other words for declaring parameters.
let parameterTypes: Set = ["length", "angle", "ev", "kelvin", "seed", "choice", "text", "date", "picture", "matrix"]

/// Types of shader languages and their equivalents here.
private let foreignTypes = meanings([
  (
    "scalar",
    words: """
    float half int double number uint cgfloat float16 float32 float64 percent real integer i32 i64 u8 u16 u32 f16 \
    f32 f64 usize isize fixed decimal long short byte
    """
  ),
  (
    "vec2", words: "float2 half2 fixed2 vec2f cgpoint cgvector point point2d ivec2 uvec2 dvec2 int2 uint2 simd2 vector2"
  ),
  (
    "rgb",
    words: """
    float3 half3 fixed3 vec3 vec3f ivec3 uvec3 dvec3 bvec3 int3 color colour color3 simd3 vector3 vector cgcolor \
    uicolor nscolor
    """
  ),
  ("rgba", words: "float4 half4 fixed4 vec4 vec4f ivec4 dvec4 color4 simd4 vector4 sample_t __sample cicolor"),
  ("bool", words: "boolean"),
  ("matrix", words: "mat3 float3x3 half3x3 mat3x3"),
  ("text", words: "string str char"),
  ("angle", words: "degrees radians"),
  ("ev", words: "stops"),
  ("kelvin", words: "temperature"),
  ("choice", words: "enum option"),
  ("lut", words: "lut3d texture3d sampler3d"),
  ("position", words: "destination"),
])

/// The type of this language that a word of another one means: `vec3`, `Float`.
package func foreignType(_ word: String) -> String? { foreignTypes[word] ?? foreignTypes[word.lowercased()] }

/// What an input is called, in lower case, that is a color.
package let colorNames: Set = ["c", "col", "color", "colour", "pixel", "px", "rgb", "img", "photo", "src"]

/// The types of pictures in shaders, in lower case.
package let textureTypes: Set = [
  "texture2d", "texture", "sampler2d", "sampler", "samplerstate", "image2d", "texture2d_t", "sampler2drect",
  "ciimage", "uiimage", "nsimage",
]

/// Keywords of other languages and their equivalents here.
let foreignKeywords = meanings([
  ("function", words: "func fn def fun"),
  ("kernel", words: "shader"),
  ("let", words: "const val constexpr constant"),
  ("param", words: "uniform parameter"),
  ("image", words: "img layer"),
  ("use", words: "import include require"),
  ("extends", words: "inherits base"),
  ("variant", words: "preset style"),
  ("output", words: "result"),
])

/// Words in front of a type elsewhere: an input is never changed, and is passed as it is.
let inputQualifiers: Set = [
  "inout", "out", "in", "const", "ref", "mut", "var", "thread", "constant", "device", "input", "varying",
]

/// What other languages declare and a recipe does not.
enum ForeignConstruct {
  case type, typeParameter, enumeration, surroundings, shaderInterface, parameterBlock, importing, block
}

/// What other languages declare, by the word that begins it.
let foreignConstructs = meanings([
  (ForeignConstruct.type, words: "struct class protocol interface typedef record union extension impl"),
  (.enumeration, words: "enum"),
  (.typeParameter, words: "template typename"),
  (.surroundings, words: "using namespace precision package module pragma typealias"),
  (.shaderInterface, words: "in out varying attribute inout"),
  (.parameterBlock, words: "cbuffer layout buffer tbuffer uniform"),
  (.importing, words: "import from include require use"),
])

/// The declaration that a macro of DCTL with these arguments is here; nil for one that is not plain.
func declaration(ofMacro name: String, _ parts: [String]) -> String? {
  if name == "DEFINE_LUT" {
    return parts.count == 2 ? "let \(parts[0]) = lut \"\(parts[1].filter { $0 != "\"" })\"" : nil
  }
  guard parts.count > 3 else { return nil }
  let (name, label, kind) = (parts[0], "  \"\(parts[1])\"", parts[2])
  if kind.hasSuffix("CHECK_BOX") { return "param \(name): bool = \(parts[3] == "0" ? "false" : "true")" + label }
  guard parts.count == 7, kind.mentions("SLIDER") else { return nil }
  let numbers = parts[3...].map { $0.filter { $0 != "f" } }
  return "param \(name): scalar = \(numbers[0])  in \(numbers[1])...\(numbers[2])  step \(numbers[3])" + label
}

/// Statements of other languages that are one word, and what is written instead.
let foreignStatements = [
  "break": "put what follows into an if, or return the value: every loop counts through its range",
  "clip": "every pixel has a value; a kernel (c: rgba) -> rgba makes it transparent by return rgba(0)",
  "continue": "put what follows into an if: every loop counts through its range",
  "discard": "every pixel has a value; a kernel (c: rgba) -> rgba makes it transparent by return rgba(0)",
  "pass": "a block is never empty",
  "sincos": "write let s = sin(x) and let c = cos(x)",
]

/// Functions of CSS with a hyphen, and how they are written.
let functionsOfPages = [
  "conic-gradient": "radialGradient(center: vec2(0.5, 0.5)) is a mask, 1 in the middle and 0 outside",
  "linear-gradient":
    "linearGradient(from: vec2(0.5, 0), to: vec2(0.5, 1)) is a mask, 0 at 'from' and 1 at 'to'",
  "radial-gradient": "radialGradient(center: vec2(0.5, 0.5)) is a mask, 1 in the middle and 0 outside",
  "hue-rotate": "hues turn by turnedHue(source, by: 30deg)", "color-mix": "colors are mixed by mix(a, b, 0.3)",
  "drop-shadow": "a shadow is a mask, softened by blur(mask, radius: 1%), and darkens what lies below it",
]

/// Filters of CSS, and the steps that they are here.
let stepsOfPages = [
  "blur": "blur(radius: 0.3%)", "brightness": "exposed(by: 0.3ev)", "contrast": "controls(contrast: 1.2)",
  "grayscale": "grayscale()", "saturate": "saturated(by: 1.2)", "sepia": "sepia(0.8)",
]

/// Methods of other languages, in lower case, and how they are written.
package let foreignMethods = [
  "applyingfilter": "a step is called by its own name: source |> blur(radius: 1%)",
  "get_width": "a kernel's input at: position has it: at.size.x",
  "get_height": "a kernel's input at: position has it: at.size.y",
  "tofixed": "a number is written by format(x, decimals: 2)", "tostring": "a value in a text is written \\(x)",
  "clamped": "write clamp(x, 0, 1)", "copy": "a value never changes, so it needs no copy",
  "clone": "a value never changes, so it needs no copy",
  "powi": "write pow(x, 2)", "powf": "write pow(x, 2.2)", "length": "write length(v)", "rgb": "a part is read as c.rgb",
  "astype": "numbers need no conversion", "mean": "of channels it is (c.r + c.g + c.b) / 3, of the photo mean(source)",
]

/// Functions of other languages that are passed a block.
package let closureCallers: Set = [
  "map", "filter", "reduce", "forEach", "compactMap", "flatMap", "apply", "also", "run",
]

/// Words that other languages write before a value.
let valuePrefixes: Set = ["new", "await", "typeof", "move", "unsafe"]
