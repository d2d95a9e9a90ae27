import TintypeDiagnostics

// Errors about syntax that is right in another language, or elsewhere in a recipe.
extension SyntaxError {
  /// `isTypo`: the letters are nearly those of the keyword; otherwise the word is another language's.
  static func misspelledKeyword(_ word: String, keyword: String, isTypo: Bool) -> SyntaxError {
    SyntaxError(code: "misspelled-keyword", "'\(word)' is not a keyword", .write(keyword, isTypo ? .safe : .unsafe))
  }

  static let semicolon = SyntaxError(code: "semicolon", "a line does not end with a semicolon", .delete(.safe))

  static let entryComma = SyntaxError(
    code: "unexpected-token", "an entry of a header ends with its line, without a comma", .delete(.safe))

  /// `call`: what is written, with the type as a call, and its place.
  static func foreignConstant(_ name: String, _ call: (String, Span)?) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "a value is declared with 'let'", notes: ["the type follows from the value"],
      call.map { .write($0.0, at: $0.1) } ?? Edit("write 'let \(name) = …'", "let"))
  }

  static func constructedValue(_ constant: String) -> SyntaxError {
    SyntaxError(code: "foreign-declaration", "a value is declared with 'let' and '='", .write(constant))
  }

  static let attributeOfStatement = SyntaxError(
    code: "unexpected-token", "a statement has no attributes", .delete(.safe))

  /// `if let` and `source.iso!`
  static func unwrapping(_ written: String) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "there is no \(written): what a photo may lack has a fallback",
      notes: ["for example: source.iso ?? 100, source.lens ?? \"no lens\""])
  }

  static let typeOfList = SyntaxError(
    code: "unknown-type", "a list has no type: it follows from its values", .delete(.safe))

  static let constantAfterPoint = SyntaxError(
    code: "foreign-operator", "'pi' has no point before it", .delete(.safe))

  static let markup = SyntaxError(
    code: "missing-expression", "a recipe has no markup",
    notes: ["a step is a call: output source |> blur(radius: 0.3%)"])

  static let bitOperator = SyntaxError(
    code: "foreign-operator", "there are no operators on bits",
    notes: ["the lower three bits of a number are mod(floor(x), 8), and x without them is x - mod(x, 8)"])

  static func foreignArray(_ name: String) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "a list is declared with 'let'",
      notes: ["for example: let \(name) = [0.25, 0.5, 0.25]"])
  }

  /// `whole`: the header, if it is complete.
  static func foreignFunction(_ header: String, whole: Span?) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "a function begins with 'function' or 'kernel', and its result type comes last",
      notes: whole == nil ? ["write \(header) { … }"] : [], whole.map { .write(header, at: $0) })
  }

  static func pythonFunction(_ header: String, _ body: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "a function names the types of its inputs and its result, and has braces",
      Edit("write \(header) { … }", "\(header) {\(body)\n}", at: whole))
  }

  static func inputsWithoutTypes(_ signature: String, of keyword: String) -> SyntaxError {
    SyntaxError(
      code: "missing-type", "a '\(keyword)' names the types of its inputs and its result", .write(signature))
  }

  static func resultBeforeName(
    _ type: String, name: String, keyword: String, parameters: String?, whole: Span
  ) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "the result type follows the parameters",
      notes: parameters == nil ? ["write \(keyword) \(name)(…) -> \(type) { … }"] : [],
      parameters.map { .write("\(name)(\($0)) -> \(type)", at: whole) })
  }

  static func typeFirstParameter(
    _ type: String, name: String, _ applicability: Diagnostic.FixIt.Applicability
  ) -> SyntaxError {
    SyntaxError(
      code: "foreign-declaration", "a parameter's type follows its name", .write("\(name): \(type)", applicability))
  }

  static let comparisonForEquals = SyntaxError(
    code: "comparison-for-equals", "'==' compares; a value is defined with '='", .write("=", .safe))

  static let equalsForComparison = SyntaxError(
    code: "equals-for-comparison", "'=' defines a value; '==' compares", .write("==", .safe))

  /// - Parameter gap: between the two arguments.
  static func colonForComma(_ gap: Span) -> SyntaxError {
    SyntaxError(code: "equals-for-label", "arguments are separated by ','", .write(", ", .safe, at: gap))
  }

  static func equalsForLabel(at place: Span) -> SyntaxError {
    SyntaxError(
      code: "equals-for-label", "a named argument is written with ':'", .write(":", .safe, at: place))
  }

  static func increment(_ name: String, _ operation: String) -> SyntaxError {
    SyntaxError(
      code: "increment", "there is no '\(operation)\(operation)'", .write("\(name) \(operation)= 1", .safe))
  }

  static func assignmentToValue(_ target: String) -> SyntaxError {
    SyntaxError(
      code: "member-assignment", "'\(target)' cannot be assigned to, only a variable or its parts",
      notes: [
        target.hasSuffix("]")
          ? "the elements of a list do not change; a part of a color is written color.r"
          : "for example: color = c, color.r = 1, or color.rg *= 0.5"
      ])
  }

  static func foreignOperator(_ text: String, ours: String) -> SyntaxError {
    // Elsewhere `not a < b` is `not (a < b)`.
    SyntaxError(
      code: "foreign-operator", "'\(text)' is written '\(ours)'", .write(ours, text == "not" ? .unsafe : .safe))
  }

  static func power(_ base: String, _ exponent: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "foreign-operator", "there is no operator for powers",
      notes: ["pow of a negative number is 0; a square is x * x"], .write("pow(\(base), \(exponent))", at: whole))
  }

  static func remainder(_ a: String, _ b: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "foreign-operator", "'%' is a unit, and there is no operator for remainders",
      notes: ["mod(x, y) has the sign of y, not that of x"], .write("mod(\(a), \(b))", at: whole))
  }

  static func chainedComparison(_ middle: String, first: Span, end: Span) -> SyntaxError {
    SyntaxError(
      code: "chained-comparison", "comparisons cannot be chained", label: "the second comparison",
      related: (first, "the first"), Edit("compare '\(middle)' twice", " && \(middle)", .safe, at: end))
  }

  /// `isOneLine`: a line may end with a comment, which the edit would lose.
  static func ternary(
    _ sign: String, _ condition: String, _ first: String, _ second: String?, whole: Span, isOneLine: Bool
  ) -> SyntaxError {
    let replacement = "if \(condition) { \(first) } else { \(second ?? "…") }"
    let message =
      sign == "?"
      ? "there is no '?'; a choice is written with if and else"
      : "the condition of a choice comes first, then its values"
    if second == nil { return SyntaxError(code: "ternary", message, notes: ["write \(replacement)"]) }
    return SyntaxError(code: "ternary", message, .write(replacement, isOneLine ? .safe : .unsafe, at: whole))
  }

  static func guardStatement(_ condition: String) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "there is no 'guard'", notes: ["write if !(\(condition)) { return … }, and go on below"]
    )
  }

  static func nestedFunction(_ keyword: String) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "a \(keyword) cannot be declared inside of another one",
      notes: ["move it up, before the declaration that this block belongs to"])
  }

  static func nestedDeclaration(_ keyword: String) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "'\(keyword)' cannot stand inside of a block",
      notes: ["move it up, before the declaration that this block belongs to"])
  }

  static let imageInBody = SyntaxError(
    code: "unexpected-token", "inside of a block a value gets its name with 'let'", .write("let", .safe))

  static let outputInBody = SyntaxError(
    code: "unexpected-token", "'output' is what the whole look gives; a block gives its result with 'return'",
    .write("return", .safe))

  static func foreignLoop(_ word: String) -> SyntaxError {
    SyntaxError(
      code: "foreign-loop", "there is no '\(word)': every loop counts over a range",
      notes: ["write for i in 0...9 { … }; both bounds are part of the range, and what ends it is an 'if' inside"])
  }

  /// `range`: the range of the loop, where its header says it plainly.
  static func countingLoop(_ name: String, range: String?, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "foreign-loop", "a loop counts over a range, without parentheses",
      notes: ["write for \(name) in \(range ?? "0...9") { … }; both bounds are part of the range"],
      range.map { .write("\(name) in \($0)", at: whole) })
  }

  static func elseIf(_ word: String) -> SyntaxError {
    SyntaxError(code: "misspelled-keyword", "'\(word)' is not a keyword", .write("else if", .safe))
  }

  static let argumentLabel = SyntaxError(
    code: "foreign-declaration", "a parameter has one name, which is its label in a call", .delete())

  static func outputPunctuation(_ text: String) -> SyntaxError {
    SyntaxError(code: "unexpected-token", "'output' is followed by its value, without '\(text)'", .delete(.safe))
  }

  static let variableOutside = SyntaxError(
    code: "variable-outside", "'var' is allowed only in a kernel or a function", .write("let", .safe))

  static func assignmentOutside(_ name: String) -> SyntaxError {
    SyntaxError(
      code: "expected-declaration", "'\(name)' cannot be assigned to here: a name at the top level keeps its value",
      notes: ["declare another name, for example: let \(name)2 = \(name) * 2; a kernel has variables"])
  }

  static let loopOutside = SyntaxError(
    code: "loop-outside", "a loop is allowed only in a kernel or a function")

  static let returnOutside = SyntaxError(
    code: "return-outside", "'return' is allowed only in a kernel or a function",
    Edit("for the result of the recipe, write 'output'", "output"))

  static func quotedChoice(_ text: String) -> SyntaxError {
    SyntaxError(
      code: "quoted-choice", "a choice is a name without quotes",
      Edit("delete the quotes", text.filter { $0 != "\"" }, .safe))
  }

  static let dottedChoice = SyntaxError(
    code: "dotted-choice", "choices are declared without a point before them", .delete(.safe))

  static let colonForEquals = SyntaxError(
    code: "colon-for-equals", "a setting is written with '='", Edit("write '='", " =", .safe))

  static let colonEquals = SyntaxError(code: "colon-for-equals", "a value is defined with '='", .delete(.safe))

  static let setInVariant = SyntaxError(
    code: "set-in-variant", "the settings of a variant are written without 'set'", .delete(.safe))

  /// - Parameters:
  ///   - way: how it is written, where a function of this name is none.
  ///   - dot: the point.
  ///   - beginsLine: whether the point begins its line.
  static func methodCall(_ name: String, _ way: String?, dot: Span, beginsLine: Bool) -> SyntaxError {
    SyntaxError(
      code: "method-call", "'\(name)' cannot be called after a point",
      notes: [way ?? "write value |> \(name)(…), or \(name)(value, …)"],
      way == nil ? Edit("write '|>'", beginsLine ? "|> " : " |> ", at: dot) : nil)
  }

  static let slice = SyntaxError(
    code: "subscript", "there are no slices: an index is one number, and only a list has one",
    notes: ["a part of an image: crop(image, from: vec2(0, 0.5), to: vec2(1, 1)), from 0 to 1 across and down"])

  /// `source[:, :, 0]`
  static func channelSlice(_ channel: String, whole: Span) -> SyntaxError {
    SyntaxError(code: "subscript", "a channel of an image is read after a point", .write(channel, at: whole))
  }

  static let severalIndices = SyntaxError(
    code: "subscript", "a list has one index",
    notes: [
      "a table of rows is one list: rows[3 * row + column]",
      "a pixel of an image: sample(image, at: vec2(100, 200)), in pixels; beside this one: neighbor(photo, 1, 0)",
      "a part of an image: crop(image, from: vec2(0.1, 0.1), to: vec2(0.9, 0.9))",
    ])

  static let imageCalled = SyntaxError(
    code: "keyword-as-name", "'image' declares an image and cannot be called",
    notes: ["the photo is 'source'; another picture is picture \"paper.png\", placed by fill(picture \"paper.png\")"])

  static func tuple(of count: Int) -> SyntaxError {
    let type = [2: "vec2", 4: "rgba"][count] ?? "rgb"
    return SyntaxError(
      code: "tuple", "parentheses hold one value",
      notes: [
        count == 2 ? "two numbers are a vec2, and a number and a color an rgba" : "for a color, write rgb(r, g, b)"
      ],
      Edit("write '\(type)(…)'", "\(type)("))
  }

  static let pointsInList = SyntaxError(
    code: "tuple", "a list holds single values, and these are pairs",
    notes: [
      "the points of a curve: let tone = curve [(0, 0), (0.5, 0.6), (1, 1)], from 0 to 1",
      "pairs of numbers: [vec2(0, 0), vec2(1, 1)]",
    ])

  static let rowsInList = SyntaxError(
    code: "tuple", "a list holds single values, and these are rows",
    notes: [
      "rows stand one after the other: weights: (0, 1, 0), (1, -4, 1), (0, 1, 0), and matrix((…), (…), (…))",
      "colors: [rgb(0, 1, 0), rgb(1, 1, 1)]",
    ])

  static let plusSign = SyntaxError(code: "foreign-operator", "there is no sign '+'", .delete(.safe))

  static func halfOpenRange(_ upper: String, isCounted: Bool) -> SyntaxError {
    // The last number is known for integers only.
    let last = isCounted ? Int64(upper).map { "...\($0 - 1)" } : nil
    let closed = last ?? (isCounted ? "...\(upper) - 1" : "...\(upper)")
    return SyntaxError(
      code: "half-open-range", "a range includes both of its bounds",
      upper.isEmpty ? nil : .write(closed, last == nil ? .unsafe : .safe))
  }

  static func keywordAsName(_ word: String) -> SyntaxError {
    let example = word == "let" ? "amount" : "my" + word.capitalizedFirst
    return SyntaxError(
      code: "keyword-as-name", "'\(word)' is a keyword and cannot be a name",
      notes: ["choose another name, such as \(example)"])
  }

  static func keywordAsValue(_ word: String) -> SyntaxError {
    SyntaxError(code: "keyword-as-name", "'\(word)' is a keyword and cannot be a header value", .quote(word))
  }

  static func unquotedName(_ name: String, of what: String) -> SyntaxError {
    SyntaxError(code: "unquoted-name", "a \(what)'s name is a text in quotes", .quote(name))
  }

  static func unquotedSentence(_ words: String) -> SyntaxError {
    SyntaxError(code: "unquoted-name", "a text stands in quotes", .quote(words))
  }

  static func unquotedPath(_ path: String) -> SyntaxError {
    SyntaxError(code: "unquoted-path", "a file is named by a text in quotes", .quote(path))
  }

  static func hyphenatedName(_ name: String) -> SyntaxError {
    SyntaxError(
      code: "hyphenated-name", "'-' subtracts, so a name cannot have one", notes: ["names are camelCase"],
      .write(name.split(separator: "-").inCamelCase))
  }
}
