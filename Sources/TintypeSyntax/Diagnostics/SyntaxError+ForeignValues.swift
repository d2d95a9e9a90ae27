import TintypeDiagnostics

// Errors about values and statements of other languages.
extension SyntaxError {
  static let functionLiteral = SyntaxError(
    code: "foreign-declaration", "a function is declared at the top level, with a name and types",
    notes: [
      "of colors: kernel inverted(c: rgb) -> rgb { return 1 - c }",
      "of numbers: function twice(x: scalar) -> scalar { return x * 2 }",
    ])

  static let labelsInBraces = SyntaxError(
    code: "foreign-declaration", "there are no objects: braces hold statements",
    notes: [
      "named arguments are written without braces, as in blur(source, radius: 2%)", "a value has a 'let' of its own",
    ])

  /// `return { x, y }`
  static let resultInBraces = SyntaxError(
    code: "foreign-declaration", "braces hold statements, and this is a value",
    notes: ["a pair is written vec2(x, y), and a color rgb(r, g, b)"])

  static let listInBraces = SyntaxError(
    code: "foreign-declaration", "a list is written in brackets", notes: ["for example: [0.25, 0.5, 0.25]"])

  static let cast = SyntaxError(
    code: "foreign-operator", "numbers need no conversion",
    notes: ["floor(x) drops the fraction of a number above 0"], .delete())

  /// `(rgb)0`
  static func castOfColor(_ color: String, whole: Span) -> SyntaxError {
    SyntaxError(code: "foreign-operator", "a color is made by a call", .write(color, at: whole))
  }

  static func namespace(_ name: String) -> SyntaxError {
    SyntaxError(
      code: "foreign-operator", "what is built in is called by its name, without '\(name)::'", .delete(.safe))
  }

  /// `ReShade::BackBuffer`
  static func photoOfShader(whole: Span) -> SyntaxError {
    SyntaxError(code: "foreign-operator", "the photo is 'source'", .write("source", at: whole))
  }

  static func shift(_ sign: String) -> SyntaxError {
    SyntaxError(
      code: "foreign-operator", "there is no operator '\(sign)'",
      notes: [
        sign == "<<" ? "x << n is x * pow(2, n): 1 << 3 is 8" : "x >> n is floor(x / pow(2, n))"
      ])
  }

  static func valuePrefix(_ word: String) -> SyntaxError {
    SyntaxError(code: "foreign-operator", "a value is written without '\(word)'", .delete())
  }

