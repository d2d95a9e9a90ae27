import TintypeDiagnostics

// What is right somewhere else.
extension Diagnostic {
  /// `isTypo`: the letters are nearly those of the keyword; otherwise the word is another language's.
  static func misspelledKeyword(
    _ word: String, meant: String, isTypo: Bool, at place: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      code: "misspelled-keyword", message: "'\(word)' is not a keyword", primary: Label(place),
      fixIts: [FixIt("write '\(meant)'", replace: place, with: meant, isTypo ? .safe : .unsafe)])
  }

  static func semicolon(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "semicolon", message: "a line does not end with a semicolon", primary: Label(place),
      fixIts: [FixIt("delete it", replace: place, with: "", .safe)])
  }

  static func foreignConstant(_ words: String, name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-declaration", message: "a value gets its name with 'let'", primary: Label(place),
      notes: ["the type follows from the value"],
      fixIts: [FixIt("write let \(name) = …", replace: place, with: "let")])
  }

  static func foreignFunction(_ type: String, name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-declaration", message: "a function begins with 'function' or 'kernel'", primary: Label(place),
      notes: ["write function \(name)(…) -> \(type) { … }"],
      fixIts: [FixIt("write function", replace: place, with: "function")])
  }

  static func resultBeforeName(
    _ type: String, name: String, keyword: String, at place: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      code: "foreign-declaration", message: "the result's type stands behind the parameters", primary: Label(place),
      notes: ["write \(keyword) \(name)(…) -> \(type) { … }"])
  }

  static func typeFirstParameter(_ type: String, name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-declaration", message: "a parameter's type stands behind its name", primary: Label(place),
      fixIts: [FixIt("write \(name): \(type)", replace: place, with: "\(name): \(type)", .safe)])
  }

  static func comparisonForEquals(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "comparison-for-equals", message: "'==' compares, and '=' gives a value its name", primary: Label(place),
      fixIts: [FixIt("write '='", replace: place, with: "=", .safe)])
  }

  static func equalsForComparison(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "equals-for-comparison", message: "'=' gives a value its name, and '==' compares", primary: Label(place),
      fixIts: [FixIt("write '=='", replace: place, with: "==", .safe)])
  }

  static func equalsForLabel(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "equals-for-label", message: "a named argument is written with ':'", primary: Label(place),
      fixIts: [FixIt("write ':'", replace: place, with: ":", .safe)])
  }

  static func increment(_ name: String, _ operation: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "increment", message: "there is no '\(operation)\(operation)'", primary: Label(place),
      fixIts: [FixIt("write \(name) \(operation)= 1", replace: place, with: "\(name) \(operation)= 1", .safe)])
  }

  static func memberAssignment(_ target: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "member-assignment", message: "only a variable can be assigned to, and '\(target)' is none",
      primary: Label(place), notes: ["give the variable a whole new value, such as c = rgb(1, c.g, c.b)"])
  }

  static func foreignOperator(_ text: String, meant: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-operator", message: "'\(text)' is written '\(meant)'", primary: Label(place),
      // Elsewhere `not a < b` is `not (a < b)`.
      fixIts: [FixIt("write '\(meant)'", replace: place, with: meant, text == "not" ? .unsafe : .safe)])
  }

  static func power(_ base: String, _ exponent: String, whole: SourceLocation, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-operator", message: "there is no operator for powers", primary: Label(place),
      notes: ["pow of a negative number is 0; a square is x * x"],
      fixIts: [FixIt("write pow(\(base), \(exponent))", replace: whole, with: "pow(\(base), \(exponent))")])
  }

  static func remainder(_ a: String, _ b: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-operator", message: "'%' is a unit, and there is no operator for remainders",
      primary: Label(place), notes: ["of numbers above 0, the remainder is \(b) * fract(\(a) / \(b))"])
  }

  static func chainedComparison(
    _ middle: String, first: SourceLocation, second: SourceLocation, end: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      code: "chained-comparison", message: "a comparison cannot be compared again",
      primary: Label(second, "the second comparison"), related: [Label(first, "the first")],
      fixIts: [FixIt("compare '\(middle)' twice", replace: end, with: " && \(middle)", .safe)])
  }

  static func ternary(
    _ condition: String, _ first: String, _ second: String?, at question: SourceLocation, whole: SourceLocation
  ) -> Diagnostic {
    let replacement = "if \(condition) { \(first) } else { \(second ?? "…") }"
    return Diagnostic(
      code: "ternary", message: "a choice is written with if and else", primary: Label(question),
      notes: second == nil ? ["write \(replacement)"] : [],
      // A line may end with a comment, which would be lost.
      fixIts: second == nil
        ? []
        : [
          FixIt(
            "write \(replacement)", replace: whole, with: replacement,
            whole.file.text(in: whole.span).contains("\n") ? .unsafe : .safe)
        ])
  }

  static func foreignLoop(_ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-loop", message: "'\(word)' means nothing, since every loop counts over a range",
      primary: Label(place), notes: ["write for i in 0...9 { … }; both bounds are part of the range"])
  }

  static func countingLoop(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-loop", message: "a loop counts over a range, without parentheses", primary: Label(place),
      notes: ["write for \(name) in 0...9 { … }; both bounds are part of the range"])
  }

  static func variableOutside(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "variable-outside", message: "only in a kernel or a function can a value change", primary: Label(place),
      fixIts: [FixIt("write let", replace: place, with: "let", .safe)])
  }

  static func loopOutside(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "loop-outside", message: "a loop stands in a kernel or a function", primary: Label(place))
  }

  static func quotedChoice(_ text: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "quoted-choice", message: "a choice is a name without quotes", primary: Label(place),
      fixIts: [FixIt("delete the quotes", replace: place, with: String(text.filter { $0 != "\"" }), .safe)])
  }

  static func dottedChoice(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "dotted-choice", message: "choices are declared without the point they are used with",
      primary: Label(place), fixIts: [FixIt("delete it", replace: place, with: "", .safe)])
  }

  static func colonForEquals(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "colon-for-equals", message: "a setting is written with '='", primary: Label(place),
      fixIts: [FixIt("write '='", replace: place, with: " =", .safe)])
  }

  static func setInVariant(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "set-in-variant", message: "a variant only sets, so it does not say 'set'", primary: Label(place),
      fixIts: [FixIt("delete it", replace: place, with: "", .safe)])
  }

  static func returnOutside(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "return-outside", message: "'return' stands in a kernel or a function", primary: Label(place),
      fixIts: [FixIt("for what the recipe gives, write output", replace: place, with: "output", .safe)])
  }

  static func methodCall(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "method-call", message: "'\(name)' cannot be called behind a point", primary: Label(place),
      notes: ["write value |> \(name)(…), or \(name)(value, …)"])
  }

  static func subscripted(_ index: String, at place: SourceLocation) -> Diagnostic {
    let channel = Int(index).flatMap { (0...3).contains($0) ? [".r", ".g", ".b", ".a"][$0] : nil }
    return Diagnostic(
      code: "subscript", message: "the parts of a value have names, not numbers", primary: Label(place),
      notes: ["a color has .r, .g, .b and .a; a vec2 has .x and .y"], fixIts: FixIt.guess(channel, at: place))
  }

  static func imageCalled(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "keyword-as-name", message: "'image' declares an image and cannot be called", primary: Label(place),
      notes: ["a look has one picture, 'source'; the file it may read is a table: lut \"film.cube\""])
  }

  /// The diagnostic with a note of how often the same is wrong further below.
  func andMore(_ count: Int) -> Diagnostic {
    Diagnostic(
      code: code, severity: severity, message: message, primary: primary, related: related,
      notes: notes + (count > 0 ? ["\(count) more in this file"] : []), fixIts: fixIts)
  }

  static func tuple(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "tuple", message: "parentheses hold one value", primary: Label(place),
      notes: ["for a color, write rgb(r, g, b)"])
  }

  static func halfOpenRange(_ upper: String, isCounted: Bool, at place: SourceLocation) -> Diagnostic {
    let last = isCounted ? Int(upper).map { "...\($0 - 1)" } : nil
    let meant = last ?? (isCounted ? "...\(upper) - 1" : "...\(upper)")
    return Diagnostic(
      code: "half-open-range", message: "a range includes both of its bounds", primary: Label(place),
      fixIts: upper.isEmpty
        ? [] : [FixIt("write \(meant)", replace: place, with: meant, last == nil ? .unsafe : .safe)])
  }

  static func keywordAsName(_ word: String, at place: SourceLocation) -> Diagnostic {
    let example = word == "let" ? "amount" : "my" + word.prefix(1).uppercased() + word.dropFirst()
    return Diagnostic(
      code: "keyword-as-name", message: "'\(word)' is a keyword and cannot be a name", primary: Label(place),
      notes: ["choose another name, such as \(example)"])
  }

  static func keywordAsValue(_ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "keyword-as-name", message: "'\(word)' is a keyword and cannot be a word of the header",
      primary: Label(place), fixIts: [FixIt("put it in quotes", replace: place, with: "\"\(word)\"", .safe)])
  }

  static func unquotedLookName(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unquoted-name", message: "a look's name is a text in quotes", primary: Label(place),
      fixIts: [FixIt("put it in quotes", replace: place, with: "\"\(name)\"", .safe)])
  }

  static func unquotedVariantName(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unquoted-name", message: "a variant's name is a text in quotes", primary: Label(place),
      fixIts: [FixIt("put it in quotes", replace: place, with: "\"\(name)\"", .safe)])
  }

  static func unquotedPath(_ path: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unquoted-path", message: "a file is named by a text in quotes", primary: Label(place),
      fixIts: [FixIt("put it in quotes", replace: place, with: "\"\(path)\"", .safe)])
  }

  static func hyphenatedName(_ name: String, at place: SourceLocation) -> Diagnostic {
    let parts = name.split(separator: "-")
    let camelCase = parts.prefix(1) + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return Diagnostic(
      code: "hyphenated-name", message: "'-' subtracts, so a name cannot have one", primary: Label(place),
      notes: ["names are camelCase"],
      fixIts: [FixIt("write \(camelCase.joined())", replace: place, with: camelCase.joined())])
  }
}
