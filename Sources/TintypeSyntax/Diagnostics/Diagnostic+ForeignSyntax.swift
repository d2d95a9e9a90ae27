import TintypeDiagnostics

// What is right somewhere else.
extension Diagnostic {
  static func misspelledKeyword(_ word: String, meant: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "misspelled-keyword", message: "'\(word)' is not a keyword", primary: Label(place),
      fixIts: [FixIt("did you mean '\(meant)'?", replace: place, with: meant)])
  }

  static func semicolon(at place: SourceLocation, more: Int) -> Diagnostic {
    Diagnostic(
      code: "semicolon", message: "nothing ends with a semicolon", primary: Label(place),
      notes: more > 0 ? ["\(more) more in this file"] : [],
      fixIts: [FixIt("delete it", replace: place, with: "")])
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
      fixIts: [FixIt("write \(name): \(type)", replace: place, with: "\(name): \(type)")])
  }

  static func comparisonForEquals(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "comparison-for-equals", message: "'==' compares, and '=' gives a value its name", primary: Label(place),
      fixIts: [FixIt("write '='", replace: place, with: "=")])
  }

  static func equalsForComparison(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "equals-for-comparison", message: "'=' gives a value its name, and '==' compares", primary: Label(place),
      fixIts: [FixIt("write '=='", replace: place, with: "==")])
  }

  static func equalsForLabel(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "equals-for-label", message: "a named argument is written with ':'", primary: Label(place),
      fixIts: [FixIt("write ':'", replace: place, with: ":")])
  }

  static func increment(_ name: String, _ operation: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "increment", message: "there is no '\(operation)\(operation)'", primary: Label(place),
      fixIts: [FixIt("write \(name) \(operation)= 1", replace: place, with: "\(name) \(operation)= 1")])
  }

  static func memberAssignment(_ target: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "member-assignment", message: "only a variable can be assigned to, and '\(target)' is none",
      primary: Label(place), notes: ["give the variable a whole new value, such as c = rgb(1, c.g, c.b)"])
  }

  static func foreignOperator(_ text: String, meant: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-operator", message: "'\(text)' is written '\(meant)'", primary: Label(place),
      fixIts: [FixIt("write '\(meant)'", replace: place, with: meant)])
  }

  static func chainedComparison(
    _ middle: String, first: SourceLocation, second: SourceLocation, end: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      code: "chained-comparison", message: "a comparison cannot be compared again",
      primary: Label(second, "the second comparison"), related: [Label(first, "the first")],
      fixIts: [FixIt("compare '\(middle)' twice", replace: end, with: " && \(middle)")])
  }

  static func ternary(
    _ condition: String, _ first: String, _ second: String?, at question: SourceLocation, whole: SourceLocation
  ) -> Diagnostic {
    let replacement = "if \(condition) { \(first) } else { \(second ?? "…") }"
    return Diagnostic(
      code: "ternary", message: "a choice is written with if and else", primary: Label(question),
      notes: second == nil ? ["write \(replacement)"] : [],
      fixIts: second == nil ? [] : [FixIt("write \(replacement)", replace: whole, with: replacement)])
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
      fixIts: [FixIt("write let", replace: place, with: "let")])
  }

  static func loopOutside(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "loop-outside", message: "a loop stands in a kernel or a function", primary: Label(place))
  }

  static func quotedChoice(_ text: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "quoted-choice", message: "a choice is a name without quotes", primary: Label(place),
      fixIts: [FixIt("delete the quotes", replace: place, with: String(text.filter { $0 != "\"" }))])
  }

  static func dottedChoice(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "dotted-choice", message: "choices are declared without the point they are used with",
      primary: Label(place), fixIts: [FixIt("delete it", replace: place, with: "")])
  }

  static func colonForEquals(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "colon-for-equals", message: "a setting is written with '='", primary: Label(place),
      fixIts: [FixIt("write '='", replace: place, with: " =")])
  }

  static func commaBetweenSettings(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unexpected-token", message: "nothing stands between settings", primary: Label(place),
      fixIts: [FixIt("delete it", replace: place, with: "")])
  }

  static func setInVariant(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "set-in-variant", message: "a variant only sets, so it does not say 'set'", primary: Label(place),
      fixIts: [FixIt("delete it", replace: place, with: "")])
  }

  static func returnOutside(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "return-outside", message: "'return' stands in a kernel or a function", primary: Label(place),
      fixIts: [FixIt("for what the recipe gives, write output", replace: place, with: "output")])
  }

  static func methodCall(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "method-call", message: "'\(name)' cannot be called behind a point", primary: Label(place),
      notes: ["write value |> \(name)(…), or \(name)(value, …)"])
  }

  static func subscripted(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "subscript", message: "values have no numbered parts", primary: Label(place),
      notes: ["channels are .r, .g, .b and .a; a vec2 has .x and .y"])
  }

  static func tuple(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "tuple", message: "parentheses hold one value", primary: Label(place),
      notes: ["for a color, write rgb(r, g, b)"])
  }

  static func halfOpenRange(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "half-open-range", message: "a range has both its bounds", primary: Label(place),
      fixIts: [FixIt("delete '<'", replace: place, with: "")])
  }

  static func keywordAsName(_ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "keyword-as-name", message: "'\(word)' is a keyword and cannot be a name", primary: Label(place),
      notes: [
        "take another name, such as \(word == "let" ? "amount" : "my" + word.prefix(1).uppercased() + word.dropFirst())"
      ])
  }

  static func keywordAsValue(_ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "keyword-as-name", message: "'\(word)' is a keyword and cannot be a word of the header",
      primary: Label(place), fixIts: [FixIt("put it in quotes", replace: place, with: "\"\(word)\"")])
  }

  static func unquotedLookName(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unquoted-name", message: "a look's name is a text in quotes", primary: Label(place),
      fixIts: [FixIt("put it in quotes", replace: place, with: "\"\(name)\"")])
  }

  static func unquotedVariantName(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unquoted-name", message: "a variant's name is a text in quotes", primary: Label(place),
      fixIts: [FixIt("put it in quotes", replace: place, with: "\"\(name)\"")])
  }

  static func unquotedPath(_ path: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unquoted-path", message: "a file is named by a text in quotes", primary: Label(place),
      fixIts: [FixIt("put it in quotes", replace: place, with: "\"\(path)\"")])
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
