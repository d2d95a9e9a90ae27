import TintypeIntrinsics

/// How a shading language spells what all of them have.
struct ShaderDialect: Sendable {
  /// Numbers of 1 to 4 lanes.
  let vectors: [String]
  /// Two and three integers.
  let integerVectors: [String]
  /// What stands behind a number with a point.
  let numberSuffix: String
  /// What stands in front of a function.
  let functionPrefix: String
  /// The names of functions that are not those of Metal.
  let names: [String: String]
  /// Words that are no names.
  let reserved: Set<String>

  static let metal = ShaderDialect(
    vectors: ["float", "float2", "float3", "float4"], integerVectors: ["int2", "int3"], numberSuffix: "f",
    functionPrefix: "static inline ", names: [:],
    reserved: [
      "auto", "bool", "break", "case", "char", "class", "const", "constant", "continue", "default", "destination",
      "device", "do", "double", "else", "enum", "extent", "extern", "false", "float", "for", "goto", "half", "if",
      "inline", "int", "kernel", "long", "metal", "namespace", "new", "operator", "private", "public", "register",
      "return", "sample", "short", "signed", "sizeof", "static", "struct", "switch", "template", "texture", "this",
      "thread", "true", "typedef", "uint", "union", "unsigned", "using", "vertex", "fragment", "void", "volatile",
      "while", "and", "or", "not", "xor",
    ])

  static let glsl = ShaderDialect(
    vectors: ["float", "vec2", "vec3", "vec4"], integerVectors: ["ivec2", "ivec3"], numberSuffix: "",
    functionPrefix: "",
    names: ["atan2": "atan"],
    reserved: [
      "active", "asm", "attribute", "bool", "break", "buffer", "case", "cast", "centroid", "class", "common", "const",
      "continue", "default", "discard", "do", "double", "else", "enum", "extern", "external", "false", "filter",
      "fixed", "flat", "float", "for", "goto", "half", "highp", "if", "in", "inline", "inout", "input", "int",
      "interface", "invariant", "layout", "long", "lowp", "main", "mediump", "namespace", "noinline", "out", "output",
      "partition", "patch", "precision", "public", "resource", "result", "return", "sample", "sampler", "shared",
      "short", "sizeof", "smooth", "static", "struct", "subroutine", "superp", "switch", "template", "this", "true",
      "typedef", "uint", "uniform", "union", "unsigned", "using", "varying", "void", "volatile", "while",
    ])

  /// The type of values of so many lanes.
  func vector(_ width: Int) -> String { vectors[width - 1] }

  /// The type of values of a type of the language.
  func type(_ type: ValueType) -> String { type == .bool ? "bool" : vector(type.width) }

  /// What the frame of a shader calls its own.
  static let frameNames: Set<String> = [
    "source", "stored", "result", "pixel", "place", "bounds", "frame", "input", "to", "origin", "photoSeed",
    "extent",
  ]

  /// The name of a parameter in a shader.
  func uniformName(_ parameter: String) -> String {
    let name = ShaderPrinter.identifier(parameter)
    return reserved.contains(name) || Self.frameNames.contains(name) ? name + "_" : name
  }

  /// A number.
  func number(_ number: Double) -> String {
    // The nearest single, so that the text has no digits that the shader drops.
    let single = Float(number)
    guard single.isFinite else {
      return number < 0 ? "-3.402823466e38\(numberSuffix)" : "3.402823466e38\(numberSuffix)"
    }
    if single == single.rounded(), single.magnitude < 1e6 { return "\(Int(single)).0\(numberSuffix)" }
    return "\(single)\(numberSuffix)"
  }

  /// A function's text, which is written in the words of Metal, in the words of the dialect.
  func translated(_ text: String) -> String {
    var out = ""
    var word = ""
    func finish() {
      let spelled: String
      switch word {
      case "float2", "float3", "float4": spelled = vectors[Int(word.utf8.last!) - 49]
      case "int2", "int3": spelled = integerVectors[Int(word.utf8.last!) - 50]
      default: spelled = names[word] ?? (isNumber(word) ? word + numberSuffix : word)
      }
      out += spelled
      word = ""
    }
    for letter in text {
      if letter.isLetter || letter.isNumber || letter == "_" || letter == "." && isDigits(word)
        || letter == "-" && word.hasSuffix("e") && isNumber(word)
      {
        word.append(letter)
      } else {
        finish()
        out.append(letter)
      }
    }
    finish()
    return out
  }

  private func isDigits(_ word: String) -> Bool { !word.isEmpty && word.allSatisfy { $0.isNumber } }

  private func isNumber(_ word: String) -> Bool {
    word.first?.isNumber == true && word.contains(".") && !word.hasPrefix("0x")
  }
}
