import TintypeDiagnostics

// Errors about declarations of other languages, and about declarations that have lost their keyword.
extension SyntaxError {
  static func missingKeyword(_ keyword: String) -> SyntaxError {
    let message =
      keyword == "output"
      ? "the value that comes out is missing its 'output'" : "this declaration is missing its keyword"
    return SyntaxError(code: "missing-keyword", message, Edit("insert '\(keyword)'", keyword + " "))
  }

  /// `grade = 2.5` below `extends`
  static let missingSetting = SyntaxError(
    code: "missing-keyword", "this declaration is missing its keyword",
    notes: ["'set' changes a default of the extended recipe, and 'let' declares a constant"],
    Edit("insert 'set'", "set "))

  /// `Contrast: +25`, and `filter: sepia(80%)` with its call.
  static func settingLine(_ name: String, call: String?) -> SyntaxError {
    let step = call.flatMap { stepsOfPages[$0] }
    let camelCase = name.prefix(1).lowercased() + name.dropFirst()
    return SyntaxError(
      code: "expected-declaration", "a recipe has no line such as '\(name): …'",
      notes: [
        "a step is a call: output source |> \(step ?? "exposed(by: 0.5ev)")",
        "a value that is set from outside is a parameter: param \(camelCase): scalar = 0.5",
      ])
  }