  /// - Parameter condition: the first case, as a condition.
  static func foreignSwitch(_ word: String, _ condition: String) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "there is no '\(word)': a choice is made with 'if'",
      notes: ["for example: if \(condition) { … } else if … { … } else { … }"])
  }

  static func foreignStatement(_ word: String, _ way: String) -> SyntaxError {
    SyntaxError(code: "unexpected-token", "there is no '\(word)'", notes: [way])
  }

  static let printed = SyntaxError(
    code: "unexpected-token", "a look prints nothing",
    notes: ["tintype probe shows the values of each step at a pixel"], .delete())

  static let optionalParameter = SyntaxError(
    code: "unexpected-token", "a parameter always has a value, its default, and no '?'", .delete(.safe))

  static let mutableLet = SyntaxError(
    code: "foreign-declaration", "what changes is declared with 'var'", .write("var"))

  /// `out mask: scalar`
  static let outInput = SyntaxError(
    code: "foreign-declaration", "a kernel has one result, and no input goes out",
    notes: ["a second result is a second kernel, or a part of an rgba: return rgba(color, mask)"])

  /// `: SV_Target`
  static func resultSemantic(isAfterType: Bool) -> SyntaxError {
    SyntaxError(
      code: "missing-result", "a result has a type, and no semantic", isAfterType ? .delete(.safe) : .write("-> rgba"))
  }

  /// `gid: uint2 [[thread_position_in_grid]]`
  /// - Parameter written: the input as it is written here, where its type comes first.
  static func inputAttribute(isPosition: Bool, name: String, _ written: String?) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "an input has no attribute",
      notes: isPosition
        ? [
          "a kernel knows its pixel by \(name): position (\(name).pixels, \(name).relative), and calls leave it out"
        ]
        : [],
      written.map { .write($0) } ?? .delete(isPosition ? .unsafe : .safe))
  }

  /// `for w in weights { … }`
  static func loopOverList(_ range: String, _ element: String, header: Span, through brace: Int?) -> SyntaxError {
    SyntaxError(
      code: "foreign-loop", "a loop counts over a range, and each element is read in it",
      Edit(
        "write '\(range)'", brace == nil ? range : range + " {" + element, at: Span(header.start, brace ?? header.end)))
  }

  /// `bottom right`
  static func anchorInTwoWords(_ word: String, whole: Span) -> SyntaxError {
    SyntaxError(code: "missing-comma", "a place is one word", .write(word, at: whole))
  }

  /// `film strength`
  static func nameInTwoWords(_ word: String) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "a name is one word", notes: ["its label may have several, in quotes"], .write(word))
  }

  /// `0.5 < ui_min = 0.0; ui_max = 1.0; >`
  static func annotations(_ clauses: String) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "the range of a parameter and its label follow its default",
      notes: clauses.isEmpty ? ["for example: param fade: scalar = 0.2  in 0...1  \"Fade\""] : [],
      clauses.isEmpty ? nil : .write(String(clauses.drop { $0 == " " })))
  }

  /// `sincos(x, s, c)`
  static func severalResults(of name: String, _ written: String) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "there is no '\(name)': a function has one result", Edit("declare both values", written)
    )
  }

  /// `amount?: scalar`
  static func optionalInput(_ type: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "an input that a call may leave out has a default",
      .write(": \(type) = 0.5", at: whole))
  }

  /// `output toned "evening.jpg"`
  static let fileOfOutput = SyntaxError(
    code: "expected-declaration", "the output names no file",
    notes: ["a file is named where a photo is rendered: tintype render LOOK PHOTO -o evening.jpg"], .delete(.safe))

  /// `0.8 source`
  static let missingTimes = SyntaxError(
    code: "expected-declaration", "the value ends before this", label: "an operator is missing here",
    notes: ["a product is written 0.5 * source"], .insert("* "))

  /// `rgb(0.03 0.01 -0.03)`
  static func missingCommas(_ numbers: String, whole: Span) -> SyntaxError {
    SyntaxError(code: "missing-comma", "arguments are separated by commas", .write(numbers, .safe, at: whole))
  }

  /// `linear-gradient(to bottom, …)`
  static func functionOfPages(_ way: String) -> SyntaxError {
    SyntaxError(code: "hyphenated-name", "'-' subtracts, so a name cannot have one", notes: [way])
  }

  /// `color(display-p3 1 0.95 0.85)`
  static let colorOfPages = SyntaxError(
    code: "missing-comma", "a color is written in sRGB, as #fff2d9, or by its three parts",
    notes: ["for example: rgb(1, 0.95, 0.85), in the colors and the working space of the recipe"])

  /// `picture url("paper.png")`
  static func fileOfPages(_ file: String) -> SyntaxError {
    SyntaxError(code: "unquoted-path", "a file is named by a text in quotes, and nothing else", .write(file, .safe))
  }

  static let settingWithoutParam = SyntaxError(
    code: "set-in-variant", "the settings of a variant are written without 'param'", .delete(.safe))

  static let inputsInBraces = SyntaxError(
    code: "foreign-declaration", "inputs are not taken from an object: each has a name and a type",
    notes: ["for example: kernel graded(c: rgb, amount: scalar) -> rgb { … }"])

  static let severalResults = SyntaxError(
    code: "foreign-declaration", "a result is one value",
    notes: [
      "two numbers are a vec2, read by .x and .y, and three an rgb, read by .r, .g and .b",
      "a color and a number are an rgba: return rgba(c, luma709(c))",
    ])

  /// `k: &scalar`
  static func reference(_ sign: String) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "a type has no '\(sign)' before it: inputs are values", .delete(.safe))
  }

  /// `for int i in 0...3`
  static let typeOfCounter = SyntaxError(
    code: "foreign-loop", "the number of a loop has no type", .delete(.safe))

  /// `return` without a value
  static let returnWithoutValue = SyntaxError(
    code: "missing-expression", "a kernel or function returns a value on every path", label: "a value is missing",
    notes: ["for example: if luma709(c) > 0.9 { return c }"])

  /// `[...three, #fff]`
  static let spread = SyntaxError(
    code: "unexpected-token", "the elements of a list are written out, each for itself",
    notes: ["for example: let inks = [three[0], three[1], three[2], #ffffff]"])

  /// `scalar[3](0.25, 0.5, 0.25)`
  static func listAsCall(_ values: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "a list is written in brackets, without a type", .write("[\(values)]", at: whole))
  }

  /// `amount: 0.5 !important`
  static let important = SyntaxError(
    code: "missing-comma", "there is no '!important': an argument has one value", .delete(.safe))

  /// `"f/%.1f" % source.aperture`
  static let textWithPercent = SyntaxError(
    code: "foreign-operator", "'%' is a unit, and no text is formatted by it",
    notes: ["a value stands in its text: \"f/\\(format(source.aperture, decimals: 1))\""])

  /// `lut "film.cube" interpolation tetrahedral`
  static func wordsAfterFile(_ kind: String) -> SyntaxError {
    SyntaxError(
      code: "expected-declaration", "a \(kind == "lut" ? "table" : kind) is named by its file and nothing else",
      notes: kind == "lut"
        ? ["lookup interpolates tetrahedrally; a table's range stands in its file"]
        : ["it is placed by a step: fill(plate), fit(plate), tile(plate, size: 20%)"],
      .delete())
  }

  /// `lut hald:8`
  static let fileInWords = SyntaxError(
    code: "unquoted-path", "a table is named by its file, in quotes",
    notes: ["for example: lut \"film.cube\", or a HaldCLUT: lut \"film.png\""])

  /// `curve cubic-bezier(0.4, 0, 0.2, 1)`
  static let curveWithoutPoints = SyntaxError(
    code: "missing-point", "a curve is written by its points",
    notes: ["one that eases at both ends: curve [(0, 0), (0.25, 0.13), (0.5, 0.5), (0.75, 0.87), (1, 1)]"])

  /// `matrix [1 0 0 …]`
  static let matrixInBrackets = SyntaxError(
    code: "expected-declaration", "the rows of a matrix stand in parentheses",
    notes: [
      "for example: matrix((1, 0, 0), (0, 1, 0), (0, 0, 1)); a fourth column and a fifth are added: m * c + rgb(0.1)"
    ])

  /// `paper: "warm" | "cold" = "warm"`
  static func choiceOfTexts(_ choice: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "missing-type", "a parameter that is one of several words is a choice", .write(": " + choice, at: whole))
  }

  static let rangeAsArgument = SyntaxError(
    code: "unexpected-token", "a range is no argument", notes: ["two limits are two arguments: clamp(x, 0, 1)"])

  /// `values.map { $0 * 2 }`
  static func closure(_ name: String) -> SyntaxError {
    SyntaxError(
      code: "method-call", "there is no '\(name)': no function is passed to another one",
      notes: [
        "what is done to a color is done to all its channels: c * 0.9",
        "the elements of a list are written out, or a loop goes through them: for i in 0...weights.count - 1 { … }",
        "a kernel is called on one image after the other",
      ])
  }

  /// `clarity%`
  static func percentOfName(_ name: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "foreign-operator", "'%' follows a number, and '\(name)' is a name",
      notes: ["30% is 0.3; a parameter with 'unit %' is 30 where the slider shows 30%"],
      .write("\(name) / 100", at: whole))
  }

  /// `curve "0/0 0.5/0.58 1/1"`, as filters of other programs have it.
  static func pointsInText(_ points: String?, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "missing-point", "the points of a curve are written in brackets, and no text",
      notes: points == nil ? ["for example: curve [(0, 0), (0.5, 0.58), (1, 1)]"] : [],
      points.map { .write("curve [\($0)]", at: whole) })
  }

  static let optionalType = SyntaxError(
    code: "unexpected-token", "every value is there, so a type has no '?'", .delete(.safe))

  /// `fade: scalar? = nil`
  static func optionalDefault(of type: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "every value is there: what a call may leave out has a default",
      type == "scalar" ? .write(" = 0.5", at: whole) : nil)
  }

  /// `fade: Range(0, 1) = 0.3`
  static let typeWithParentheses = SyntaxError(
    code: "unexpected-token", "the name of a type has no parentheses behind it",
    notes: ["the default follows it, and then the range: param fade: scalar = 0.3 in 0...1"])

  /// `film: choice(fine, grainy) = .fine`
  static func choiceWithParentheses(_ choices: String, default first: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "the choices follow the default, behind 'of'",
      Edit("write '= .\(first) of \(choices)'", " = .\(first) of \(choices)", at: whole))
  }

  /// `stops: [rgb]`
  static let listAsType = SyntaxError(
    code: "missing-type", "a list cannot be passed or set",
    notes: ["a kernel reads a list of the file by its name: let stops = [0.1, 0.5, 0.9], and stops[0]"])

  /// `(0.3...0.7).contains(x)`
  static let rangeAsValue = SyntaxError(
    code: "unexpected-token", "a range is not a value",
    notes: ["a number lies between two others where x >= 0.3 && x <= 0.7"])

  /// `if(x > 0.5, 1, 0)`
  static func choiceAsCall(_ arguments: [String], whole: Span) -> SyntaxError {
    let written = "if \(arguments[0]) { \(arguments[1]) } else { \(arguments[2]) }"
    return SyntaxError(code: "missing-brace", "'if' is not a function", .write(written, at: whole))
  }

  static func inputQualifier(_ word: String) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "an input has no '\(word)': a kernel returns its result", .delete(.safe))
  }

  static func countedRange(_ range: String) -> SyntaxError {
    SyntaxError(
      code: "foreign-loop", "a loop counts over a range, whose bounds are both part of it", .write(range, .safe))
  }

  static let strayElse = SyntaxError(
    code: "unexpected-token", "this 'else' belongs to no 'if'",
    notes: [
      "an else follows the closing brace of its if, and is the last branch",
      "for example: if a { … } else if b { … } else { … }",
    ])

  static let conditionAfterElse = SyntaxError(
    code: "missing-keyword", "'else' with a condition is 'else if'", Edit("insert 'if'", " if"))

  static func titleInParentheses(_ title: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "a title is written without parentheses", .write(" " + title, .safe, at: whole))
  }

  /// - Parameter line: what the line is behind its keyword, with the label at its end.
  static func labelFirst(hasName: Bool, line: String?, whole: Span) -> SyntaxError {
    SyntaxError(
      code: hasName ? "unexpected-token" : "missing-name",
      "the label of a parameter comes last\(hasName ? "" : ", and its name first")",
      notes: line == nil ? ["for example: param strength: scalar = 0.5  in 0...1  \"Strength\""] : [],
      line.map { .write($0, at: whole) })
  }

  static func rangeClause(_ clause: String?) -> SyntaxError {
    SyntaxError(
      code: "unknown-clause", "the range of a parameter is written in lower...upper",
      notes: clause == nil ? ["for example: in 0...1"] : [], clause.map { .write($0) })
  }

  static func dashedName(_ name: String) -> SyntaxError {
    SyntaxError(code: "unexpected-character", "a name has no '--' before it", .write(name, .safe))
  }

  static func variableReference(_ name: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "foreign-operator", "a parameter is used by its name alone", .write(name, .safe, at: whole))
  }

  static func decimalComma(_ number: String, whole: Span) -> SyntaxError {
    SyntaxError(code: "unexpected-token", "a number has a decimal point", .write(number, .safe, at: whole))
  }

  static func stepWithoutParentheses(_ call: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "expected-declaration", "a step follows '|>', and its settings are in parentheses",
      .write(call, at: whole))
  }

  static let missingPipe = SyntaxError(
    code: "expected-declaration", "'|>' is missing before the next step", .insert("|> "))

  static let valueGoesOn = SyntaxError(
    code: "expected-declaration", "the value ends before this", label: "an operator is missing here",
    notes: ["steps follow by '|>': source |> blur(radius: 2%); values are joined by operators: source * 0.5"])

  /// `[a] blur(radius: 1%)`
  static let nameInBrackets = SyntaxError(
    code: "expected-declaration", "a name in brackets stands for no image",
    notes: ["an image gets a name with: image soft = blur(source, radius: 1%)"])

  /// `extends "portrait" (grain: 0.5)`
  static let argumentsOfBase = SyntaxError(
    code: "expected-declaration", "an extended recipe gets its values by 'set'",
    notes: ["for example, below the header: set contrast = 1.2"])

  /// `set warm-negative.grain = 0.5`
  static func nameOfBase(parameter: String) -> SyntaxError {
    SyntaxError(
      code: "hyphenated-name", "the parameters of an extended recipe have no prefix",
      notes: ["it is set by its own name: set \(parameter) = …"], .delete())
  }

  static let valueIsAssigned = SyntaxError(
    code: "expected-declaration", "this value cannot be assigned to",
    notes: [
      "a step gets its settings in parentheses: source |> blur(radius: 2%)", "a value gets a name with: let a = 0.5",
    ])

  static let settingsBehindEquals = SyntaxError(
    code: "unexpected-token", "a step gets its settings in parentheses",
    notes: ["for example: source |> controls(contrast: 1.2, brightness: 0.05)"])

  static func unitOfDistance(_ unit: String) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "a tolerance is a number without '\(unit)'",
      notes: ["it is a color difference, of which 1 is just visible"], .delete(.safe))
  }

  static let settingsAfterValue = SyntaxError(
    code: "expected-declaration", "the value ends before this comma",
    notes: ["a step gets its settings in parentheses: source |> blur(radius: 2%)"])

  /// `source, vignetted(amount: 0.4)`
  static let stepAfterComma = SyntaxError(
    code: "expected-declaration", "the value ends before this comma: steps follow each other by '|>'", .write(" |>"))

  /// `if soft then a else b`
  static func wordForBraces(_ written: String?, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "missing-brace", "there is no 'then': what is chosen stands in braces",
      notes: written == nil
        ? ["for example: if c.r > 0.5 { return c }, and of values: if soft { 0.5 } else { 1 }"] : [],
      written.map { .write($0, at: whole) })
  }

  /// `for i in -4...4 step 2`
  static func countingBy(_ word: String) -> SyntaxError {
    SyntaxError(
      code: "foreign-loop", "there is no '\(word)': every loop counts by one",
      notes: ["what counts by two is 2 * i: for i in -2...2 { … }"])
  }

  /// `l := luma709(c)`
  static func shortDeclaration(_ name: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "a name that is new begins with 'let', or with 'var' if it changes",
      .write("let \(name) =", at: whole))
  }

  /// `held.g = held.b = 0`
  static let chainedAssignment = SyntaxError(
    code: "unexpected-token", "an assignment is no value: each part gets a statement of its own",
    notes: ["for example: c.g = 0.5, and on the next line c.b = 0.5"])

  /// `image [soft] = …`
  static func nameInBrackets(_ name: String, whole: Span) -> SyntaxError {
    SyntaxError(code: "missing-name", "a name stands without brackets", .write(name, at: whole))
  }

  /// `at: position : TEXCOORD0`
  static let semanticOfInput = SyntaxError(
    code: "unexpected-token", "an input has a type, and no semantic", .delete(.safe))

  /// `(hue: 210, saturation: 20)`
  static let labeledTuple = SyntaxError(
    code: "tuple", "parentheses hold one value, which has no labels",
    notes: ["a color is written rgb(0.9, 0.5, 0.2) or #c08060, and a hue by fromHsl(rgb(0.58, 0.2, 0.5))"])

  /// `[i / 7 for i in range(8)]`
  static let comprehension = SyntaxError(
    code: "foreign-loop", "a list is not made by a loop",
    notes: ["its values are written out: [0, 0.25, 0.5]; a loop in a kernel computes them where they are needed"])

  /// `["amount": 0.5]`
  static let dictionary = SyntaxError(
    code: "unexpected-token", "a list has no keys: what belongs to a name is an argument",
    notes: ["for example: controls(source, contrast: 1.1, saturation: 0.9)"])

  /// `slope: 1.1 1.0 0.9`, `by: 2% 4%`
  static func severalForOne(_ written: String?, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "missing-comma", "an argument is one value, and these are several",
      notes: written == nil
        ? ["a pair is vec2(0.5, 0.5); each side has an argument of its own: top: 2%, bottom: 2%, left: 4%, right: 4%"]
        : [],
      written.map { .write($0, at: whole) })
  }

  /// `linearGradient(to bottom)`
  static let directionInWords = SyntaxError(
    code: "missing-comma", "a direction is two places, from 0 to 1 across and down",
    notes: ["from top to bottom: linearGradient(from: vec2(0.5, 0), to: vec2(0.5, 1))"])

  /// `.degrees(30)`
  static func caseWithValue(_ written: String?, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "a word with a point before it has no value",
      notes: written == nil ? ["a quantity has its unit behind the number: 30deg, 2%, 0.5ev, 5600k"] : [],
      written.map { .write($0, at: whole) })
  }

  static let severalDefaults = SyntaxError(
    code: "expected-declaration", "the value ends before this comma",
    notes: ["write range and step with their keywords: param amount: scalar = 1  in 0...4  step 0.05"])

  static let conditionalAtTop = SyntaxError(
    code: "expected-declaration", "an 'if' at the top level is a value, and needs 'output', 'image' or 'let' before it",
    notes: ["for example: output if bright { source } else { source * 0.5 }"])

  static func pointsInParentheses(_ points: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "missing-point", "the points of a curve are written in brackets", .write("curve [\(points)]", at: whole))
  }

  static func foreignSize(_ width: String, by height: String) -> SyntaxError {
    SyntaxError(
      code: "malformed-number", "'\(width)x\(height)' is not a number",
      notes: [
        "a picture is resized by its longer side, which keeps its shape: resize(image, longEdge: 800px)",
        "a part of it is named by its corners: crop(image, from: vec2(0.1, 0.2), to: vec2(0.9, 0.8))",
      ])
  }
}
