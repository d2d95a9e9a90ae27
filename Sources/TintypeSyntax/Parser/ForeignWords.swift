import TintypeDiagnostics

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
private let foreignTypes = [
  "float": "scalar", "half": "scalar", "int": "scalar", "double": "scalar", "number": "scalar", "uint": "scalar",
  "f32": "scalar", "cgfloat": "scalar", "float16": "scalar", "float32": "scalar", "percent": "scalar", "real": "scalar",
  "integer": "scalar", "i32": "scalar", "u32": "scalar",
  "float2": "vec2", "half2": "vec2", "vec2f": "vec2", "cgpoint": "vec2", "point": "vec2", "ivec2": "vec2",
  "int2": "vec2", "uint2": "vec2", "float3": "rgb", "half3": "rgb", "vec3": "rgb", "vec3f": "rgb", "color": "rgb",
  "colour": "rgb", "float4": "rgba", "half4": "rgba", "vec4": "rgba", "vec4f": "rgba", "sample_t": "rgba",
  "cicolor": "rgba", "boolean": "bool", "mat3": "matrix", "float3x3": "matrix", "half3x3": "matrix",
  "mat3x3": "matrix", "string": "text", "str": "text", "char": "text", "degrees": "angle", "radians": "angle",
  "stops": "ev", "temperature": "kelvin", "enum": "choice", "option": "choice", "lut3d": "lut",
]

/// The type of this language that a word of another one means: `vec3`, `Float`.
package func foreignType(_ word: String) -> String? { foreignTypes[word] ?? foreignTypes[word.lowercased()] }

/// The types of pictures in shaders, in lower case.
let textureTypes: Set = [
  "texture2d", "texture", "sampler2d", "sampler", "samplerstate", "image2d", "texture2d_t", "sampler2drect",
]

/// Keywords of other languages and their equivalents here.
let foreignKeywords = [
  "func": "function", "fn": "function", "def": "function", "fun": "function", "shader": "kernel",
  "const": "let", "val": "let", "uniform": "param", "parameter": "param", "img": "image",
  "layer": "image", "import": "use", "include": "use", "require": "use", "inherits": "extends", "base": "extends",
  "preset": "variant", "style": "variant", "constexpr": "let", "constant": "let", "result": "output",
]

/// Words in front of a type elsewhere: an input is never changed, and is passed as it is.
let inputQualifiers: Set = ["inout", "out", "in", "const", "ref", "mut", "var", "thread", "constant", "device"]

/// What other languages declare and a recipe does not.
enum ForeignConstruct {
  case type, enumeration, surroundings, shaderInterface, parameterBlock, importing
}

/// What other languages declare, by the word that begins it.
let foreignConstructs: [String: ForeignConstruct] = [
  "struct": .type, "class": .type, "protocol": .type, "interface": .type, "typedef": .type, "record": .type,
  "union": .type, "enum": .enumeration, "using": .surroundings, "namespace": .surroundings, "precision": .surroundings,
  "template": .surroundings, "typename": .surroundings, "package": .surroundings, "module": .surroundings,
  "pragma": .surroundings, "extension": .surroundings, "typealias": .surroundings, "in": .shaderInterface,
  "out": .shaderInterface, "varying": .shaderInterface, "attribute": .shaderInterface, "inout": .shaderInterface,
  "cbuffer": .parameterBlock, "layout": .parameterBlock, "buffer": .parameterBlock, "tbuffer": .parameterBlock,
  "uniform": .parameterBlock, "import": .importing, "from": .importing, "include": .importing, "require": .importing,
  "use": .importing,
]

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
  "break": "put what follows into an if: every loop counts through its range",
  "clip": "every pixel has a value: if c.a < 0.5 { return rgba(0) } makes it transparent",
  "continue": "put what follows into an if: every loop counts through its range",
  "discard": "every pixel has a value; a kernel (c: rgba) -> rgba makes it transparent by return rgba(0)",
  "pass": "a block is never empty",
]

/// Methods of other languages, in lower case, and how they are written.
package let foreignMethods = [
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