  /// - Parameter declaration: what stands behind the word, such as `kernel lights`.
  static func extraWord(_ word: String, before declaration: (keyword: String, name: String)? = nil) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "a declaration begins with its keyword, without '\(word)'",
      notes: declaration.map {
        ["what other recipes do not see has a name that begins with '_': \($0.keyword) _\($0.name)"]
      } ?? [], .delete(.safe))
  }

  /// `let float3 weights = …`
  static func typeBeforeName(_ type: String, name: String) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "a type follows the name, after a colon", .write("\(name): \(type)"))
  }

  static func documentationText(_ text: String) -> SyntaxError {
    SyntaxError(code: "expected-declaration", "a comment begins with '//', and no text is one", .write("/// " + text))
  }

  static let exportedOutput = SyntaxError(
    code: "foreign-declaration", "what comes out of a recipe is its 'output'", .write("output"))

  /// - Parameter path: the text on its line.
  static func foreignConstruct(_ construct: ForeignConstruct, _ word: String, path: String?) -> SyntaxError {
    switch construct {
    case .typeParameter: typeParameter
    case .type: foreignTypeDeclaration(word)
    case .enumeration: foreignEnumeration
    case .surroundings: needlessDeclaration(word)
    case .shaderInterface: shaderInterface
    case .parameterBlock: parameterBlock
    case .importing: foreignImport(path)
    case .block: foreignBlock(word)
    }
  }

  private static func foreignTypeDeclaration(_ word: String) -> SyntaxError {
    SyntaxError(
      code: "expected-declaration", "a recipe declares no types, so there is no '\(word)'",
      notes: [
        word == "extension" || word == "impl"
          ? "what is called with a color is a kernel: kernel warm(c: rgb) -> rgb { return c * rgb(1.1, 1, 0.9) }"
          : "give a kernel one input for each value: kernel lit(c: rgb, power: scalar) -> rgb { … }"
      ])
  }

  private static let typeParameter = SyntaxError(
    code: "expected-declaration", "a recipe has no type parameters",
    notes: ["a kernel for colors takes an rgb, one for numbers a scalar: kernel doubled(c: rgb) -> rgb { … }"])

  private static let foreignEnumeration = SyntaxError(
    code: "expected-declaration", "a recipe declares no types, so there is no 'enum'",
    notes: ["a choice between words is a parameter: param mode: choice = .soft  of soft, hard"])

  private static func needlessDeclaration(_ word: String) -> SyntaxError {
    SyntaxError(
      code: "expected-declaration", "a recipe has no '\(word)'",
      notes: ["delete it: every function is at hand by its name, and all numbers have one precision"])
  }

  private static let shaderInterface = SyntaxError(
    code: "expected-declaration", "a recipe declares no inputs and outputs of a shader",
    notes: [
      "the photo is 'source', and 'output' says what comes out",
      "a kernel with an input at: position knows its pixel: at.relative, at.pixels, at.size",
    ])

  private static func foreignBlock(_ word: String) -> SyntaxError {
    SyntaxError(
      code: "expected-declaration", "a recipe has no '\(word)'",
      notes: [
        "declarations stand one below another, in no braces, and the steps follow the photo: output source |> warm()"
      ])
  }

  private static let parameterBlock = SyntaxError(
    code: "expected-declaration", "each value that is set from outside is a parameter of its own",
    notes: ["for example: param amount: scalar = 0.5  in 0...1"])

  private static func foreignImport(_ path: String?) -> SyntaxError {
    let recipe = path.flatMap { $0.hasSuffix(".tint\"") || !$0.mentions(".") ? $0 : nil }
    return SyntaxError(
      code: "expected-declaration", "another recipe is brought in by 'use' and its name or file",
      notes: [
        recipe.map { "write use \($0) as \(alias(of: $0) ?? "warm")" }
          ?? "delete it: what is built in needs no import; a recipe: use \"warm.tint\" as warm"
      ])
  }

  static func declarationMacro(_ macro: String, _ declaration: String?, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "there is no macro '\(macro)'",
      notes: declaration == nil ? ["a choice is written param mode: choice = .soft  of soft, hard"] : [],
      declaration.map { .write($0, at: whole) })
  }

  static func shaderFunction(_ name: String) -> SyntaxError {
    let ours = ["main", "mainImage", "transform"].contains(name) ? "graded" : name
    return SyntaxError(
      code: "expected-declaration", "a recipe has no shader function: a kernel gets a color and returns one",
      notes: ["for example: kernel \(ours)(c: rgb) -> rgb { return c * 0.9 } and output \(ours)(source)"])
  }

  static func foreignTexture(_ type: String) -> SyntaxError {
    SyntaxError(
      code: "expected-declaration", "a recipe declares no textures, so there is no '\(type)'",
      notes: ["the photo is 'source'; another picture is a parameter: param plate: picture"])
  }

  static func foreignParameter(_ name: String, _ type: String, isWhole: Bool, hasValue: Bool) -> SyntaxError {
    let defaults = ["scalar": "0.5", "rgb": "#808080", "bool": "true", "vec2": "vec2(0.5)"]
    let value = hasValue ? "" : defaults[type].map { " = \($0)" }
    return SyntaxError(
      code: "foreign-declaration", "a value that is set from outside is a 'param', with a type and a default",
      notes: isWhole || hasValue ? [] : ["for example: param \(name): \(type) = \(defaults[type] ?? "…")"],
      isWhole || hasValue ? value.map { .write("param \(name): \(type)\($0)") } : nil)
  }

  static func customProperty(_ name: String, _ value: String) -> SyntaxError {
    let type = value.hasPrefix("#") ? "rgb" : Double(value) == nil ? nil : "scalar"
    return SyntaxError(
      code: "foreign-declaration", "a value that is set from outside is a 'param', with a type and a default",
      notes: type == nil ? ["for example: param \(name): scalar = 0.5"] : [],
      type.map { .write("param \(name): \($0) = \(value)") })
  }

  static func annotatedParameter(_ written: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "a value that is set from outside is a 'param', with a type, a default and a range",
      .write(written, at: whole))
  }

  /// - Parameter line: a line break and the blanks before each declaration.
  static func foreignVariables(_ names: [String], _ type: String, _ line: String) -> SyntaxError {
    let zero = ["rgb": "rgb(0)", "vec2": "vec2(0)", "rgba": "rgba(0)", "bool": "false"][type] ?? "0"
    let all = names.map { "var \($0) = \(zero)" }
    return SyntaxError(
      code: "foreign-declaration", "a variable is declared with 'var' and its first value",
      Edit("write '\(all[0])'\(all.count > 1 ? " and the others" : "")", all.joined(separator: line)))
  }

  static func severalValues(_ word: String, indentation: Int) -> SyntaxError {
    let line = "\n" + String(repeating: " ", count: indentation) + word
    return SyntaxError(
      code: "foreign-declaration", "each name has its own '\(word)'", Edit("begin another '\(word)'", line))
  }

  static func destructuring(_ first: String) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "a 'let' declares one name",
      notes: ["write one for each: let \(first) = c.r"])
  }

  static let foreignPreprocessor = SyntaxError(
    code: "expected-declaration", "a recipe has no preprocessor", .delete())

  /// `#if VIGNETTE`
  static let foreignCondition = SyntaxError(
    code: "expected-declaration", "a recipe has no preprocessor",
    notes: ["a switch is a parameter: param dark: bool = true, output if dark { source * 0.8 } else { source }"]
  )

  static let foreignInclude = SyntaxError(
    code: "expected-declaration", "a recipe has no preprocessor",
    notes: ["another recipe is brought in by: use \"warm.tint\" as warm", "what is built in needs no include"],
    .delete())

  static func foreignDefine(_ name: String, _ value: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "expected-declaration", "a recipe has no preprocessor; a constant is declared with 'let'",
      .write("let \(name) = \(value)", at: whole))
  }
}
